package whatif

import (
	"time"

	"gateway/domain"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Rule describes the hypothetical change. A nil field stays as it was.
type Rule struct {
	// ChannelCode limits the rule to payments that were made with this channel; empty means all.
	ChannelCode string
	Rate        *pricing.Rate
	// VATRate is the VAT on fees, in percent.
	VATRate *decimal.Decimal
	Hold    *Hold
}

// Hold says whether a credit is held, and how long.
type Hold struct {
	UntilSettled bool
	// Days is when the hold ends, counted from the payment, if the provider does not report SETTLED earlier;
	// 0 means never.
	Days int
}

const (
	// maxDays is the longest hold, the same limit as that of HOLD_DAYS.
	maxDays    = 3650
	day        = 24 * time.Hour
	maxPercent = 100
)

// Check refuses with invalid_field: channel_code, if no payment can be made with it; flat and percent, like
// pricing.Rate; vat_rate, if it is not from 0 to 100; hold_days, if it is not from 0 to 3650 or comes without
// a hold; flat, if the rule changes nothing. Every wrong field is named.
func (r Rule) Check() error {
	var channel, rate, vat, hold error
	if r.ChannelCode != "" {
		if _, known := pricing.Lookup(r.ChannelCode); !known {
			channel = domain.InvalidField("channel_code", "must be one that a payment can be paid with")
		}
	}
	if r.Rate != nil {
		rate = r.Rate.Check()
	}
	if r.VATRate != nil && (r.VATRate.IsNegative() || r.VATRate.GreaterThan(decimal.NewFromInt(maxPercent))) {
		vat = domain.InvalidField("vat_rate", "must be from 0 to %d", maxPercent)
	}
	if r.Hold != nil && (r.Hold.Days < 0 || r.Hold.Days > maxDays) {
		hold = domain.InvalidField("hold_days", "must be from 0 to %d", maxDays)
	} else if r.Hold != nil && r.Hold.Days > 0 && !r.Hold.UntilSettled {
		hold = domain.InvalidField("hold_days", "goes with hold_until_settled")
	}
	if r.Rate == nil && r.VATRate == nil && r.Hold == nil {
		rate = domain.InvalidField("flat", "is required, or percent, vat_rate or hold_until_settled")
	}
	return domain.Together(channel, rate, vat, hold)
}

// concerns reports whether the rule applies to a payment.
func (r Rule) concerns(p Payment) bool { return r.ChannelCode == "" || r.ChannelCode == p.ChannelCode }

// quote returns how the payment would have been split.
func (r Rule) quote(p Payment) pricing.Quote {
	if !r.concerns(p) || r.Rate == nil && r.VATRate == nil {
		return p.Quote
	}
	rate, vatRate := p.Rate, p.VATRate
	if r.Rate != nil {
		rate = *r.Rate
	}
	if r.VATRate != nil {
		vatRate = *r.VATRate
	}
	if p.Exempt {
		return pricing.ComputeExempt(p.Gross, rate, p.GeneralVATRate)
	}
	return pricing.Compute(p.Gross, rate, vatRate, true)
}

// unsettledAt reports whether the credit would still have been held at the given time.
func (r Rule) unsettledAt(p Payment, at time.Time) bool {
	if !r.concerns(p) || r.Hold == nil {
		return p.Held && (p.FreedAt.IsZero() || p.FreedAt.After(at))
	}
	over := func(end time.Time) bool { return !end.IsZero() && !end.After(at) }
	if !r.Hold.UntilSettled || over(p.SettledAt) {
		return false
	}
	return r.Hold.Days == 0 || !over(p.HeldSince.Add(time.Duration(r.Hold.Days)*day))
}
