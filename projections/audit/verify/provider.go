package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// booked summarizes the payouts with one reference in the provider's books.
type booked struct {
	amount decimal.Decimal
	status report.Status
	// paid counts the payouts that did not fail.
	paid int
}

// bookedPayouts reads the books of all connections that have some. Run reads them before the log, so that the log
// already has everything in them.
func bookedPayouts(ctx context.Context, connections []Connection) (map[string]booked, error) {
	all := make(map[string]booked)
	for _, c := range connections {
		if c.Books == nil {
			continue
		}
		if err := addBooked(ctx, c.Books, all); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return all, nil
}

func addBooked(ctx context.Context, at ProviderBooks, all map[string]booked) error {
	return at.ListBookings(ctx, report.BookingQuery{Kinds: []report.BookingKind{report.BookedPayout}}, func(t report.Booking) error {
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
}

// ask compares each payout with the record of its connection. A connection without books is asked for each payout,
// one with books only for payouts that the books should have and lack, because the books may be older.
func (p *payouts) ask(ctx context.Context, connections []Connection, books map[string]booked, r *Report) {
	ordered := make(map[string]bool)
	failed, apart := 0, make(map[string]int)
	for name, ours := range p.all {
		references := ours.references
		if len(references) == 0 {
			references = []string{name} // an order of older events; the provider need not have it
		}
		for _, reference := range references {
			ordered[reference] = true
		}
		if i := slices.IndexFunc(connections, ours.isAt); i >= 0 && connections[i].Apart != "" {
			apart[ours.connection]++
			continue
		}
		if failed >= maxFailedCalls {
			continue
		}
		theirs, known, err := p.theirs(ctx, connections, books, *ours, references)
		if err != nil {
			r.addUnchecked(p.name(), name, err)
			if failed++; failed == maxFailedCalls {
				r.addUnchecked(p.name(), "further payouts", errors.New("the provider is not asked any more"))
			}
			continue
		}
		p.compare(name, *ours, theirs, known, r)
	}
	for _, c := range connections {
		if n := apart[c.Name]; n > 0 {
			r.addNote(p.name(), fmt.Sprintf("%d payouts at %s were not compared with the provider: %s", n, c.Name, c.Apart))
		}
	}
	for reference, theirs := range books {
		if _, _, _, isRefund := payment.ParseRefundKey(reference); isRefund {
			p.compareRefund(reference, theirs, r)
		}
		// Other programs may use the same provider account with other references.
		if _, _, _, ours := balance.ParseReference(reference); ours && !ordered[reference] {
			r.addFinding(p.name(), reference, "the provider has a payout that was never requested")
		}
	}
}

// compareRefund compares a refund that the provider made as a transfer with the log.
func (p *payouts) compareRefund(reference string, theirs booked, r *Report) {
	switch {
	case !p.refunds[reference]:
		r.addFinding(p.name(), reference, "the provider has a transfer of a refund that was never submitted")
	case theirs.paid > 1:
		r.addFinding(p.name(), reference, "the provider has it %d times", theirs.paid)
	}
}

// isAt reports whether the payout was ordered at the connection.
func (p *payout) isAt(c Connection) bool { return c.Name == p.connection }

// maxFailedCalls limits failed calls to the provider, because each may take its whole timeout.
const maxFailedCalls = 3

// theirs returns the provider's records under the references of one payout. A payout without a connection was never
// ordered: only the books may know it.
func (p *payouts) theirs(
	ctx context.Context, connections []Connection, books map[string]booked, ours payout, references []string,
) (theirs booked, known bool, err error) {
	i := slices.IndexFunc(connections, ours.isAt)
	if i < 0 && ours.connection != "" {
		return theirs, known, fmt.Errorf("%s: %w", ours.connection, connection.ErrUnknown)
	}
	for _, reference := range references {
		b, ok := books[reference]
		if i >= 0 && (connections[i].Books == nil || !ok && ours.completed && !ours.manual) {
			found, err := connections[i].Provider.FindPayout(ctx, ours.api, reference)
			if err != nil && !errors.Is(err, report.ErrNoRecord) {
				return theirs, known, fmt.Errorf("the provider does not say what it has: %w", err)
			}
			b, ok = bookedOf(found), err == nil
		}
		if ok {
			theirs, known = theirs.and(b, known), true
		}
	}
	return theirs, known, nil
}

func bookedOf(found report.Payout) booked {
	b := booked{amount: found.Amount, status: found.Status}
	if found.Status != report.Failed {
		b.paid = 1
	}
	return b
}

// and joins the provider's records under two references of one payout. A record that did not fail wins over
// one that did.
func (b booked) and(other booked, known bool) booked {
	if !known || b.status == report.Failed {
		b.amount, b.status = other.amount, other.status
	}
	b.paid += other.paid
	return b
}

func (p *payouts) compare(reference string, ours payout, theirs booked, known bool, r *Report) {
	switch {
	case theirs.paid > 1:
		r.addFinding(p.name(), reference, "the provider has it %d times", theirs.paid)
	case known && !ours.submitted:
		r.addFinding(p.name(), reference, "the provider has a payout that was never submitted")
	case known && !theirs.amount.Equal(ours.amount):
		r.addFinding(p.name(), reference, "the provider paid %s, the log says %s", theirs.amount, ours.amount)
	case !known && ours.completed && !ours.manual && ours.forgotten:
		r.addUnchecked(p.name(), reference,
			errors.New("the log was imported, and the simulated provider knows no payout of it; --drill leaves it out"))
	case !known && ours.completed && !ours.manual:
		r.addFinding(p.name(), reference, "is completed, but the provider does not know it")
	case known && theirs.status == report.Completed && ours.ends > 0 && !ours.completed:
		r.addFinding(p.name(), reference, "the provider completed it, the log did not")
	case known && theirs.status == report.Completed && ours.manual:
		r.addFinding(p.name(), reference, "the provider completed it, and so did a person")
	}
}
