package books

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// TrialBalance is the balance of every account that ever had a posting. In a sound log
// their sum is zero.
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

// TrialBalance sums the postings of all movements at or before t, by account. It reads
// the whole log. progress, when set, is called with each position that it has read.
func (r Reader) TrialBalance(ctx context.Context, t time.Time, progress func(eventstore.Position)) (TrialBalance, error) {
	head, err := r.Log.Store().Head(ctx)
	if err != nil {
		return TrialBalance{}, err
	}
	var d decoder
	sums := make(map[string]decimal.Decimal)
	err = engine.ReadPages(ctx, r.Log.Store(), eventstore.Position{}, head, func(page []eventstore.Recorded) error {
		for _, e := range page {
			if err := d.addPostings(sums, e, t); err != nil {
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

func (d *decoder) addPostings(sums map[string]decimal.Decimal, r eventstore.Recorded, t time.Time) error {
	if !strings.HasPrefix(r.Stream, balance.Aggregate.Category+"-") {
		return nil
	}
	e, err := d.event(r)
	if err != nil || e.At.After(t) {
		return err
	}
	for _, p := range e.Postings {
		sums[p.Account] = sums[p.Account].Add(p.Amount)
	}
	return nil
}

func newTrialBalance(sums map[string]decimal.Decimal, t time.Time) TrialBalance {
	all := TrialBalance{At: t.UTC(), Accounts: []AccountBalance{}}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		all.Accounts = append(all.Accounts, AccountBalance{Account: name, Balance: sums[name]})
		all.Sum = all.Sum.Add(sums[name])
	}
	return all
}
