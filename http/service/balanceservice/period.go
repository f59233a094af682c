package balanceservice

import (
	"context"

	"gateway/domain"
	"gateway/projections/audit/books"
)

// periodMade is a report and the part of the log that it covers.
type periodMade struct {
	at     books.Stretch
	report books.Period
}

// PeriodRange returns the range of a period report: a month in the form 2026-01, or from and to, which are
// times or days, both included. If all are empty, it is the current month. Refusals: invalid_field month
// (also for one that has not started), from, to.
func (b *Balances) PeriodRange(ctx context.Context, month, from, to string) (books.Range, error) {
	if month != "" && (from != "" || to != "") {
		return books.Range{}, domain.InvalidField("month", "goes without from and to")
	}
	if from != "" || to != "" {
		in, err := b.Between(ctx, "from", from, "to", to)
		if err == nil && !in.To.IsZero() && in.To.Before(in.From) {
			err = domain.InvalidField("to", "is before from")
		}
		return in, err
	}
	if month == "" {
		month = b.Calendar.MonthOf(b.Now())
	}
	span, err := b.SpanOf(ctx, "month", month)
	if err == nil && span.From.After(b.Now()) {
		err = books.ErrNotBegun
	}
	return books.Range{From: span.From, To: span.Until.Add(-1)}, err
}

// Period returns the report of a period over all clients. Only one is made at a time, and the last one is
// cached, because the bookings in a part of the log never change. Errors: the context's.
func (b *Balances) Period(ctx context.Context, in books.Range) (books.Period, error) {
	at, err := b.books().Stretch(ctx, in)
	if err != nil {
		return books.Period{}, err
	}
	var last periodMade
	select {
	case last = <-b.period:
		defer func() { b.period <- last }()
	case <-ctx.Done():
		return books.Period{}, ctx.Err()
	}
	if last.at != at || last.report.Clients == nil {
		report, err := b.books().PeriodIn(ctx, in, at)
		if err != nil {
			return report, err
		}
		last = periodMade{at, report}
	}
	report := last.report
	report.From, report.To = in.From.UTC(), b.orNow(in.To).UTC()
	return report, nil
}

// NameClients sets the names of the clients in a report.
func (b *Balances) NameClients(ctx context.Context, clients []books.PeriodClient) ([]books.PeriodClient, error) {
	ids := make([]int64, len(clients))
	for i, c := range clients {
		ids[i] = c.ClientID
	}
	names, err := b.Queries.ClientNames(ctx, ids)
	named := make([]books.PeriodClient, len(clients))
	for i, c := range clients {
		c.Name = names[c.ClientID]
		named[i] = c
	}
	return named, err
}
