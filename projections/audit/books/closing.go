package books

import (
	"context"
	"errors"
	"maps"
	"slices"

	"gateway/domain/ledger"
	"gateway/domain/period"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// PeriodBalance returns the trial balance of a part of the log, with the accounts of all clients summed by kind
// (ledger.OfAllClients), in order of the accounts. It reads the whole part. An account without balance and without
// bookings is left out.
func (r Reader) PeriodBalance(ctx context.Context, at Stretch) ([]period.Line, error) {
	opening, err := r.accountsAt(ctx, at.After, ledger.OfAllClients)
	if err != nil {
		return nil, err
	}
	t := NewTurnover(opening)
	err = engine.ReadPages(ctx, r.Log.Store(), at.After, at.Through, func(page []eventstore.Recorded) error {
		for _, e := range page {
			if err := t.Add(e); err != nil {
				return err
			}
		}
		return nil
	})
	return t.Lines(), err
}

// Turnover sums the postings of events by account. It must be used by one goroutine.
type Turnover struct {
	opening, debit, credit map[string]decimal.Decimal
	decoder                decoder
}

// NewTurnover makes a Turnover of accounts with these balances. It takes the map over.
func NewTurnover(opening map[string]decimal.Decimal) *Turnover {
	return &Turnover{opening: opening, debit: map[string]decimal.Decimal{}, credit: map[string]decimal.Decimal{}}
}

// Add adds the postings of an event.
func (t *Turnover) Add(r eventstore.Recorded) error {
	if !Posts(r.Stream) {
		return nil
	}
	e, err := t.decoder.event(r)
	if err != nil {
		return err
	}
	t.AddPostings(e.Postings)
	return nil
}

// AddPostings adds postings.
func (t *Turnover) AddPostings(postings []ledger.Posting) {
	for _, p := range postings {
		account := ledger.OfAllClients(p.Account)
		if p.Amount.IsNegative() {
			t.debit[account] = t.debit[account].Sub(p.Amount)
		} else {
			t.credit[account] = t.credit[account].Add(p.Amount)
		}
	}
}

// Lines returns the accounts in order of their names.
func (t *Turnover) Lines() []period.Line {
	names := map[string]bool{}
	for _, of := range []map[string]decimal.Decimal{t.opening, t.debit, t.credit} {
		for account := range of {
			names[account] = true
		}
	}
	lines := []period.Line{}
	for _, account := range slices.Sorted(maps.Keys(names)) {
		l := period.Line{Account: account, Opening: t.opening[account], Debit: t.debit[account], Credit: t.credit[account]}
		l.Closing = l.Opening.Sub(l.Debit).Add(l.Credit)
		if !l.Opening.IsZero() || !l.Debit.IsZero() || !l.Credit.IsZero() {
			lines = append(lines, l)
		}
	}
	return lines
}

// Next begins the turnover after this one: its opening is the closing of this one.
func (t *Turnover) Next() *Turnover {
	opening := map[string]decimal.Decimal{}
	for _, l := range t.Lines() {
		opening[l.Account] = l.Closing
	}
	return NewTurnover(opening)
}

// errFound ends the reading of a log whose rest is of no interest.
var errFound = errors.New("found")

// Moves reports whether a part of the log has an event with postings. It reads up to the first one.
func (r Reader) Moves(ctx context.Context, at Stretch) (bool, error) {
	var d decoder
	err := engine.ReadPages(ctx, r.Log.Store(), at.After, at.Through, func(page []eventstore.Recorded) error {
		for _, event := range page {
			if !Posts(event.Stream) {
				continue
			}
			if e, err := d.event(event); err != nil || e.moves() {
				return errors.Join(err, errFound)
			}
		}
		return nil
	})
	if errors.Is(err, errFound) {
		return true, nil
	}
	return false, err
}
