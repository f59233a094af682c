package readmodel_test

import (
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

func TestSuspendedMoneyIsOpenUntilItIsReleasedOrRefunded(t *testing.T) {
	t.Parallel()
	i, r := invoice(1, ""), receipt(invoice(1, ""))
	r.PaidAmount = rupiah.Of("99999.5")
	suspended := func(id int64) payment.Suspended {
		return payment.Suspended{Identity: paidBy(i, "BCA"), Receipt: r, SuspenseID: id, Reason: payment.ReasonAmountMismatch, At: noon}
	}
	given(t, []domain.Event{
		suspended(1), suspended(2), suspended(3),
		payment.SuspenseReleased{Identity: i, SuspenseID: 1, By: "root", Reason: "rounding", At: after(1)},
		payment.SuspenseRefunded{Identity: i, SuspenseID: 3, By: "root", Reason: "asked for", At: after(2)},
	}, func(t *testing.T, q *readmodel.Queries) {
		item, err := q.SuspenseItem(t.Context(), 1)
		must(t, err)
		wantJSON(t, item, `{"id":1,"client_id":7,"transaction_id":"INV-7-1","provider_id":"aa01","provider_payment_id":"pp",
			"amount":100000,"paid_amount":99999.5,"reversed_amount":0,"paid_at":"2026-03-01T05:04:00Z","payment_channel":"BCA","reason":"amount_mismatch",
			"status":"released","paid_from":"","resolved_by":"root","resolution":"rounding","created_at":"2026-03-01T05:00:00Z","updated_at":"2026-03-01T05:01:00Z"}`)
		for status, want := range map[string][]int64{"": {3, 2, 1}, "open": {2}, "released": {1}, "refunded": {3}} {
			list, total, err := q.SuspenseItems(t.Context(), paymentrows.SuspenseFilter{Status: status}, firstPage)
			must(t, err)
			ids := []int64{}
			for _, s := range list {
				ids = append(ids, s.ID)
			}
			equal(t, status, ids, want)
			equal(t, "total of "+status, total, int64(len(want)))
		}
		_, err = q.SuspenseItem(t.Context(), 4)
		wantNotFound(t, err)
	})
}

func TestMoneyInSuspenseShrinksByWhatTheProviderTakesBack(t *testing.T) {
	t.Parallel()
	i := invoice(1, "")
	suspended := func(id int64) payment.Suspended {
		return payment.Suspended{Identity: i, Receipt: receipt(i), SuspenseID: id, Reason: payment.ReasonSecondPayment, At: noon}
	}
	taken := func(id int64, amount string, closed bool) payment.Reversed {
		return payment.Reversed{
			Identity: i, Reversal: payment.Reversal{ReversalID: amount, Amount: rupiah.Of(amount)}, SuspenseID: id,
			FromSuspense: rupiah.Of(amount), SuspenseClosed: closed, At: after(3),
		}
	}
	afterRefund := taken(3, "5", false)
	afterRefund.FromSuspense = rupiah.Of("0") // it was booked with the refund
	given(t, []domain.Event{
		requested(i, 0), suspended(1), suspended(2), suspended(3), taken(1, "10", false), taken(2, "20", false), taken(2, "79980", true),
		payment.SuspenseRefunded{Identity: i, SuspenseID: 3, By: "root", At: after(2)},
		afterRefund,
	}, func(t *testing.T, q *readmodel.Queries) {
		for id, want := range map[int64]string{1: "open 10", 2: "reversed 80000", 3: "refunded 5"} {
			item, err := q.SuspenseItem(t.Context(), id)
			must(t, err)
			equal(t, "item", item.Status+" "+item.ReversedAmount.String(), want)
		}
		for status, want := range map[string]int64{"open": 1, "reversed": 1, "refunded": 1, "": 3} {
			_, total, err := q.SuspenseItems(t.Context(), paymentrows.SuspenseFilter{Status: status}, firstPage)
			must(t, err)
			equal(t, "number of "+status, total, want)
		}
	})
}

// The time of the last event counts, even when one batch takes back part of an item and resolves it.
func TestAnItemOfSuspenseShowsTheTimeOfItsLastEvent(t *testing.T) {
	t.Parallel()
	i, r := invoice(1, ""), receipt(invoice(1, ""))
	given(t, []domain.Event{
		payment.Suspended{Identity: paidBy(i, "BCA"), Receipt: r, SuspenseID: 1, Reason: payment.ReasonSecondPayment, At: noon},
		payment.Reversed{
			Identity: i, Reversal: payment.Reversal{ReversalID: "r-1", Kind: payment.Refund, Amount: rupiah.Of(1_000)},
			SuspenseID: 1, FromSuspense: rupiah.Of(1_000), At: after(1),
		},
		payment.SuspenseReleased{Identity: i, SuspenseID: 1, By: "root", Reason: "it is his", At: after(2)},
	}, func(t *testing.T, q *readmodel.Queries) {
		item, err := q.SuspenseItem(t.Context(), 1)
		must(t, err)
		if !item.UpdatedAt.Equal(after(2)) || item.Status != paymentrows.SuspenseReleased {
			t.Errorf("%s since %s", item.Status, item.UpdatedAt)
		}
	})
}

// A cancelled refund through the provider opens the item again, and it can be decided like any other, even in
// the same batch.
func TestAReopenedItemOfSuspenseIsOpenAgain(t *testing.T) {
	t.Parallel()
	i, r := invoice(1, ""), receipt(invoice(1, ""))
	suspended := func(id int64) payment.Suspended {
		return payment.Suspended{Identity: i, Receipt: r, SuspenseID: id, Reason: payment.ReasonSecondPayment, At: noon}
	}
	refunded := func(id int64) payment.SuspenseRefunded {
		return payment.SuspenseRefunded{Identity: i, Receipt: r, SuspenseID: id, By: "root", Reason: "asked for", PaidFrom: payment.RefundFromProvider, At: after(1)}
	}
	reopened := func(id int64) payment.SuspenseReopened {
		return payment.SuspenseReopened{Identity: i, Receipt: r, SuspenseID: id, By: "ani", Reason: "it was refused", At: after(2)}
	}
	given(t, []domain.Event{
		requested(i, 0), suspended(1), suspended(2), suspended(3), refunded(1), refunded(2), refunded(3), reopened(1), reopened(2),
		payment.SuspenseReleased{Identity: i, Receipt: r, SuspenseID: 2, By: "root", Reason: "it is his", At: after(3)},
	}, func(t *testing.T, q *readmodel.Queries) {
		item, err := q.SuspenseItem(t.Context(), 1)
		must(t, err)
		if item.Status != paymentrows.SuspenseOpen || item.PaidFrom != "" || item.ResolvedBy != nil || item.Resolution != nil || !item.UpdatedAt.Equal(after(2)) {
			t.Errorf("reopened: %+v", item)
		}
		for id, want := range map[int64]string{2: "released root", 3: "refunded provider root"} {
			item, err := q.SuspenseItem(t.Context(), id)
			must(t, err)
			equal(t, "item", strings.Join(strings.Fields(item.Status+" "+item.PaidFrom+" "+*item.ResolvedBy), " "), want)
		}
		for status, want := range map[string]int64{"open": 1, "released": 1, "refunded": 1} {
			_, total, err := q.SuspenseItems(t.Context(), paymentrows.SuspenseFilter{Status: status}, firstPage)
			must(t, err)
			equal(t, "number of "+status, total, want)
		}
		row, err := q.PaymentByTransactionID(t.Context(), i.TransactionID)
		must(t, err)
		equal(t, "under review", row.UnderReview, true)
	})
}
