package readmodel_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

func TestReversalsShowWhatWaitsAndWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	i := invoice(1, "")
	news := func(id string) payment.Reversal {
		return payment.Reversal{ReversalID: id, Kind: payment.Refund, Amount: rupiah.Of(10), Reason: "REFUND", By: payment.ByProvider, ProviderPaymentID: "pp"}
	}
	given(t, []domain.Event{
		payment.ReversalReported{Identity: i, Reversal: news("a"), Unconfirmed: true, At: after(1)},
		payment.ReversalReported{Identity: i, Reversal: news("b"), At: after(2)},
		payment.ReversalReported{Identity: i, Reversal: news("c"), At: after(3)},
		payment.ReversalReported{Identity: i, Reversal: news("a"), Waited: true, At: after(4)},
		payment.Reversed{Identity: i, Reversal: news("d"), ClientBears: rupiah.Of(10), At: after(5)},
		payment.Reversed{Identity: i, Reversal: news("b"), ClientBears: rupiah.Of(10), Waited: true, At: after(6)},
		payment.ReversalContradicted{Identity: i, Reversal: news("c"), Contradiction: payment.MoreThanPaid, Waited: true, At: after(7)},
		payment.ReversalReported{Identity: i, Reversal: news("e"), Undecided: true, At: after(7)},
		payment.ReversalReported{Identity: i, Reversal: news("f"), Unconfirmed: true, At: after(7)},
		payment.ReversalReported{Identity: i, Reversal: news("f"), Undecided: true, Waited: true, At: after(7)},
		payment.ReversalReported{Identity: i, Reversal: news("g"), Undecided: true, At: after(7)},
		payment.ReversalAssigned{Identity: i, ReversalID: "g", At: after(8)},
		payment.Reversed{Identity: i, Reversal: news("g"), ClientBears: rupiah.Of(10), Waited: true, WasUndecided: true, At: after(8)},
		payment.ReversalContradicted{Identity: i, Reversal: news("h"), Contradiction: payment.MoreThanPaid, At: after(8)},
		payment.Reversed{Identity: i, Reversal: news("h"), ClientBears: rupiah.Of(10), WasContradicted: true, At: after(9)},
	}, func(t *testing.T, q *readmodel.Queries) {
		for status, want := range map[string]string{"": "hgfedcba", paymentrows.ReversalPosted: "hgdb", paymentrows.ReversalWaiting: "a", paymentrows.ReversalUndecided: "fe", paymentrows.ReversalContradicted: "c"} {
			rows, total, err := q.Reversals(t.Context(), status, firstPage)
			must(t, err)
			ids := ""
			for _, r := range rows {
				ids += r.ReversalID
			}
			equal(t, "reversals "+status, ids, want)
			equal(t, "number of "+status, total, int64(len(want)))
		}
		one, err := q.Reversal(t.Context(), "f")
		must(t, err)
		equal(t, "status of f", one.Status, paymentrows.ReversalUndecided)
		_, err = q.Reversal(t.Context(), "z")
		wantNotFound(t, err)
		waiting, err := q.WaitingForPersons(t.Context(), "2026-01-31")
		must(t, err)
		for _, w := range waiting {
			if w.Kind == readmodel.WaitingUndecided && (w.Count != 2 || w.Oldest == nil || !w.Oldest.Equal(after(7))) {
				t.Errorf("%d undecided wait since %v", w.Count, w.Oldest)
			}
		}
		rows, _, err := q.Reversals(t.Context(), paymentrows.ReversalContradicted, firstPage)
		must(t, err)
		wantJSON(t, rows[0], `{"transaction_id":"INV-7-1","reversal_id":"c","client_id":7,"kind":"refund","amount":10,"suspense_id":0,
			"reason":"REFUND","by":"provider","provider_payment_id":"pp","status":"contradicted","contradiction":"more_than_paid",
			"created_at":"2026-03-01T05:03:00Z","updated_at":"2026-03-01T05:07:00Z"}`)
	})
}
