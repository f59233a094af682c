package cluster

import (
	"strconv"
	"testing"

	"github.com/anishathalye/porcupine"
)

// The operations on an account.
const (
	readBalance = "look"
	withdraw    = "withdraw"
	settle      = "settle"
	cancel      = "cancel"
)

type input struct {
	what   string
	amount int64
	id     int64 // of a withdrawal to be cancelled
}

// output is the answer: a refusal, or the created payout.
type output struct {
	refusal   string
	id, total int64
	available int64
}

// fee is the transfer fee of each payout, by default.
const fee = 5_000

// state of the account: the available money, and the pending withdrawal.
type state struct {
	available      int64
	pending, total int64
}

// account is the specification of an account that does one operation at a time.
var account = porcupine.Model{
	Init: func() any { return state{available: funds} },
	Step: func(before, did, got any) (bool, any) { return step(before.(state), did.(input), got.(output)) },
}

func step(s state, in input, out output) (possible bool, after state) {
	var refusal string
	want := output{id: out.id}
	switch {
	case in.what == readBalance:
		return out.available == s.available, s
	case in.what == cancel && s.pending != in.id:
		refusal = "cannot_be_cancelled"
	case in.what == cancel:
		want.total = s.total
		s = state{available: s.available + s.total}
	case in.what == withdraw && s.pending != 0:
		refusal = "pending_withdrawal_exists"
	case s.available < in.amount+fee:
		refusal = "insufficient_balance"
	default:
		want.total = in.amount + fee
		s.available -= want.total
		if in.what == withdraw {
			s.pending, s.total = out.id, want.total
		}
	}
	if refusal != "" {
		return out.refusal == refusal, s
	}
	return out == want, s
}

func text(n int64) string { return strconv.FormatInt(n, 10) }

// Without this test, the check of histories might accept anything.
func TestTheModelRefusesAnOverdraft(t *testing.T) {
	t.Parallel()
	took := func(id, amount, call, back int64) porcupine.Operation {
		return porcupine.Operation{
			Input: input{what: settle, amount: amount}, Output: output{id: id, total: amount + fee}, Call: call, Return: back,
		}
	}
	if !porcupine.CheckOperations(account, []porcupine.Operation{took(1, 400_000, 0, 2), took(2, 400_000, 1, 3)}) {
		t.Error("two payouts that the account can bear are refused")
	}
	if porcupine.CheckOperations(account, []porcupine.Operation{took(1, 600_000, 0, 2), took(2, 600_000, 1, 3)}) {
		t.Error("an overdraft passes")
	}
}
