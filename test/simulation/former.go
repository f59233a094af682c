package simulation

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// newTypes are the events that a former version of the program does not know.
var newTypes = map[string]bool{
	"payment.reversed.v1": true, "balance.payment_reversed.v1": true, "payment.hold_ended.v1": true, "balance.hold_ended.v1": true,
	"payment.settled.v2": true, "payment.reported.v1": true, "payout.attempt_failed.v1": true, "payout.contradicted.v1": true,
	"payment.chained.v1": true, "payment.replaced.v1": true, "payment.closed.v1": true, "order.claimed.v1": true,
	"refund.requested.v1": true, "refund.confirmed.v1": true, "refund.undone.v1": true, "refund.approved.v1": true, "refund.rejected.v1": true,
	"refund.cancelled.v1": true, "refund.submitted.v1": true, "refund.accepted.v1": true, "refund.attempt_failed.v1": true,
	"refund.failed.v1": true, "payment.reversal_returned.v1": true, "refund.held.v1": true, "refund.not_held.v1": true,
	"refund.released.v1": true, "balance.reversal_returned.v1": true,
	"dispute.opened.v1": true, "dispute.answered.v1": true, "dispute.reminded.v1": true, "dispute.forwarded.v1": true,
	"dispute.accepted.v1": true, "dispute.expired.v1": true, "dispute.decided.v1": true, "dispute.held.v1": true, "dispute.released.v1": true,
	"payment.claim_given_up.v1": true, "order.claim_taken_over.v1": true,
}

// codecOf returns the codec of this version of the program or of a former one.
func codecOf(former bool) *eventstore.Codec {
	events := catalogue.Events()
	if !former {
		return eventstore.NewCodec(events...)
	}
	known := events[:0:0]
	for _, e := range events {
		if !newTypes[e.EventType()] {
			known = append(known, e)
		}
	}
	return eventstore.NewCodec(known...)
}

// formerHistory puts payments into the log in the form in which a former version of the program wrote them:
// paid by a wallet, held until they are settled, and some of them settled, by payment.settled.v1.
func (w *world) formerHistory() {
	for _, c := range w.clients {
		r := &request{n: len(w.requests) + 1, client: c, kind: salePayment, channel: "DANA", url: c.url}
		r.amount = int64(50_000 + r.n)
		w.requests = append(w.requests, r)
		at := time.Now().UTC().Truncate(time.Millisecond)
		id := fmt.Sprintf("INV-%d-%d", c.id, at.UnixNano()+int64(r.n))
		b := &bill{kind: "ewallet", id: w.providers[0].newID("ewallet-"), reference: id, amount: r.amount, channel: "DANA", created: at, closed: true}
		t := &paidBill{id: b.id, amount: r.amount, channel: "DANA", at: at, settled: w.chance(2), settledAt: at}
		b.transfers = append(b.transfers, t)
		w.providers[0].bills = append(w.providers[0].bills, b)
		w.putFormer(c, r, b, t)
	}
}

func (w *world) putFormer(c *client, r *request, b *bill, t *paidBill) {
	identity := payment.Identity{
		ID: 900_000_000 + int64(r.n), TransactionID: b.reference, ExternalID: fmt.Sprint("order-", r.n), ClientID: c.id, AppID: c.id,
		Channel: "ewallet", ChannelCode: "DANA", Amount: rupiah.Of(r.amount), CallbackURL: r.url,
	}
	fee, vat := feeOf("DANA", "DANA", decimal.NewFromInt(r.amount))
	charge := payment.Charge{Fee: fee, VAT: vat, Net: identity.Amount.Sub(fee).Sub(vat), VATRate: rupiah.Of(11)}
	receipt := payment.Receipt{
		ProviderID: b.id, ProviderPaymentID: t.id, UserID: "u1", PaidAmount: rupiah.Of(t.amount), PaidAt: t.at,
		PaymentMethod: "EWALLET", PaymentChannel: "ID_DANA",
	}
	events := []domain.Event{
		payment.Requested{
			Identity: identity, Rates: map[string]pricing.Rate{"DANA": pricing.DefaultRates()["DANA"]}, HoldUntilSettled: []string{"DANA"},
			VATRate: rupiah.Of(11), Fee: fee, VAT: vat, Net: charge.Net, ExpiresAt: t.at.Add(30 * time.Minute), At: t.at,
		},
		payment.Opened{Identity: identity, ProviderID: b.id, ExpiresAt: t.at.Add(30 * time.Minute), At: t.at},
		payment.Paid{Identity: identity, Receipt: receipt, Charge: charge, PreviousStatus: "PENDING", Held: true, At: t.at},
	}
	if t.settled {
		events = append(events, payment.SettledV1{Identity: identity, Receipt: receipt, Charge: charge, PreviousStatus: "PAID", Held: true, At: t.at})
	}
	proposed := make([]eventstore.Proposed, len(events))
	for i, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			panic(err)
		}
		proposed[i] = eventstore.Proposed{
			ID: w.eventID(0, map[string]int{}, b.reference, int64(i)), Type: e.EventType(), Data: data, Metadata: json.RawMessage(`{"actor":"provider"}`),
		}
	}
	if _, err := w.reader.Append(context.Background(), payment.Stream(b.reference), eventstore.NoStream, proposed); err != nil {
		panic(err)
	}
}
