package auditpackage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/period"
	"gateway/domain/tax"
	"gateway/eventstore"
	"gateway/projections/audit/books"
	"gateway/projections/notary"
	"gateway/projections/readmodel"
)

// Notary proves how the log grew. *notary.Signer implements it.
type Notary interface {
	// Growth returns how the tree grew between two positions.
	Growth(ctx context.Context, after, through eventstore.Position) (notary.Growth, error)
	// Key is the key that signs.
	Key() notary.Key
}

// Source is what packages are made of.
type Source struct {
	Log    *eventstore.Log
	Books  books.Reader
	Notary Notary
	// Rules are those of the tax documents.
	Rules tax.Rules
}

// NewSource returns what packages of a log are made of. The read models tell where a month lies.
func NewSource(log *eventstore.Log, q *readmodel.Queries, n Notary, rules tax.Rules) Source {
	return Source{Log: log, Books: books.NewReader(log, q), Notary: n, Rules: rules}
}

// ErrOpen refuses the package of a month that is not closed.
var ErrOpen = &domain.Refusal{
	Kind: domain.Conflict, Code: "period_open", Field: "period", Message: "the month is not closed: only a closed month has a package",
}

// ErrChanged says that the log does not have what the closing of the month says. gateway audit verify names the event.
var ErrChanged = errors.New("the log is not what the closing of the month says")

// ErrKey says that the key that signed the closing is not among those of the configuration.
var ErrKey = errors.New("the month was closed under a master secret that is not in the configuration: add it to the former ones")

// Closed returns a month as it was closed, such as 2026-01. Refusals: invalid_field period, ErrOpen.
func (s Source) Closed(ctx context.Context, month string) (period.Closed, error) {
	if _, err := period.Parse(calendar.Calendar{}, month); err != nil {
		return period.Closed{}, err
	}
	state, _, err := eventstore.Load(ctx, s.Log, period.Aggregate, period.Stream(month))
	if err == nil && !state.Exists() {
		err = ErrOpen
	}
	return state.Closed, err
}

// Archive returns what writes the package of a closed month. Refusals: those of Closed.
func (s Source) Archive(ctx context.Context, month string) (write func(out io.Writer) error, err error) {
	closed, err := s.Closed(ctx, month)
	if err != nil {
		return nil, err
	}
	return func(out io.Writer) error { return s.Write(ctx, out, closed) }, nil
}

// Write writes the package of a month that Closed returned: a zip file without compression, because another version of a
// compressor would give other bytes. It reads the month twice, and keeps in memory the accounts, what administrators did, and some
// bytes for each movement and each fee, but no event. Errors: ErrChanged, ErrKey. What is written before an error is of no use.
func (s Source) Write(ctx context.Context, out io.Writer, month period.Closed) error {
	p, err := s.begin(ctx, out, month)
	if err != nil {
		return err
	}
	for _, write := range []func(context.Context) error{
		p.writeEvents, p.checkScan, p.writeJournal, p.writeBalances, p.writeDays, p.writeStatements, p.writeTax,
		p.writeAuditLog, p.writeProofs, p.writeClosing, p.writeReports, p.writeWords,
	} {
		if err := write(ctx); err != nil {
			return err
		}
	}
	return p.archive.close(p.key)
}

// pack is a package that is being written.
type pack struct {
	Source
	month   period.Closed
	days    calendar.Calendar
	at      books.Stretch
	key     notary.Key
	growth  notary.Growth
	archive *archive
	scan    scan
}

// begin finds the month in the log.
func (s Source) begin(ctx context.Context, out io.Writer, month period.Closed) (*pack, error) {
	zone, err := time.LoadLocation(month.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("the time zone of the closing: %w", err)
	}
	p := &pack{Source: s, month: month, days: calendar.In(zone), archive: newArchive(out, month.Until)}
	p.key = s.Notary.Key().Signing(month.Checkpoint)
	tree, err := notary.OpenCheckpoint(month.Checkpoint, p.key.Verifier)
	if err != nil {
		return nil, ErrKey
	}
	if p.at.After, err = s.Books.BookedThrough(ctx, month.From.Add(-time.Nanosecond)); err != nil {
		return nil, err
	}
	if p.at.Through, err = s.Books.BookedThrough(ctx, month.Until.Add(-time.Nanosecond)); err != nil {
		return nil, err
	}
	if p.growth, err = s.Notary.Growth(ctx, p.at.After, p.at.Through); err != nil {
		return nil, err
	}
	if p.growth.Before.N != month.EventsBefore || p.growth.After != tree || tree.N != month.Events {
		return nil, fmt.Errorf("%w: it has %d to %d events, and the closing %d to %d", ErrChanged,
			p.growth.Before.N, p.growth.After.N, month.EventsBefore, month.Events)
	}
	opening, err := s.Books.TrialBalance(ctx, month.From.Add(-time.Nanosecond), nil)
	if err != nil {
		return nil, err
	}
	return p, p.scan.begin(p, opening)
}
