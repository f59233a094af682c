package readmodel_test

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

func TestHoldsAreTheCreditsThatAreNotAvailableYet(t *testing.T) {
	t.Parallel()
	held := func(id int64, paidAt int) payment.Paid {
		p := paid(invoice(id, ""), "PENDING", paidAt)
		p.Held, p.PaidAt, p.Net = true, after(paidAt), rupiah.Of(100)
		return p
	}
	back := func(id int64, amount int) payment.Reversed {
		return payment.Reversed{Identity: invoice(id, ""), FromUnsettled: rupiah.Of(amount), ClientBears: rupiah.Of(amount), At: after(9)}
	}
	fromTheFuture := held(6, 8)
	fromTheFuture.PaidAt = after(500)
	second := payment.SuspenseReleased{Identity: invoice(1, ""), Charge: payment.Charge{Net: rupiah.Of(50)}, SuspenseID: 9, Held: true, At: after(7)}
	second.PaidAt = after(4)
	given(t, []domain.Event{
		held(1, 1), held(2, 2), held(3, 3), held(4, 4), held(5, 5), fromTheFuture, second, paid(invoice(7, ""), "PENDING", 1),
		payment.Settled{Identity: invoice(2, ""), Held: true, FromUnsettled: rupiah.Of(100), At: after(9)},
		payment.HoldEnded{Identity: invoice(3, ""), FromUnsettled: rupiah.Of(100), At: after(9)},
		back(4, 40), back(5, 60), back(5, 40),
	}, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			until time.Time
			want  string
		}{
			{after(0), "[]"},
			{after(1), "[INV-7-1/0 100]"},
			{after(4), "[INV-7-1/0 100 INV-7-1/9 50 INV-7-4/0 60]"},
			{after(600), "[INV-7-1/0 100 INV-7-1/9 50 INV-7-4/0 60 INV-7-6/0 100]"},
		} {
			var all []string
			for at := (paymentrows.HoldCursor{}); ; {
				page, err := q.HoldsUntil(t.Context(), c.until, at, 1)
				must(t, err)
				if len(page) == 0 {
					break
				}
				all, at = append(all, fmt.Sprintf("%s/%d %s", page[0].TransactionID, page[0].SuspenseID, page[0].Amount)), page[0].Cursor()
			}
			equal(t, "held until "+c.until.String(), fmt.Sprint(all), c.want)
		}
	})
}
