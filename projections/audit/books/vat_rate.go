package books

import (
	"context"
	"strings"
	"sync"

	"gateway/domain/payment"
	"gateway/domain/statement"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// vatRates finds the VAT rates at which fees were charged. It is safe for concurrent use.
type vatRates struct {
	reader Reader
	mu     sync.Mutex
	// known are the rates of the payments read so far, by transaction id.
	known map[string]string
}

// maxKnownRates limits how many payments' rates are kept in memory.
const maxKnownRates = 100_000

// of returns the VAT rate of a movement's fee in the form of statement.VATRateText. The movement of a payout has the rate, and so
// does that of what a refund costs; the rate of a payment is in its own stream.
func (v *vatRates) of(ctx context.Context, m Movement, a statement.Amounts) (string, error) {
	if strings.HasPrefix(m.Kind, "payout.") {
		if m.VATRate == nil {
			return statement.VATRateText(decimal.Zero), nil
		}
		return statement.VATRateText(*m.VATRate), nil
	}
	ofPayment, err := v.ofPayment(ctx, m.Reference)
	return a.RateOfFee(m.Kind, m.VATRate, ofPayment), err
}

func (v *vatRates) ofPayment(ctx context.Context, transactionID string) (string, error) {
	v.mu.Lock()
	rate, ok := v.known[transactionID]
	v.mu.Unlock()
	if ok {
		return rate, nil
	}
	events, err := v.reader.eventsOf(ctx, payment.Stream(transactionID))
	if err != nil {
		return statement.UnknownVATRate, err
	}
	for _, event := range events {
		if c, ok := chargeOf(event); ok {
			return v.keep(transactionID, c), nil
		}
	}
	return statement.UnknownVATRate, nil
}

// rateSums sums the movements of one client by VAT rate. It must be used by one goroutine.
type rateSums struct {
	*vatRates
	sums statement.VATRates
}

func (s rateSums) add(ctx context.Context, m Movement, a statement.Amounts) error {
	if !a.HasVATRate() {
		return nil
	}
	rate, err := s.of(ctx, m, a)
	if err == nil {
		s.sums.AddSum(rate, statement.Sum{Count: 1, Amounts: a})
	}
	return err
}

// note keeps the rate in an event of the log, so that the payment's stream need not be read.
func (v *vatRates) note(r eventstore.Recorded) error {
	id, ok := strings.CutPrefix(r.Stream, payment.Aggregate.Category+"-")
	if !ok || !strings.HasPrefix(r.Type, "payment.paid.") && !strings.HasPrefix(r.Type, "payment.suspense_released.") {
		return nil
	}
	event, err := v.reader.Log.Codec().Decode(r.Type, r.Data)
	if c, ok := chargeOf(event); err == nil && ok {
		v.keep(id, c)
	}
	return err
}

func (v *vatRates) keep(transactionID string, c payment.Charge) string {
	rate := statement.VATRateText(c.VATRate)
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.known == nil || len(v.known) >= maxKnownRates {
		v.known = make(map[string]string)
	}
	v.known[transactionID] = rate
	return rate
}

// chargeOf returns the charge in an event that tells the rate at which money was credited.
func chargeOf(event any) (payment.Charge, bool) {
	_, charge, ok := creditOf(event)
	return charge, ok
}
