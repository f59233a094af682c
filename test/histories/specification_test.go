package histories

import (
	"slices"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// Without these tests, the specifications might allow anything. Each row is a history that one account, or one
// key, can or can't have; times are the calls and returns.

func did(call, back int64, in input, out output) porcupine.Operation {
	return porcupine.Operation{Input: in, Call: call, Output: out, Return: back}
}

func lost(call int64, in input) porcupine.Operation {
	return did(call, open, in, output{unknown: true})
}

func saw(call, back, available, held int64) porcupine.Operation {
	return did(call, back, input{do: readBalance}, output{available: available, held: held, total: available + held})
}

func TestTheSpecificationOfAnAccount(t *testing.T) {
	t.Parallel()
	const funds, fee = 100_000_00, transferFee
	first, second := input{do: withdraw, amount: 60_000_00}, input{do: withdraw, payout: 1, amount: 50_000_00}
	other, large := input{do: settle, payout: 1, amount: 20_000_00}, input{do: settle, payout: 1, amount: 60_000_00}
	by := func(do string) input { return input{do: do} }
	byHand := input{do: approve, manual: true}
	none := output{}
	refused := func(code string) output { return output{refusal: code} }
	end := func(status string) porcupine.Operation { return did(4, 5, by(ended), output{status: status}) }
	for name, c := range map[string]struct {
		possible bool
		history  []porcupine.Operation
	}{
		"two payouts that the account can bear":    {true, []porcupine.Operation{did(0, 2, first, none), did(1, 3, other, none)}},
		"an overdraft":                             {false, []porcupine.Operation{did(0, 2, first, none), did(1, 3, large, none)}},
		"two pending withdrawals":                  {false, []porcupine.Operation{did(0, 1, input{do: withdraw, amount: 10_000_00}, none), did(2, 3, input{do: withdraw, payout: 1, amount: 10_000_00}, none)}},
		"a second withdrawal is refused":           {true, []porcupine.Operation{did(0, 1, first, none), did(2, 3, second, refused("pending_withdrawal_exists"))}},
		"a refusal before there is a reason":       {false, []porcupine.Operation{did(0, 1, second, refused("insufficient_balance")), did(2, 3, first, none)}},
		"a refusal that rests on a request beside": {true, []porcupine.Operation{did(0, 3, first, none), did(1, 2, large, refused("insufficient_balance"))}},
		"the wrong refusal":                        {false, []porcupine.Operation{did(0, 1, first, none), did(2, 3, large, refused("pending_withdrawal_exists"))}},
		"a repeated request takes the money once":  {true, []porcupine.Operation{did(0, 1, first, none), did(2, 3, first, none), saw(4, 5, funds-60_000_00-fee, 60_000_00+fee)}},
		"a repeated request takes it twice":        {false, []porcupine.Operation{did(0, 1, other, none), did(2, 3, other, none), saw(4, 5, funds-2*(20_000_00+fee), 2*(20_000_00+fee))}},
		"a repeated request is refused":            {false, []porcupine.Operation{did(0, 1, first, none), did(2, 3, first, refused("insufficient_balance"))}},
		"another body is answered":                 {false, []porcupine.Operation{did(0, 1, other, none), did(2, 3, large, none)}},
		"a stale read":                             {false, []porcupine.Operation{did(0, 1, first, none), saw(2, 3, funds, 0)}},
		"a read beside a request":                  {true, []porcupine.Operation{did(0, 3, first, none), saw(1, 2, funds, 0)}},
		"reads that go back":                       {false, []porcupine.Operation{did(0, 9, first, none), saw(1, 2, funds-60_000_00-fee, 60_000_00+fee), saw(3, 4, funds, 0)}},
		"a lost answer, done":                      {true, []porcupine.Operation{lost(0, first), saw(1, 2, funds-60_000_00-fee, 60_000_00+fee)}},
		"a lost answer, not done":                  {true, []porcupine.Operation{lost(0, first), saw(1, 2, funds, 0)}},
		"a lost answer, done late":                 {true, []porcupine.Operation{lost(0, first), saw(1, 2, funds, 0), saw(3, 4, funds-60_000_00-fee, 60_000_00+fee)}},
		"a lost answer, done and undone":           {false, []porcupine.Operation{lost(0, first), saw(1, 2, funds-60_000_00-fee, 60_000_00+fee), saw(3, 4, funds, 0)}},
		"money that came from nowhere":             {false, []porcupine.Operation{saw(0, 1, funds+1, 0)}},
		"a payment credited":                       {true, []porcupine.Operation{lost(0, input{do: credited, amount: 7}), saw(1, 2, funds+7, 0)}},
		"a payment credited twice":                 {false, []porcupine.Operation{lost(0, input{do: credited, amount: 7}), saw(1, 2, funds+14, 0)}},
		"cancelled":                                {true, []porcupine.Operation{did(0, 1, first, none), did(2, 3, by(cancel), none), saw(4, 5, funds, 0)}},
		"cancelled twice":                          {false, []porcupine.Operation{did(0, 1, first, none), did(2, 3, by(cancel), none), did(4, 5, by(cancel), none)}},
		"cancelled and approved":                   {false, []porcupine.Operation{did(0, 1, first, none), did(2, 4, by(cancel), none), did(3, 5, by(approve), none)}},
		"cancelled, so not approved":               {true, []porcupine.Operation{did(0, 1, first, none), did(2, 4, by(cancel), none), did(3, 5, by(approve), refused("not_pending"))}},
		"paid by the provider":                     {true, []porcupine.Operation{did(0, 1, first, none), did(2, 3, by(approve), none), end(completed), saw(6, 7, funds-60_000_00-fee, 0)}},
		"failed by the provider":                   {true, []porcupine.Operation{did(0, 1, first, none), did(2, 3, by(approve), none), end(failed), saw(6, 7, funds, 0)}},
		"paid, and the money is there again":       {false, []porcupine.Operation{did(0, 1, first, none), did(2, 3, by(approve), none), end(completed), saw(6, 7, funds, 0)}},
		"paid and never approved":                  {false, []porcupine.Operation{did(0, 1, first, none), end(completed)}},
		"paid by the provider and by hand":         {false, []porcupine.Operation{did(0, 1, first, none), did(2, 3, by(approve), none), end(completed), did(6, 7, by(complete), none)}},
		"paid by hand":                             {true, []porcupine.Operation{did(0, 1, first, none), did(2, 3, byHand, none), did(4, 5, by(complete), none), saw(6, 7, funds-60_000_00-fee, 0)}},
		"failed by hand":                           {true, []porcupine.Operation{did(0, 1, first, none), did(2, 3, byHand, none), did(4, 5, by(fail), none), saw(6, 7, funds, 0)}},
		"by hand what the provider is to make, and may not have been sent": {true, []porcupine.Operation{did(0, 1, first, none), did(2, 3, by(approve), none), did(4, 5, by(fail), none)}},
		"the status of a payout that is not there":                         {false, []porcupine.Operation{did(0, 1, first, none), did(2, 3, by(readPayout), none)}},
		"a correction below zero":                                          {false, []porcupine.Operation{did(0, 1, input{do: adjust, amount: -funds - 1}, none)}},
	} {
		model := rules{funds: funds}.specification()
		if porcupine.CheckOperations(model, closed(c.history)) != c.possible {
			t.Errorf("%s: possible is %t", name, !c.possible)
		}
	}
	auto := rules{funds: funds, autoApprove: true}.specification()
	if porcupine.CheckOperations(auto, closed([]porcupine.Operation{did(0, 1, first, none), did(2, 3, by(cancel), none)})) {
		t.Error("a withdrawal that is approved by itself can be cancelled")
	}
}

func TestTheSpecificationOfAKey(t *testing.T) {
	t.Parallel()
	said := func(call, back int64, body string, r response) porcupine.Operation {
		return porcupine.Operation{Input: attempt{body}, Call: call, Output: r, Return: back}
	}
	first, again, second := response{answer: "1"}, response{answer: "1", replayed: true}, response{answer: "2"}
	lost, refused := response{unknown: true}, response{refused: true}
	busy, reused := response{conflict: inUse}, response{conflict: reused}
	beside := func(r response) response { r.contested = true; return r }
	for name, c := range map[string]struct {
		possible bool
		history  []porcupine.Operation
	}{
		"the first answer again":                       {true, []porcupine.Operation{said(0, 1, "a", first), said(2, 3, "a", again)}},
		"two answers":                                  {false, []porcupine.Operation{said(0, 1, "a", first), said(2, 3, "a", second)}},
		"two first answers":                            {false, []porcupine.Operation{said(0, 1, "a", first), said(2, 3, "a", first)}},
		"again without a first":                        {false, []porcupine.Operation{said(0, 1, "a", again)}},
		"another body is a conflict":                   {true, []porcupine.Operation{said(0, 1, "a", first), said(2, 3, "b", reused)}},
		"another body is answered":                     {false, []porcupine.Operation{said(0, 1, "a", first), said(2, 3, "b", second)}},
		"a refusal is not kept":                        {true, []porcupine.Operation{said(0, 1, "a", refused), said(2, 3, "b", second)}},
		"a refusal is kept":                            {false, []porcupine.Operation{said(0, 1, "a", refused), said(2, 3, "b", reused)}},
		"a refusal of what was done":                   {false, []porcupine.Operation{said(0, 1, "a", first), said(2, 3, "a", refused)}},
		"in use beside another":                        {true, []porcupine.Operation{said(0, 3, "a", first), said(1, 2, "a", beside(busy))}},
		"in use without another":                       {false, []porcupine.Operation{said(0, 1, "a", first), said(2, 3, "a", busy)}},
		"after a lost answer, a first one":             {true, []porcupine.Operation{said(0, open, "a", lost), said(2, 3, "a", first)}},
		"after a lost answer, its own":                 {true, []porcupine.Operation{said(0, open, "a", lost), said(2, 3, "a", again)}},
		"after a lost answer, the key may be free":     {true, []porcupine.Operation{said(0, open, "a", lost), said(2, 3, "b", second)}},
		"after a lost answer, the key may not be free": {true, []porcupine.Operation{said(0, open, "a", lost), said(2, 3, "b", reused)}},
		"after a lost answer, both":                    {false, []porcupine.Operation{said(0, open, "a", lost), said(2, 3, "b", reused), said(4, 5, "b", second), said(6, 7, "a", again)}},
	} {
		if porcupine.CheckOperations(keySpecification, c.history) != c.possible {
			t.Errorf("%s: possible is %t", name, !c.possible)
		}
	}
}

// Each history has many operations without an answer.
func TestTheLogShowsWhichOperationsWithoutAnAnswerHadAnEffect(t *testing.T) {
	t.Parallel()
	const funds = 100_000_00
	ms := int64(time.Millisecond)
	var operations []porcupine.Operation
	var effects []effect
	for n := range int64(60) {
		paid := input{do: credited, amount: 1_000_00 + n}
		operations = append(operations, lost(n*100*ms, paid))
		if n%2 == 0 {
			effects = append(effects, effect{paid, 10_000*ms + n*100*ms})
		}
	}
	first := input{do: withdraw, amount: 60_000_00}
	operations = append(operations, lost(0, first), did(9_000*ms, 9_001*ms, input{do: cancel}, output{refusal: "cannot_be_cancelled"}))
	effects = append(effects, effect{first, 500 * ms}, effect{input{do: cancel}, 700 * ms})
	operations = append(operations, lost(600*ms, input{do: cancel}))
	total := int64(funds)
	for _, e := range effects {
		if e.do == credited {
			total += e.amount
		}
	}
	model := rules{funds: funds}.specification()
	sound := append(slices.Clone(operations), saw(20_000*ms, 20_001*ms, total, 0))
	if result := porcupine.CheckOperationsTimeout(model, closed(witnessed(sound, effects)), time.Minute); result != porcupine.Ok {
		t.Errorf("the order of the log: %s", result)
	}
	wrong := append(slices.Clone(operations), saw(20_000*ms, 20_001*ms, total+1, 0))
	if result := porcupine.CheckOperationsTimeout(model, closed(witnessed(wrong, effects)), time.Minute); result != porcupine.Illegal {
		t.Errorf("a balance that no order has: %s", result)
	}
}
