package histories

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/shopspring/decimal"
)

// effect is an event in the stream of the account's balance, as the operation that has such an event.
type effect struct {
	input
	at int64 // since the history began
}

// doneBy are the operations that the events of a balance come from.
var doneBy = map[string]string{
	"balance.credited.v1": credited, "balance.adjusted.v1": adjust, "withdrawal.requested.v1": withdraw, "settlement.requested.v1": settle,
	"payout.approved.v1": approve, "payout.cancelled.v1": cancel, "payout.rejected.v1": reject, "payout.completed.v1": complete,
	"payout.failed.v1": fail,
}

// loggedEvent is an event as the administrators' API shows it.
type loggedEvent struct {
	Type string    `json:"type"`
	At   time.Time `json:"at"`
	Data struct {
		ExternalID string          `json:"external_id"`
		Payout     decimal.Decimal `json:"jumlah"`
		Amount     decimal.Decimal `json:"amount"`
		Net        decimal.Decimal `json:"net_payment"`
	} `json:"data"`
}

// effects reads the stream of the account's balance, in its order.
func (h *history) effects() (all []effect) {
	h.t.Helper()
	for after, end := int64(0), false; !end; {
		path := fmt.Sprintf("/admin/log?stream=balance-%d&limit=200&after=%d", h.merchant.ID, after)
		var page struct {
			Events []loggedEvent `json:"events"`
			Next   *int64        `json:"next"`
			End    bool          `json:"end"`
		}
		a, err := h.admin.Retry(h.t.Context(), "GET", path, nil)
		if err == nil {
			err = json.Unmarshal(a.Data, &page)
		}
		if err != nil {
			h.t.Fatalf("the log of the account: %s %v", a, err)
		}
		for _, e := range page.Events {
			if do, ok := doneBy[e.Type]; ok {
				all = append(all, effect{e.input(do), int64(e.At.Sub(h.record.began))})
			}
		}
		if end = page.End || page.Next == nil; !end {
			after = *page.Next
		}
	}
	return all
}

// input returns the operation that the event comes from: its amount where it has one, and its payout.
func (e loggedEvent) input(do string) input {
	amount := map[string]decimal.Decimal{credited: e.Data.Net, adjust: e.Data.Amount, withdraw: e.Data.Payout, settle: e.Data.Payout}[do]
	_, number, _ := strings.Cut(e.Data.ExternalID, "-")
	payout, _ := strconv.Atoi(number) // only payouts have a number
	return input{do: do, payout: payout, amount: amount.Shift(2).IntPart()}
}

// of reports whether the event may come from the operation.
func (e effect) of(in input, out output) bool {
	do := in.do
	if do == ended {
		do = map[string]string{completed: complete, failed: fail}[out.status]
	}
	switch {
	case e.do != do || out.refusal != "" || out.conflict:
		return false
	case do == credited || do == adjust:
		return e.amount == in.amount
	case do == withdraw || do == settle:
		return e.amount == in.amount && e.payout == in.payout
	}
	return e.payout == in.payout
}

// around is how far the time of an event may be from the moment at which the account changed.
const around = int64(20 * time.Millisecond)

// witnessed returns the operations with what the log says about those that had an effect: when they had it. An
// operation without an answer that had none is left out. An order of the result is an order of all operations: one
// that is left out comes after the end, where it has no effect. If the result has no order, nothing is proved, because
// the wrong operation may have been matched with an event.
//
// The search needs such help when many operations are open for long, above all credits, which never have an answer,
// and the ends of payouts: it would try them in every order.
func witnessed(operations []porcupine.Operation, effects []effect) (judged []porcupine.Operation) {
	left := slices.Clone(effects)
	for _, o := range operations {
		in, out := o.Input.(input), o.Output.(output)
		n := slices.IndexFunc(left, func(e effect) bool { return e.of(in, out) && o.Call <= e.at+around && e.at-around <= o.Return })
		switch {
		case n >= 0:
			o.Call, o.Return = max(o.Call, left[n].at-around), min(o.Return, left[n].at+around)
			left = slices.Delete(left, n, n+1)
		case out.unknown:
			continue
		}
		judged = append(judged, o)
	}
	return judged
}
