package verify

import (
	"context"
	"errors"
	"fmt"

	"gateway/domain/balance"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// booked is what the provider has of the payouts of one reference.
type booked struct {
	amount decimal.Decimal
	status report.Status
	// paid counts those that did not fail.
	paid int
}

// bookedPayouts reads the provider's books. They are read before the log: what they
// hold is in the log by then. Nil, without an error, when there are none to read.
func bookedPayouts(ctx context.Context, at ProviderBooks) (map[string]booked, error) {
	if at == nil {
		return nil, nil
	}
	all := make(map[string]booked)
	err := at.ListBookings(ctx, report.BookingQuery{Payouts: true}, func(t report.Booking) error {
		b, known := all[t.Reference]
		if t.Status != report.Failed {
			b.paid++
		}
		if !known || t.Status != report.Failed {
			b.amount, b.status = t.Amount, t.Status
		}
		all[t.Reference] = b
		return nil
	})
	return all, err
}

// ask holds each payout against what the provider has of it. It is asked for those
// that its books, when there are any, don't show but should: they may be newer.
func (p *payouts) ask(ctx context.Context, at Provider, books map[string]booked, r *Report) error {
	for reference, ours := range p.all {
		theirs, known := books[reference]
		if books == nil || !known && ours.completed && !ours.manual {
			found, err := at.FindPayout(ctx, reference)
			if err != nil && !errors.Is(err, report.ErrNoRecord) {
				return fmt.Errorf("ask the provider for %s: %w", reference, err)
			}
			theirs, known = booked{amount: found.Amount, status: found.Status}, err == nil
		}
		p.compare(reference, *ours, theirs, known, r)
	}
	for reference := range books {
		// Others may use the same account at the provider, but not our references.
		if _, _, _, ours := balance.ParseReference(reference); ours && p.all[reference] == nil {
			r.found(p.name(), reference, "the provider has a payout that was never requested")
		}
	}
	return nil
}

func (p *payouts) compare(reference string, ours payout, theirs booked, known bool, r *Report) {
	switch {
	case theirs.paid > 1:
		r.found(p.name(), reference, "the provider has it %d times", theirs.paid)
	case known && !ours.submitted:
		r.found(p.name(), reference, "the provider has a payout that was never submitted")
	case known && !theirs.amount.Equal(ours.amount):
		r.found(p.name(), reference, "the provider paid %s, the log says %s", theirs.amount, ours.amount)
	case !known && ours.completed && !ours.manual:
		r.found(p.name(), reference, "is completed, but the provider does not know it")
	case known && theirs.status == report.Completed && ours.ends > 0 && !ours.completed:
		r.found(p.name(), reference, "the provider completed it, the log did not")
	case known && theirs.status == report.Completed && ours.manual:
		r.found(p.name(), reference, "the provider completed it, and so did a person")
	}
}
