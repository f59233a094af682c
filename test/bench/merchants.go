package main

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service/credential"

	"github.com/shopspring/decimal"
)

// merchant is an account with its key.
type merchant struct {
	id, app int64
	// header is the header line that authenticates a request.
	header string
}

// seedMerchants makes approved accounts with an app, a bank account and a key.
func (s seeder) seedMerchants(ctx context.Context, n int) ([]merchant, error) {
	first := make(map[string]int64)
	for _, kind := range []string{sequence.Client, sequence.App, sequence.APIKey} {
		id, err := s.reserve(ctx, kind, n)
		if err != nil {
			return nil, err
		}
		first[kind] = id
	}
	merchants := make([]merchant, n)
	err := runMany(ctx, "accounts", n, func(ctx context.Context, i int) error {
		key := credential.NewAPIKey()
		m := merchant{
			id: first[sequence.Client] + int64(i), app: first[sequence.App] + int64(i), header: "X-API-Key: " + key.Full,
		}
		merchants[i] = m
		_, err := eventstore.Execute(ctx, s.log, account.Aggregate, account.Stream(m.id), func(state account.State) ([]domain.Event, error) {
			return s.accountEvents(state, m, key, first[sequence.APIKey]+int64(i))
		}, eventstore.ExpectNew)
		return err
	})
	return merchants, err
}

// accountEvents decides all events of an account from its registration to its key.
func (s seeder) accountEvents(state account.State, m merchant, key credential.APIKey, keyID int64) (all []domain.Event, err error) {
	number, bank := "1234567890", "BCA"
	for _, decide := range []func(account.State) ([]domain.Event, error){
		func(state account.State) ([]domain.Event, error) {
			return account.Register(state, account.RegisterCmd{
				ClientID: m.id, Code: fmt.Sprintf("C%d", m.id), Name: "Toko Maju", Email: fmt.Sprintf("toko%d@example.com", m.id), At: s.at,
			})
		},
		func(state account.State) ([]domain.Event, error) {
			return account.Approve(state, account.ApproveCmd{By: "bench", NewAppID: m.app, At: s.at})
		},
		func(state account.State) ([]domain.Event, error) {
			return account.UpdateProfile(state, account.UpdateProfileCmd{AccountNumber: &number, Bank: &bank, At: s.at})
		},
		func(state account.State) ([]domain.Event, error) {
			return account.IssueKey(state, account.IssueKeyCmd{
				KeyID: keyID, Name: "server", Hash: key.Hash, Masked: key.Masked, By: "bench", At: s.at, ByAdmin: true,
			})
		},
	} {
		events, err := decide(state)
		if err != nil {
			return nil, err
		}
		state, all = account.Aggregate.Fold(state, events...), append(all, events...)
	}
	return all, nil
}

// fund gives a client money in this many movements: the first alone, then `together` of them per append.
func (s seeder) fund(ctx context.Context, m merchant, movements, together int, each decimal.Decimal) error {
	for done := 0; done < movements; {
		n := min(movements-done, together)
		if done == 0 {
			n = 1
		}
		_, err := eventstore.Execute(ctx, s.log, balance.Aggregate, balance.Stream(m.id), func(state balance.State) ([]domain.Event, error) {
			all := make([]domain.Event, 0, n)
			for i := range n {
				events, err := balance.Adjust(state, balance.AdjustCmd{
					ClientID: m.id, Amount: each, Reason: "bench", By: "bench", Reference: fmt.Sprint("bench-", done+i), At: s.at,
				})
				if err != nil {
					return nil, err
				}
				state, all = balance.Aggregate.Fold(state, events...), append(all, events...)
			}
			return all, nil
		})
		if err != nil {
			return err
		}
		done += n
	}
	return nil
}

// clients returns the accounts over which the load is spread. They have money.
func (r *bench) clients(ctx context.Context) ([]merchant, error) {
	if r.merchants != nil {
		return r.merchants, nil
	}
	err := r.seed(ctx, func(ctx context.Context, s seeder) (err error) {
		if r.merchants, err = s.seedMerchants(ctx, r.options.clients); err != nil {
			return err
		}
		return runMany(ctx, "balances", len(r.merchants), func(ctx context.Context, i int) error {
			return s.fund(ctx, r.merchants[i], 1, 1, decimal.NewFromInt(10_000_000))
		})
	})
	return r.merchants, err
}
