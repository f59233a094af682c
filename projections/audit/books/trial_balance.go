package books

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/tax"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// TrialBalance is the balance of every account that ever had a posting, except clients' accounts at zero. In
// a sound log the balances add up to zero.
type TrialBalance struct {
	At       time.Time        `json:"at"`
	Accounts []AccountBalance `json:"accounts"`
	Sum      decimal.Decimal  `json:"sum"`
}

// AccountBalance is the balance of one account.
type AccountBalance struct {
	Account string          `json:"account"`
	Balance decimal.Decimal `json:"balance"`
}

// TrialBalance returns the balance of every account after all events booked at or before t, or after all
// events when t is zero. It leaves out clients' accounts at zero. With Totals it reads each client's last
// movement and a few events for the other accounts. Without Totals it sums the postings of the whole log up
// to that point. progress, if set, is called with each position that was read.
func (r Reader) TrialBalance(ctx context.Context, t time.Time, progress func(eventstore.Position)) (TrialBalance, error) {
	through, err := r.HeadAt(ctx, t)
	if err != nil {
		return TrialBalance{}, err
	}
	sums, from, err := r.totalsAt(ctx, through)
	if err != nil {
		return TrialBalance{}, err
	}
	var d decoder
	err = engine.ReadPages(ctx, r.Log.Store(), from, through, func(page []eventstore.Recorded) error {
		for _, e := range page {
			if err := d.addPostings(sums, e, everyAccount); err != nil {
				return err
			}
		}
		if progress != nil {
			progress(page[len(page)-1].Position)
		}
		return nil
	})
	if err != nil {
		return TrialBalance{}, err
	}
	return newTrialBalance(sums, t), nil
}

// SummedTrialBalance is TrialBalance with the accounts of all clients summed by kind (ledger.OfAllClients).
// It reads a few hundred events, however many clients there are.
func (r Reader) SummedTrialBalance(ctx context.Context, t time.Time) (TrialBalance, error) {
	through, err := r.HeadAt(ctx, t)
	if err != nil {
		return TrialBalance{}, err
	}
	sums, err := r.accountsAt(ctx, through, ledger.OfAllClients)
	if err != nil {
		return TrialBalance{}, err
	}
	return newTrialBalance(sums, t), nil
}

// HeadAt returns the position of the last event booked at or before t, or the head of the log when t is zero.
func (r Reader) HeadAt(ctx context.Context, t time.Time) (eventstore.Position, error) {
	if t.IsZero() {
		return r.Log.Store().Head(ctx)
	}
	return r.BookedThrough(ctx, t)
}

// Posts reports whether the events of a stream may have postings.
func Posts(stream string) bool {
	category, _, _ := strings.Cut(stream, "-")
	return slices.Contains(postingCategories, category)
}

var postingCategories = []string{balance.Aggregate.Category, treasury.Entries.Category, treasury.Fees.Category, tax.Invoices.Category}

func everyAccount(account string) string { return account }

// addPostings adds the postings of an event to the sums, each under the name of its account.
func (d *decoder) addPostings(sums map[string]decimal.Decimal, r eventstore.Recorded, name nameOf) error {
	if !Posts(r.Stream) {
		return nil
	}
	e, err := d.event(r)
	if err != nil {
		return err
	}
	for _, p := range e.Postings {
		if account := name(p.Account); account != "" {
			sums[account] = sums[account].Add(p.Amount)
		}
	}
	return nil
}

func newTrialBalance(sums map[string]decimal.Decimal, t time.Time) TrialBalance {
	if t.IsZero() {
		t = time.Now()
	}
	all := TrialBalance{At: t.UTC(), Accounts: []AccountBalance{}}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if sums[name].IsZero() && isClients(name) {
			continue
		}
		all.Accounts = append(all.Accounts, AccountBalance{Account: name, Balance: sums[name]})
		all.Sum = all.Sum.Add(sums[name])
	}
	return all
}
