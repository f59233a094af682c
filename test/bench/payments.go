package main

import (
	"context"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/sequence"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// due is an unpaid QRIS payment.
type due struct {
	owner       merchant
	transaction string
	provider    string
	quote       pricing.Quote
}

// seedPayments makes n open payments without callbacks, spread over the owners.
func (s seeder) seedPayments(ctx context.Context, owners []merchant, n int) ([]due, error) {
	first, err := s.reserve(ctx, sequence.Transaction, n)
	if err != nil {
		return nil, err
	}
	all := make([]due, n)
	err = runMany(ctx, "payments", n, func(ctx context.Context, i int) error {
		id := first + int64(i)
		rate, _ := pricing.DefaultRate("QRIS")
		d := due{
			owner: owners[i%len(owners)], transaction: fmt.Sprintf("INV-%d-%d", owners[i%len(owners)].id, id),
			provider: fmt.Sprintf("qr_%032d", id),
			quote:    pricing.Compute(decimal.NewFromInt(int64(10_000+i%1_000)), rate, pricing.DefaultVATRate, true),
		}
		all[i] = d
		_, err := eventstore.Execute(ctx, s.log, payment.Aggregate, payment.Stream(d.transaction), func(state payment.State) ([]domain.Event, error) {
			return s.opened(state, d, id, rate)
		}, eventstore.ExpectNew)
		return err
	})
	return all, err
}

func (s seeder) opened(state payment.State, d due, id int64, rate pricing.Rate) ([]domain.Event, error) {
	requested, err := payment.Request(state, payment.RequestCmd{
		Identity: payment.Identity{
			ID: id, TransactionID: d.transaction, ExternalID: fmt.Sprintf("ORDER-%d", id), ClientID: d.owner.id, AppID: d.owner.app,
			Channel: string(pricing.QRIS), ChannelCode: "QRIS", Amount: d.quote.Gross,
		},
		Rates: map[string]pricing.Rate{"QRIS": rate}, VATRate: d.quote.VATRate,
		Fee: d.quote.Fee, VAT: d.quote.VAT, Net: d.quote.Net, ExpiresAt: s.at.Add(24 * time.Hour), At: s.at,
	})
	if err != nil {
		return nil, err
	}
	open, err := payment.Open(payment.Aggregate.Fold(state, requested...), payment.OpenCmd{
		ProviderID: d.provider, QRString: fmt.Sprintf("00020101021226660014ID.BENCH%0120d6304ABCD", id), At: s.at,
	})
	return append(requested, open...), err
}

// notification is the provider's notification that the payment was made.
func (d due) notification(at time.Time) []byte {
	return post("/provider/callbacks/qris", "X-Callback-Token: "+callbackToken, d.paid(at))
}

// paid is the provider's record of the payment, as in notifications and answers.
func (d due) paid(at time.Time) string {
	return fmt.Sprintf(`{"event":"qr.payment","id":"qrpy_%s","amount":%s,"created":"%s","qr_code":{"id":"%s",`+
		`"external_id":"%s","qr_string":"00020101021226660014ID.BENCH","type":"DYNAMIC","metadata":null},"status":"COMPLETED"}`,
		d.provider[3:], d.quote.Gross, at.UTC().Format(time.RFC3339), d.provider, d.transaction)
}
