package books

import (
	"context"
	"strings"

	"gateway/domain/balance"
	"gateway/domain/statement"
	"gateway/eventstore"
)

// FeeRates finds the VAT rates at which fees were charged, for a reader that goes through the log in its order. It must be
// used by one goroutine.
type FeeRates struct{ rates vatRates }

// FeeRates makes a FeeRates.
func (r Reader) FeeRates() *FeeRates { return &FeeRates{vatRates{reader: r}} }

// Note takes the rate from an event of a payment, so that Of need not read the stream of the payment.
func (f *FeeRates) Note(r eventstore.Recorded) error { return f.rates.note(r) }

// Of returns the VAT rate of the fee of a movement with these amounts in a client's balance stream, in the form of statement.VATRateText.
func (f *FeeRates) Of(ctx context.Context, r eventstore.Recorded, a statement.Amounts) (string, error) {
	if !strings.HasPrefix(r.Stream, balance.Aggregate.Category+"-") {
		return statement.UnknownVATRate, nil
	}
	var d decoder
	e, err := d.event(r)
	if err != nil {
		return "", err
	}
	return f.rates.of(ctx, Movement{Kind: statement.KindOf(r.Type), Reference: e.Reference, VATRate: e.VATRate}, a)
}
