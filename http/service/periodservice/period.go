// Package periodservice implements the use cases of the months of the books: List, Get with its checklist, Close, the
// signed Statement of a closed month, and Late with what came after it. Package domain/period decides what may be closed.
//
// No use case reads a read model for what it decides. Booking times do not go back along the log, so a month has the same
// events for ever, and a closed month needs no copy of its reports.
package periodservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/period"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/state"
	"gateway/projections/audit/books"
	"gateway/projections/notary"
	"gateway/projections/readmodel/readtable"
)

// Notary signs the log as it was. *notary.Signer implements it.
type Notary interface {
	// At returns the checkpoint of the log up to a position, and the number of its events.
	At(ctx context.Context, p eventstore.Position) (checkpoint string, events int64, err error)
	// Key is the key that signs.
	Key() notary.Key
}

// Runs has the audit runs. *state.DB implements it.
type Runs interface {
	AuditRuns(ctx context.Context, kind, outcome string, p readtable.Page) ([]state.AuditRun, int64, error)
	AuditRun(ctx context.Context, id int64) (state.AuditRun, error)
}

// Periods implements the use cases. It is safe for concurrent use.
type Periods struct {
	*service.Core
	Notary Notary
	Runs   Runs
	// Connections are the names of the connections whose books must be compared.
	Connections []string
}

// Listed is a month in the list.
type Listed struct {
	Period string `json:"period"`
	Status string `json:"status"`
	// From is the first instant of the month, Until the first one after it.
	From     time.Time `json:"from"`
	Until    time.Time `json:"until"`
	TimeZone string    `json:"time_zone"`
	// The others are set for a closed month only.
	ClosedAt   *time.Time `json:"closed_at"`
	By         *string    `json:"by"`
	ApprovedBy *string    `json:"approved_by"`
	Hash       *string    `json:"hash"`
}

// List returns the months from the first event of the log to the present one, the newest first.
func (p Periods) List(ctx context.Context) ([]Listed, error) {
	all := []Listed{}
	first, err := p.began(ctx)
	if err != nil || first.IsZero() {
		return all, err
	}
	m, err := p.SpanAt(ctx, "period", p.Now())
	for err == nil && m.Until.After(first) {
		all = append(all, p.listed(m))
		m, err = p.SpanOf(ctx, "period", m.Earlier())
	}
	return all, err
}

func (p Periods) listed(m period.Span) Listed {
	l := Listed{
		Period: m.Name, Status: period.Status(m.Closed != nil, m.Until, p.Now()), From: m.From.UTC(), Until: m.Until.UTC(),
		TimeZone: m.Days.Zone().String(),
	}
	if s := m.Closed; s != nil {
		l.TimeZone = s.TimeZone
		l.ClosedAt, l.By, l.ApprovedBy, l.Hash = &s.At, &s.By, service.NilIfEmpty(s.ApprovedBy), &s.Hash
	}
	return l
}

// began returns the booking time of the first event; zero for an empty log.
func (p Periods) began(ctx context.Context) (time.Time, error) {
	page, err := p.Log.Store().ReadAll(ctx, eventstore.Position{}, 1)
	if err != nil || len(page) == 0 {
		return time.Time{}, err
	}
	return page[0].BookedAt, nil
}

// month parses a month that has begun. Refusals: invalid_field period, also for one before the first event of the log.
func (p Periods) month(ctx context.Context, name string) (period.Span, error) {
	m, err := p.SpanOf(ctx, "period", name)
	if err != nil {
		return m, err
	}
	first, err := p.began(ctx)
	switch {
	case err != nil:
		return m, err
	case first.IsZero() || !m.Until.After(first):
		return m, domain.InvalidField("period", "is before the first booking")
	case m.From.After(p.Now()):
		return m, domain.InvalidField("period", "has not begun")
	}
	return m, nil
}

// part is where a month lies in the log.
type part struct {
	period.Span
	books.Stretch
}

// part finds a month that is not closed. It begins where the month before was closed, so that no event is between two
// closed months, or in both, when the business time zone has changed.
func (p Periods) part(ctx context.Context, m period.Span) (at part, err error) {
	at.Span = m
	at.Stretch, err = p.stretch(ctx, m.From, m.Until)
	return at, err
}

// stretch returns the part of the log that was booked from one instant up to just before another.
func (p Periods) stretch(ctx context.Context, from, until time.Time) (s books.Stretch, err error) {
	if s.After, err = p.books().BookedThrough(ctx, from.Add(-time.Nanosecond)); err != nil {
		return s, err
	}
	s.Through, err = p.books().BookedThrough(ctx, until.Add(-time.Nanosecond))
	return s, err
}

func (p Periods) books() books.Reader {
	if p.Queries == nil {
		return books.Reader{Log: p.Log}
	}
	return books.NewReader(p.Log, p.Queries)
}

// earlierOpen returns the name of the first month before m that has bookings and is not closed; empty if there is none.
// The months before a closed one are closed, or have no bookings.
func (p Periods) earlierOpen(ctx context.Context, m period.Span) (string, error) {
	first, err := p.began(ctx)
	if err != nil {
		return "", err
	}
	open := ""
	for {
		if m, err = p.SpanOf(ctx, "period", m.Earlier()); err != nil || m.Closed != nil || !m.Until.After(first) {
			return open, err
		}
		at, err := p.stretch(ctx, m.From, m.Until)
		if err != nil {
			return "", err
		}
		moves, err := p.books().Moves(ctx, at)
		if err != nil {
			return "", err
		}
		if moves {
			open = m.Name
		}
	}
}
