package main

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/domain/sequence"
	"gateway/domain/transaction"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
	"golang.org/x/sync/errgroup"
)

// history makes a client with this many transactions and movements. Its newest snapshot is as old as a snapshot can be.
func (r *bench) history(ctx context.Context, length int) (merchant, error) {
	if m, ok := r.histories[length]; ok {
		return m, nil
	}
	progress("a client with %d transactions and as many movements", length)
	var m merchant
	err := r.seed(ctx, func(ctx context.Context, s seeder) error {
		made, err := s.seedMerchants(ctx, 1)
		if err != nil {
			return err
		}
		m = made[0]
		g, ctx := errgroup.WithContext(ctx)
		g.Go(func() error {
			return s.fund(ctx, m, length, eventstore.DefaultSnapshotEvery, decimal.NewFromInt(20_000))
		})
		g.Go(func() error { return s.record(ctx, m, length) })
		return g.Wait()
	})
	r.histories[length] = m
	return m, err
}

// record gives a client n recorded transactions.
func (s seeder) record(ctx context.Context, m merchant, n int) error {
	first, err := s.reserve(ctx, sequence.Transaction, n)
	if err != nil {
		return err
	}
	return runMany(ctx, "transactions", n, func(ctx context.Context, i int) error {
		id := first + int64(i)
		name := fmt.Sprintf("TRX-%d-%d", m.id, id)
		_, err := eventstore.Execute(ctx, s.log, transaction.Aggregate, transaction.Stream(m.id, name), func(state transaction.State) ([]domain.Event, error) {
			return transaction.Record(state, transaction.RecordCmd{
				ID: id, ClientID: m.id, AppID: m.app, TransactionID: name, ExternalID: fmt.Sprintf("ORDER-%d", id),
				Total: decimal.NewFromInt(10_000), At: s.at,
			})
		}, eventstore.ExpectNew)
		return err
	})
}
