package readmodel_test

import (
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/treasury"
	"gateway/projections/readmodel"
)

func TestFeesAreToBeEstimatedUntilTheyAreEstimatedOrBooked(t *testing.T) {
	t.Parallel()
	at := func(id int64, connection, channel string) payment.Identity {
		i := invoice(id, "")
		i.Connection, i.ChannelCode = connection, channel
		return i
	}
	received := func(id int64, connection, channel string) payment.Paid {
		p := paid(at(id, connection, channel), "PENDING", 2)
		p.ChannelCode = channel
		return p
	}
	second := payment.Suspended{Identity: at(1, "doku-1", "QRIS"), Receipt: receipt(at(1, "", "")), SuspenseID: 9, At: after(3)}
	second.ProviderPaymentID = "second"
	released := received(1, "doku-1", "QRIS")
	released.SuspenseID, released.ProviderPaymentID = 9, "second"
	out := func(id int64, connection, providerID string) balance.PayoutCompleted {
		o := order(balance.Withdrawal, id)
		o.Connection = connection
		return balance.PayoutCompleted{Order: o, Movement: movement(), ProviderID: providerID, TransferAt: after(5)}
	}
	booked := func(kind, reference string) treasury.FeeBooked {
		return treasury.FeeBooked{Connection: "doku-1", BookingID: reference, BookingKind: kind, Reference: reference}
	}
	given(t, []domain.Event{
		received(1, "doku-1", "QRIS"), second, released, received(2, "xendit", "QRIS"), received(3, "doku-1", "BCA"), received(4, "dana-1", "QRIS"),
		received(5, "doku-1", "QRIS"), received(6, "doku-1", "QRIS"), received(7, "doku-1", "QRIS"),
		out(1, "doku-1", "T1"), out(2, "doku-1", ""), out(3, "doku-1", "T3"), out(4, "xendit", "T4"),
		treasury.FeeEstimated{Connection: "doku-1", BookingKind: "PAYMENT", Reference: "INV-7-5", ProviderPaymentID: "pp"},
		treasury.FeeEstimated{Connection: "doku-1", BookingKind: "PAYMENT", Reference: "INV-7-1", ProviderPaymentID: "pp"},
		booked("PAYMENT", "INV-7-6"), booked("DISBURSEMENT", order(balance.Withdrawal, 3).Name()+"-12345678"),
		payment.Settled{Identity: at(7, "doku-1", "QRIS"), Receipt: receipt(at(7, "", "")), At: after(9)},
	}, func(t *testing.T, q *readmodel.Queries) {
		for want, pricedBy := range map[string][]string{
			"[INV-7-1 second doku-1 QRIS 100000]":                                                                               {"doku-1 QRIS"},
			"[INV-7-3 pp doku-1 BCA 100000 INV-7-4 pp dana-1 QRIS 100000]":                                                      {"doku-1 BCA", "dana-1 QRIS"},
			"[" + order(balance.Withdrawal, 1).Name() + "  doku-1 payout " + order(balance.Withdrawal, 1).Amount.String() + "]": {"doku-1 payout"},
			"[]": {"xendit QRIS", "xendit payout"},
		} {
			fees, err := q.FeesToEstimate(t.Context(), pricedBy, 10)
			must(t, err)
			var all []string
			for _, f := range fees {
				all = append(all, fmt.Sprintf("%s %s %s %s", f.Reference, f.ProviderPaymentID, f.PricedBy, f.Amount))
			}
			equal(t, fmt.Sprint(pricedBy), fmt.Sprint(all), want)
		}
	})
}
