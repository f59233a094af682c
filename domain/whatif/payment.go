package whatif

import (
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Payment is money that was credited to a client once. A payment with additional money released from suspense
// therefore counts as several.
type Payment struct {
	// ChannelCode is the channel that it was paid with.
	ChannelCode string
	// Quote is how the amount was split. Rate is the rate that the split is based on.
	pricing.Quote
	Rate pricing.Rate
	// Exempt is true if it was charged without VAT, in place of GeneralVATRate percent.
	Exempt         bool
	GeneralVATRate decimal.Decimal
	// Held is true if the money was held when it was credited. HeldSince is when a hold began, or would have
	// begun.
	Held      bool
	HeldSince time.Time
	// SettledAt is when the provider settled it, and FreedAt when its hold ended; zero if it has not happened
	// yet.
	SettledAt, FreedAt time.Time
	// Reversed is how much of it was taken back from the client, in rupiah. Voided is true if it was taken
	// back with its fee.
	Reversed decimal.Decimal
	Voided   bool
}

// Of returns the payment as it was at the given time: the credit with this SuspenseID (0 for money that was
// credited at once) in the events of a payment. ok is false if there was no such credit by then.
func Of(events []domain.Event, suspenseID int64, at time.Time) (p Payment, ok bool) {
	var rates map[string]pricing.Rate
	var quoted string
	credit := func(code string, r payment.Receipt, c payment.Charge, held bool, creditedAt time.Time) {
		rate, known := rates[code]
		if !known {
			rate = rates[quoted]
		}
		p.ChannelCode, p.Rate, p.Held, p.HeldSince, ok = code, rate, held, payment.HeldSince(r, creditedAt), true
		p.Quote = pricing.Quote{Gross: r.PaidAmount, Fee: c.Fee, VAT: c.VAT, Net: c.Net, VATRate: c.VATRate}
	}
	for _, event := range events {
		switch e := event.(type) {
		case payment.Requested:
			rates, quoted, p.Exempt, p.GeneralVATRate = e.Rates, e.ChannelCode, e.VATExempt, e.VATRate
		case payment.Paid:
			if e.SuspenseID == 0 && suspenseID == 0 && !e.At.After(at) {
				credit(e.ChannelCode, e.Receipt, e.Charge, e.Held, e.At)
			}
		case payment.SuspenseReleased:
			if e.SuspenseID == suspenseID && !e.At.After(at) {
				credit(e.ChannelCode, e.Receipt, e.Charge, e.Held, e.At)
			}
		case payment.Settled:
			if e.SuspenseID == suspenseID && !e.At.After(at) {
				p.settle(e.At)
			}
		case payment.SuspenseSettled:
			if e.SuspenseID == suspenseID && !e.At.After(at) {
				p.settle(e.At)
			}
		case payment.HoldEnded:
			if e.SuspenseID == suspenseID && !e.At.After(at) {
				p.free(e.At)
			}
		case payment.Reversed:
			if e.SuspenseID == suspenseID && !e.At.After(at) {
				p.Reversed, p.Voided = p.Reversed.Add(e.ClientBears), p.Voided || e.Kind == payment.Void
			}
		}
	}
	return p, ok
}

func (p *Payment) settle(at time.Time) {
	if p.SettledAt.IsZero() {
		p.SettledAt = at
	}
	p.free(at)
}

func (p *Payment) free(at time.Time) {
	if p.FreedAt.IsZero() {
		p.FreedAt = at
	}
}
