package readmodel_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/refundrows"
	"gateway/test/rupiah"
)

func TestRefundsThatWaitForTheOperatorsPeopleAreCounted(t *testing.T) {
	t.Parallel()
	i := invoice(1, "")
	order := func(id int64) payment.RefundOrder {
		return payment.RefundOrder{RefundID: id, ProviderPaymentID: "p", Amount: rupiah.Of(10), Method: payment.MethodTransfer, RequestedAt: after(int(id))}
	}
	var events []domain.Event
	for id, approval := range map[int64]string{
		1: payment.ApprovalAdmin, 2: payment.ApprovalOwner, 3: payment.ApprovalNone, 4: payment.ApprovalAdmin, 5: payment.ApprovalNone,
	} {
		events = append(events, payment.RefundRequested{Identity: i, RefundOrder: order(id), At: after(int(id))},
			payment.RefundConfirmed{Identity: i, RefundOrder: order(id), Approval: approval, At: after(int(id))})
	}
	events = append(events, payment.RefundSubmitted{Identity: i, RefundOrder: order(5), Attempt: 1, Key: "k", At: after(70)})
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			at             int
			pending, stuck int64
		}{{62, 2, 0}, {63, 2, 1}, {129, 2, 1}, {130, 2, 2}} {
			waiting, err := q.RefundsForPersons(t.Context(), after(c.at))
			must(t, err)
			counts := map[string]int64{}
			for _, w := range waiting {
				counts[w.Kind] = w.Count
			}
			equal(t, "pending at "+after(c.at).Format(time.TimeOnly), counts[refundrows.RefundsPending], c.pending)
			equal(t, "stuck at "+after(c.at).Format(time.TimeOnly), counts[refundrows.RefundsStuck], c.stuck)
		}
	})
}
