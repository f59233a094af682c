package histories

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"
)

// The operations on an account.
const (
	readBalance = "read balance"
	readPayout  = "read payout"
	withdraw    = "withdraw"
	settle      = "settle"
	cancel      = "cancel"
	approve     = "approve"
	reject      = "reject"
	complete    = "complete by hand"
	fail        = "fail by hand"
	adjust      = "adjust"
	// credited and ended are not requests. The gateway does them by itself, after a payment was paid and after
	// a payout was approved.
	credited = "credited"
	ended    = "ended"
	// over ends the history. An operation without an answer that comes after it had no effect. It saves
	// Porcupine from trying each such operation in each place.
	over = "over"
)

// The statuses of a payout.
const (
	pending    = "pending"
	processing = "processing"
	completed  = "completed"
	failed     = "failed"
	cancelled  = "cancelled"
	rejected   = "rejected"
)

// transferFee is the fee of each payout, by default, in sen.
const transferFee = 5_000_00

// payout numbers the payouts of a history from 0. Its idempotency key and its external_id contain the number.
type input struct {
	do string
	// payout numbers the payouts of a history from 0; its idempotency key and its
	// external_id have the same number.
	payout int
	amount int64
	manual bool // of an approval
}

// output is the answer to an operation.
type output struct {
	unknown         bool   // there was no answer, or a 5xx
	conflict        bool   // the idempotency key is in use, or stands for another body
	refusal         string // the error code of a 4xx
	status          string // of a payout; empty if there is none
	available, held int64
	total           int64
}

// payout is one payout of the account; the zero payout does not exist.
type payout struct {
	kind, status string
	total        int64
	manual       bool
}

// account is an account that does one operation at a time.
type account struct {
	available, held int64
	payouts         []payout
	over            bool
}

// rules are the facts about an account that no operation changes.
type rules struct {
	funds       int64
	autoApprove bool
}

// specification returns the account as Porcupine checks it.
func (r rules) specification() porcupine.Model {
	return porcupine.Model{
		Init:              func() any { return account{available: r.funds} },
		Step:              func(before, did, got any) (bool, any) { return r.step(before.(account), did.(input), got.(output)) },
		Equal:             func(a, b any) bool { return a.(account).equal(b.(account)) },
		DescribeOperation: func(did, got any) string { return describe(did.(input), got.(output)) },
		DescribeState:     func(s any) string { return s.(account).String() },
	}
}

// step reports whether the account can give the answer, and returns the account after it.
func (r rules) step(s account, in input, out output) (possible bool, after account) {
	switch in.do {
	case readBalance:
		return out.available == s.available && out.held == s.held && out.total == s.available+s.held, s
	case readPayout:
		return out.status == s.payout(in.payout).status, s
	case over:
		s.over = true
		return true, s
	}
	if out.conflict || out.unknown && s.over {
		return true, s // the specification of keys judges conflicts
	}
	refusal, after := r.decide(s, in, out)
	if out.unknown {
		return !after.equal(s), after
	}
	return out.refusal == refusal, after
}

func (s account) equal(other account) bool {
	return s.available == other.available && s.held == other.held && s.over == other.over && slices.Equal(s.payouts, other.payouts)
}

// decide returns the refusal of an operation that changes the account, or the account after it (API reference:
// Withdrawals, Settlements).
func (r rules) decide(s account, in input, out output) (refusal string, after account) {
	p := s.payout(in.payout)
	switch in.do {
	case withdraw, settle:
		return r.request(s, in)
	case credited:
		return "", s.move(in.amount, 0)
	case adjust:
		if s.available+in.amount < 0 {
			return "insufficient_balance", s
		}
		return "", s.move(in.amount, 0)
	case cancel:
		return s.release(in.payout, p.status == pending, "cannot_be_cancelled", cancelled)
	case reject:
		return s.release(in.payout, p.status == pending, "not_pending", rejected)
	case fail:
		return s.release(in.payout, p.endsByHand(out), p.notByHand(), failed)
	case complete:
		if !p.endsByHand(out) {
			return p.notByHand(), s
		}
		return "", s.paidOut(in.payout)
	case approve:
		if p.status != pending {
			return "not_pending", s
		}
		p.status, p.manual = processing, in.manual
		return "", s.with(in.payout, p)
	case ended:
		if p.status != processing || p.manual {
			return "the provider makes no such payout", s
		}
		if out.status == failed {
			return s.release(in.payout, true, "", failed)
		}
		return "", s.paidOut(in.payout)
	}
	panic("no operation " + in.do)
}

// request decides a request for a payout. If the payout exists, the first answer is repeated.
func (r rules) request(s account, in input) (refusal string, after account) {
	total := in.amount + transferFee
	if p := s.payout(in.payout); p.status != "" {
		if p.kind != in.do || p.total != total {
			return "another body", s
		}
		return "", s
	}
	pendingOne := func(p payout) bool { return p.kind == withdraw && p.status == pending }
	switch {
	case in.do == withdraw && slices.ContainsFunc(s.payouts, pendingOne):
		return "pending_withdrawal_exists", s
	case s.available < total:
		return "insufficient_balance", s
	}
	p := payout{kind: in.do, status: pending, total: total}
	if in.do == withdraw && r.autoApprove {
		p.status = processing
	}
	return "", s.move(-total, total).with(in.payout, p)
}

// endsByHand reports whether a person can end the payout. A payout that the provider makes can be ended by a
// person as long as it is not known to have been sent, which clients can't see.
func (p payout) endsByHand(out output) bool {
	return p.status == processing && (p.manual || out.refusal == "")
}

// notByHand is the reason why a person can't end the payout.
func (p payout) notByHand() string {
	if p.status != processing {
		return "not_processing"
	}
	return "not_manual"
}

func (s account) payout(n int) payout {
	if n < len(s.payouts) {
		return s.payouts[n]
	}
	return payout{}
}

// with returns the account with the payout in place of the one with that number.
func (s account) with(n int, p payout) account {
	s.payouts = append(make([]payout, 0, max(len(s.payouts), n+1)), s.payouts...)
	for len(s.payouts) <= n {
		s.payouts = append(s.payouts, payout{})
	}
	s.payouts[n] = p
	return s
}

func (s account) move(available, held int64) account {
	s.available, s.held = s.available+available, s.held+held
	return s
}

// release ends a payout and returns its money to the balance, or returns the refusal.
func (s account) release(n int, allowed bool, refusal, status string) (string, account) {
	if !allowed {
		return refusal, s
	}
	p := s.payout(n)
	p.status = status
	return "", s.move(p.total, -p.total).with(n, p)
}

func (s account) paidOut(n int) account {
	p := s.payout(n)
	p.status = completed
	return s.move(0, -p.total).with(n, p)
}

// String shows the balance and the open payouts.
func (s account) String() string {
	var open []string
	for n, p := range s.payouts {
		if p.status == pending || p.status == processing {
			open = append(open, fmt.Sprintf("payout %d %s (%s)", n, p.status, rupiah(p.total)))
		}
	}
	return fmt.Sprintf("available %s, held %s; %s", rupiah(s.available), rupiah(s.held),
		cmp.Or(strings.Join(open, ", "), "no open payout"))
}

func rupiah(sen int64) string {
	if sen%100 == 0 {
		return fmt.Sprint(sen / 100)
	}
	return fmt.Sprintf("%.2f", float64(sen)/100)
}

func describe(in input, out output) string {
	did := in.do
	switch in.do {
	case readBalance:
		return fmt.Sprintf("%s: available %s, held %s, saldo %s", did, rupiah(out.available), rupiah(out.held), rupiah(out.total))
	case readPayout:
		return fmt.Sprintf("%s %d: %s", did, in.payout, cmp.Or(out.status, "none"))
	case ended:
		return fmt.Sprintf("payout %d ended: %s", in.payout, out.status)
	case credited, adjust:
		did += " " + rupiah(in.amount)
	case withdraw, settle:
		did += fmt.Sprintf(" %s as payout %d", rupiah(in.amount), in.payout)
	case approve:
		did += fmt.Sprintf(" payout %d (by hand: %t)", in.payout, in.manual)
	default:
		did += fmt.Sprintf(" payout %d", in.payout)
	}
	switch {
	case out.unknown:
		return did + ": no answer"
	case out.conflict:
		return did + ": conflict"
	}
	return did + ": " + cmp.Or(out.refusal, "done")
}
