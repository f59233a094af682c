package main

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/sequence"
	"gateway/domain/transaction"
	"gateway/eventstore"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

const (
	// bulkPage is how many events are inserted in one transaction.
	bulkPage = 20_000
	// bulkDay is the number of events per day, so that a day is as long in every log. Times of booking never
	// decrease, so the log lies in the future.
	bulkDay = 33_333
)

// bulk grows the log by COPY, like an imported log.
type bulk struct {
	bench     *bench
	merchants []merchant
	// source returns the next events of the log.
	source    func() ([]bulkRow, error)
	states    map[int64]balance.State
	revisions map[string]int64
	codec     *eventstore.Codec
	head      int64
	// The last assigned ids.
	nextID, nextPayout, nextClient int64
	last                           merchant // the newest, when merchants are made
	from, at                       time.Time
	step                           time.Duration
	sample                         struct {
		id                        int64
		transactionID, externalID string
	}
}

// growTo grows the log to about n events, and waits until the gateway has caught up.
func (b *bulk) growTo(ctx context.Context, n int) error {
	if b.merchants == nil {
		if err := b.begin(ctx); err != nil {
			return err
		}
	}
	events, err := sql.Open("postgres", b.bench.pg.DSN(eventDatabase))
	if err != nil {
		return err
	}
	defer events.Close()
	if err := b.bench.gateway.stop(ctx); err != nil {
		return err
	}
	// The gateway wrote meanwhile.
	if err := events.QueryRowContext(ctx, `SELECT max(position) FROM events`).Scan(&b.head); err != nil {
		return err
	}
	if err := b.resume(ctx, events); err != nil {
		return err
	}
	stop := reportProgress(func() string { return fmt.Sprintf("bulk insert: %d of %d events", b.head, n) })
	for b.head < int64(n) && err == nil {
		err = b.insertPage(ctx, events, min(bulkPage, n-int(b.head)))
	}
	stop()
	if err != nil {
		return err
	}
	if _, err := events.ExecContext(ctx, `ANALYZE events`); err != nil {
		return err
	}
	if _, err := b.bench.gateway.start(ctx); err != nil {
		return err
	}
	return b.bench.settle(ctx)
}

// growBy grows the log by n events, and otherwise works like growTo.
func (b *bulk) growBy(ctx context.Context, n int) error {
	var events int
	if err := b.bench.read.QueryRowContext(ctx, `SELECT max(commit_position) FROM checkpoints`).Scan(&events); err != nil {
		return err
	}
	return b.growTo(ctx, events+n)
}

func (b *bulk) begin(ctx context.Context) error {
	b.states, b.revisions, b.codec = make(map[int64]balance.State), make(map[string]int64), eventstore.NewCodec(catalogue.Events()...)
	return b.bench.seed(ctx, func(ctx context.Context, s seeder) (err error) {
		if b.merchants, err = s.seedMerchants(ctx, b.bench.options.clients); err != nil {
			return err
		}
		for kind, next := range map[string]*int64{
			sequence.Transaction: &b.nextID, sequence.Withdrawal: &b.nextPayout,
			// One number serves for all three, because it is free in each.
			sequence.Client: &b.nextClient, sequence.App: &b.nextClient, sequence.APIKey: &b.nextClient,
		} {
			first, err := s.reserve(ctx, kind, 100_000_000)
			if err != nil {
				return err
			}
			*next = max(*next, first)
		}
		b.from = s.at.Add(time.Hour)
		b.at, b.step = b.from, 24*time.Hour/bulkDay
		return nil
	})
}

// resume reads what the gateway has written into the streams of the merchants.
func (b *bulk) resume(ctx context.Context, events *sql.DB) error {
	for id := range b.states {
		delete(b.states, id)
	}
	clear(b.revisions)
	rows, err := events.QueryContext(ctx, `SELECT stream, max(revision) FROM events
		WHERE stream LIKE 'balance-%' OR stream LIKE 'snapshot-balance-%' GROUP BY stream`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var stream string
		var last int64
		if err := rows.Scan(&stream, &last); err != nil {
			return err
		}
		b.revisions[stream] = last + 1
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return b.loadStates(ctx)
}

func (b *bulk) day(n int) time.Time { return b.at.AddDate(0, 0, n) }

type bulkRow struct {
	stream string
	event  domain.Event
}

func (b *bulk) insertPage(ctx context.Context, db *sql.DB, n int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if _, err := tx.ExecContext(ctx, `SELECT make_range($1)`, 2*n); err != nil {
		return err
	}
	stmt, err := tx.PrepareContext(ctx, `COPY events (position, stream, revision, id, type, data, metadata, booked_at) FROM STDIN`)
	if err != nil {
		return err
	}
	metadata := string(eventstore.Metadata{Actor: "system:bench"}.JSON())
	for written := 0; written < n; {
		rows, err := b.source()
		if err != nil {
			return err
		}
		for _, row := range rows {
			data, err := b.codec.Encode(row.event)
			if err != nil {
				return err
			}
			b.head++
			revision := b.revisions[row.stream]
			b.revisions[row.stream] = revision + 1
			if _, err := stmt.ExecContext(ctx, b.head, row.stream, revision, uuid.NewString(), row.event.EventType(), string(data), metadata, b.at); err != nil {
				return err
			}
			written++
		}
	}
	if _, err := stmt.ExecContext(ctx); err != nil {
		return err
	}
	if err := stmt.Close(); err != nil {
		return err
	}
	return tx.Commit()
}

// ofMerchants returns the next events: a recorded transaction and a movement of a merchant, and a snapshot
// where the gateway would take one. The first merchant gets a tenth of all events.
func (b *bulk) ofMerchants() ([]bulkRow, error) {
	b.nextID++
	b.at = b.at.Add(2 * b.step).Truncate(time.Microsecond)
	m := b.merchants[0]
	if b.nextID%10 != 0 {
		m = b.merchants[int(b.nextID)%len(b.merchants)]
	}
	name, external := fmt.Sprintf("TRX-%d-%d", m.id, b.nextID), fmt.Sprintf("ORDER-%09d", b.nextID)
	if m == b.merchants[0] && b.sample.transactionID == "" {
		b.sample.id, b.sample.transactionID, b.sample.externalID = b.nextID, name, external
	}
	recorded, err := transaction.Record(transaction.State{}, transaction.RecordCmd{
		ID: b.nextID, ClientID: m.id, AppID: m.app, TransactionID: name, ExternalID: external, Total: decimal.NewFromInt(10_000), At: b.at,
	})
	if err != nil {
		return nil, err
	}
	moved, err := balance.Adjust(b.states[m.id], balance.AdjustCmd{
		ClientID: m.id, Amount: decimal.NewFromInt(100_000), Reason: "bench", By: "bench", Reference: fmt.Sprint("bulk-", b.nextID), At: b.at,
	})
	if err != nil {
		return nil, err
	}
	stream := transaction.Stream(m.id, name)
	delete(b.revisions, stream)
	rows := []bulkRow{{stream, recorded[0]}}
	for _, e := range moved {
		b.states[m.id] = balance.Aggregate.Evolve(b.states[m.id], e)
		rows = append(rows, bulkRow{balance.Stream(m.id), e})
	}
	return b.withSnapshot(rows, m)
}
