package audit

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// TrialBalance is what stands on every account that was ever moved. The sum over
// all of them is zero in a sound log.
type TrialBalance struct {
	At       time.Time        `json:"at"`
	Accounts []AccountBalance `json:"accounts"`
	Sum      decimal.Decimal  `json:"sum"`
}

// AccountBalance is what stands on one account.
type AccountBalance struct {
	Account string          `json:"account"`
	Balance decimal.Decimal `json:"balance"`
}

// TrialBalance sums the postings of all movements at or before t, by account. It
// reads the whole log. progress, when set, is told how far it has come.
func (b Books) TrialBalance(ctx context.Context, t time.Time, progress func(eventstore.Position)) (TrialBalance, error) {
	head, err := b.Log.Store().Head(ctx)
	if err != nil {
		return TrialBalance{}, err
	}
	var d decoder
	sums := make(map[string]decimal.Decimal)
	for at := (eventstore.Position{}); at.Before(head); {
		events, err := b.Log.Store().ReadAll(ctx, at, pageSize)
		if err != nil {
			return TrialBalance{}, err
		}
		if len(events) == 0 {
			break
		}
		for _, r := range events {
			if err := d.post(sums, r, t); err != nil {
				return TrialBalance{}, err
			}
		}
		if at = events[len(events)-1].Position; progress != nil {
			progress(at)
		}
	}
	return trialOf(sums, t), nil
}

func (d *decoder) post(sums map[string]decimal.Decimal, r eventstore.Recorded, t time.Time) error {
	if !strings.HasPrefix(r.Stream, balance.Aggregate.Category+"-") {
		return nil
	}
	e, err := d.moved(r)
	if err != nil || e.At.After(t) {
		return err
	}
	for _, p := range e.Postings {
		sums[p.Account] = sums[p.Account].Add(p.Amount)
	}
	return nil
}

func trialOf(sums map[string]decimal.Decimal, t time.Time) TrialBalance {
	all := TrialBalance{At: t.UTC(), Accounts: []AccountBalance{}}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		all.Accounts = append(all.Accounts, AccountBalance{Account: name, Balance: sums[name]})
		all.Sum = all.Sum.Add(sums[name])
	}
	return all
}
