package readmodel_test

import (
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
)

func TestPayoutsInTroubleAreListedByTheirKind(t *testing.T) {
	t.Parallel()
	first, second, third, settled := order(balance.Withdrawal, 1), order(balance.Withdrawal, 2), order(balance.Withdrawal, 3), order(balance.Settlement, 1)
	events := []domain.Event{}
	asked := map[int64]string{1: "doku-1", 2: "xendit", 3: "doku-1"}
	for i, o := range []balance.Order{first, second, third, settled} {
		if o.Kind == balance.Settlement {
			events = append(events, balance.SettlementRequested{Order: o, Movement: at(i)})
		} else {
			events = append(events, balance.WithdrawalRequested{Order: o, Movement: at(i)})
		}
		sent := o
		if sent.Connection = asked[o.ID]; o.Kind == balance.Settlement {
			sent.Connection = "xendit"
		}
		events = append(events, balance.PayoutApproved{Order: o, By: "admin", At: after(i)}, balance.PayoutSubmitted{Order: sent, IdempotencyKey: "k", At: after(i)})
	}
	events = append(events,
		balance.PayoutUnknown{Order: first, Reason: "timeout", At: after(8)}, balance.PayoutUnknown{Order: second, Reason: "timeout", At: after(8)},
		balance.PayoutUnknown{Order: settled, Reason: "timeout", At: after(8)},
		balance.PayoutContradicted{Order: third, Contradiction: balance.OtherAmount, At: after(9)})
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			trouble, kind, status, connection string
			client                            int64
			page                              readtable.Page
			want                              string
		}{
			{trouble: payoutrows.TroubleUnknown, kind: balance.Withdrawal, page: readtable.Page{Number: 1, PerPage: 15}, want: "[2 1] of 2"},
			{trouble: payoutrows.TroubleUnknown, kind: balance.Withdrawal, page: readtable.Page{Number: 2, PerPage: 1}, want: "[1] of 2"},
			{trouble: payoutrows.TroubleUnknown, kind: balance.Withdrawal, page: readtable.Page{Number: 3, PerPage: 1}, want: "[] of 2"},
			{trouble: payoutrows.TroubleUnknown, kind: balance.Withdrawal, client: 8, page: readtable.Page{Number: 1, PerPage: 15}, want: "[] of 0"},
			{trouble: payoutrows.TroubleUnknown, kind: balance.Withdrawal, client: 7, status: "completed", page: readtable.Page{Number: 1, PerPage: 15}, want: "[] of 0"},
			{trouble: payoutrows.TroubleUnknown, kind: balance.Settlement, page: readtable.Page{Number: 1, PerPage: 15}, want: "[1] of 1"},
			{trouble: payoutrows.TroubleContradicted, kind: balance.Withdrawal, page: readtable.Page{Number: 1, PerPage: 15}, want: "[3] of 1"},
			{trouble: payoutrows.TroubleContradicted, kind: balance.Settlement, page: readtable.Page{Number: 1, PerPage: 15}, want: "[] of 0"},
			{connection: "doku-1", kind: balance.Withdrawal, page: readtable.Page{Number: 1, PerPage: 15}, want: "[3 1] of 2"},
			{connection: "doku-1", kind: balance.Withdrawal, client: 8, page: readtable.Page{Number: 1, PerPage: 15}, want: "[] of 0"},
			{connection: "doku-1", kind: balance.Settlement, page: readtable.Page{Number: 1, PerPage: 15}, want: "[] of 0"},
			{connection: "xendit", kind: balance.Settlement, page: readtable.Page{Number: 1, PerPage: 15}, want: "[1] of 1"},
			{connection: "doku-1", trouble: payoutrows.TroubleUnknown, kind: balance.Withdrawal, page: readtable.Page{Number: 1, PerPage: 15}, want: "[1] of 1"},
		} {
			rows, total, err := q.PayoutsIn(t.Context(), payoutrows.FewFilter{
				ClientID: c.client, Kind: c.kind, Status: c.status, Trouble: c.trouble, Connection: c.connection,
			}, c.page)
			must(t, err)
			ids := []int64{}
			for _, r := range rows {
				ids = append(ids, r.ID)
			}
			equal(t, fmt.Sprint(c), fmt.Sprintf("%v of %d", ids, total), c.want)
		}
		counts, err := q.CountPayoutsIn(t.Context(), payoutrows.TroubleUnknown, balance.StatusProcessing)
		must(t, err)
		equal(t, "kinds", len(counts), 2)
		equal(t, "first", fmt.Sprint(counts[0].Kind, counts[0].Count), "withdrawal2")
		equal(t, "second", fmt.Sprint(counts[1].Kind, counts[1].Count), "settlement1")
	})
}

// An order found at the provider holds a payout before it is approved.
func TestAContradictedPayoutWaitsForAPersonUntilItEnds(t *testing.T) {
	t.Parallel()
	events := []domain.Event{}
	for id := range int64(3) {
		o := order(balance.Withdrawal, id+1)
		events = append(events, balance.WithdrawalRequested{Order: o, Movement: at(int(id))},
			balance.PayoutContradicted{Order: o, Contradiction: balance.NotSubmitted, At: after(9)})
		if id > 0 {
			events = append(events, balance.PayoutApproved{Order: o, By: "admin", At: after(10)})
		}
		if id > 1 {
			events = append(events, balance.PayoutFailed{Order: o, Movement: at(11)})
		}
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		waiting, err := q.WaitingForPersons(t.Context(), "2026-01-31")
		must(t, err)
		for _, w := range waiting {
			if w.Kind == readmodel.WaitingContradictions && (w.Count != 2 || w.Oldest == nil || !w.Oldest.Equal(at(0).At)) {
				t.Errorf("%d payouts wait since %v, want the pending and the processing one", w.Count, w.Oldest)
			}
		}
	})
}
