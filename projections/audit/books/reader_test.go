package books_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/migrations"
	"gateway/projections/audit/books"
	"gateway/projections/engine/enginetest"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/balancerows"
	"gateway/test/testdb"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func openLog(t *testing.T, dsn string) *eventstore.Log {
	t.Helper()
	return eventstore.NewLog(storetest.ShortReads(postgrestest.Open(t, dsn)), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
}

func openDatabase(t *testing.T, dsn string) *sqlx.DB {
	t.Helper()
	db, err := sqlx.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

const longClient = 9

// longHistory has three and a half blocks of events: movements that were booked a minute apart, with own
// times that are sometimes out of order, and one event in seven that moves nothing.
func longHistory(t *testing.T) (log *eventstore.Log, q *readmodel.Queries) {
	t.Helper()
	return historyWith(t, func(i int) bool { return i%7 != 3 }, 700)
}

// historyWith makes a history whose events move money where moves returns true. The read models lack its last
// events.
func historyWith(t *testing.T, moves func(i int) bool, lack int64) (log *eventstore.Log, q *readmodel.Queries) {
	t.Helper()
	const length = 3*balancerows.MovementBlockSize + 500
	log = openLog(t, postgrestest.Database(t))
	random := rand.New(rand.NewPCG(1, 2))
	total := decimal.Zero
	var events []eventstore.Proposed
	for i := range length {
		at := noon.Add(time.Duration(i+random.IntN(40)) * time.Minute)
		var e domain.Event = balance.PayoutApproved{Order: balance.Order{Kind: balance.Withdrawal, ID: int64(i), ClientID: longClient}, At: at}
		if moves(i) {
			total = total.Add(decimal.NewFromInt(1_000))
			e = balance.Adjusted{ClientID: longClient, Amount: decimal.NewFromInt(1_000), Reason: "test", Movement: balance.Movement{
				Reference: fmt.Sprint("adj-", i), At: at, After: ledger.Totals{Available: total}, Postings: []ledger.Posting{
					{Account: ledger.ProviderClearing("xendit"), Amount: decimal.NewFromInt(-1_000)},
					{Account: ledger.Available(longClient), Amount: decimal.NewFromInt(1_000)},
				},
			}}
		}
		data, err := log.Codec().Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, eventstore.Proposed{ID: uuid.New(), Type: e.EventType(), Data: data, FirstBookedAt: noon.Add(time.Duration(i) * time.Minute)})
	}
	last := eventstore.Appended{Revision: eventstore.NoStream}
	for chunk := range slices.Chunk(events, 500) {
		var err error
		if last, err = log.Store().Append(t.Context(), balance.Stream(longClient), last.Revision, chunk); err != nil {
			t.Fatal(err)
		}
	}
	read := openDatabase(t, testdb.New(t))
	if err := migrations.ReadModel(t.Context(), read.DB); err != nil {
		t.Fatal(err)
	}
	// The read models lag a little, as they may.
	behind := eventstore.Position{Commit: length - lack, Prepare: length - lack}
	enginetest.Replay(t, read.DB, log, behind, readmodel.All()...)
	return log, readmodel.NewQueries(read)
}

func TestPagesAreThePartsOfTheHistoryWhateverTheRange(t *testing.T) {
	t.Parallel()
	log, q := longHistory(t)
	whole, quick := books.Reader{Log: log}, books.NewReader(log, q)
	minute := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }
	for name, in := range map[string]books.Range{
		"everything":          {},
		"from the middle":     {From: minute(1_700)},
		"to the middle":       {To: minute(1_700)},
		"a part of one block": {From: minute(1_200), To: minute(1_300)},
		"over a block's edge": {From: minute(990), To: minute(2_010)},
		"one moment":          {From: minute(1_010), To: minute(1_010)},
		"before the first":    {To: noon.Add(-time.Second)},
		"after the last":      {From: minute(9_999)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := history(t, whole, in)
			if got := history(t, quick, in); !slices.Equal(got, want) {
				t.Errorf("%d movements, want %d", len(got), len(want))
			}
			if got := byCursor(t, quick, in); !slices.Equal(got, want) {
				t.Errorf("%d movements by cursor, want %d", len(got), len(want))
			}
			for _, offset := range []int{0, 14, 900, 1_990, len(want) - 3, len(want), len(want) + 50} {
				if offset < 0 {
					continue
				}
				entries, total, err := quick.Page(t.Context(), longClient, in, int64(offset), 15)
				if err != nil || total != int64(len(want)) {
					t.Fatalf("a total of %d (%v), want %d", total, err, len(want))
				}
				var got []string
				for _, e := range entries {
					got = append(got, line(e.Movement))
				}
				if end := min(offset+15, len(want)); offset < end && !slices.Equal(got, want[offset:end]) || offset >= end && len(got) > 0 {
					t.Errorf("after %d: %v", offset, got)
				}
			}
		})
	}
}

func TestTheBalanceOfAnyMomentIsTheSameWithTheBlocksAndWithout(t *testing.T) {
	t.Parallel()
	log, q := longHistory(t)
	whole, quick := books.Reader{Log: log}, books.NewReader(log, q)
	for _, n := range []int{-1, 0, 3, 20, 999, 1_000, 1_020, 1_040, 2_345, 3_400, 9_999} {
		at := noon.Add(time.Duration(n) * time.Minute)
		want, err := whole.BalanceAt(t.Context(), longClient, at)
		if err != nil {
			t.Fatal(err)
		}
		got, err := quick.BalanceAt(t.Context(), longClient, at)
		if err != nil || !got.Sum().Equal(want.Sum()) {
			t.Errorf("at minute %d: %s, want %s (%v)", n, got.Sum(), want.Sum(), err)
		}
	}
}

func TestAPageReadsLittleOfALongHistory(t *testing.T) {
	t.Parallel()
	log, q := longHistory(t)
	counting := &countingStore{Store: log.Store()}
	reader := books.NewReader(eventstore.NewLog(counting, log.Codec(), eventstore.Options{}), q)
	if _, _, err := reader.Page(t.Context(), longClient, books.Range{}, 1_500, 15); err != nil {
		t.Fatal(err)
	}
	// It reads the block of the page, and the end of the stream, which the blocks do not count yet.
	if most := balancerows.MovementBlockSize + 800; counting.events > most {
		t.Errorf("read %d events, more than %d", counting.events, most)
	}
}

func TestAPageOfAHistoryWithNothingButMovementsReadsItsOwnEventsOnly(t *testing.T) {
	t.Parallel()
	log, q := historyWith(t, func(int) bool { return true }, 0)
	for _, offset := range []int64{0, 15, 993, 3_485, 3_490} {
		counting := &countingStore{Store: log.Store()}
		reader := books.NewReader(eventstore.NewLog(counting, log.Codec(), eventstore.Options{}), q)
		entries, total, err := reader.Page(t.Context(), longClient, books.Range{}, offset, 15)
		if err != nil || total != 3_500 || counting.events != len(entries) || len(entries) != int(min(15, 3_500-offset)) {
			t.Errorf("after %d: %d of %d, %d events read (%v)", offset, len(entries), total, counting.events, err)
		}
		for i, e := range entries {
			if e.Reference != fmt.Sprint("adj-", offset+int64(i)) {
				t.Errorf("after %d: entry %d is %s", offset, i, e.Reference)
			}
		}
	}
}

// byCursor reads the range page by page, each after the last movement of the previous page.
func byCursor(t *testing.T, b books.Reader, in books.Range) (lines []string) {
	t.Helper()
	entries, _, err := b.Page(t.Context(), longClient, in, 0, 200)
	for err == nil && len(entries) > 0 {
		for _, e := range entries {
			lines = append(lines, line(e.Movement))
		}
		entries, err = b.PageAfter(t.Context(), longClient, in, entries[len(entries)-1].Revision, 200)
	}
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestAPageByCursorReadsItsOwnEventsOnly(t *testing.T) {
	t.Parallel()
	log, q := historyWith(t, func(int) bool { return true }, 0)
	counting := &countingStore{Store: log.Store()}
	reader := books.NewReader(eventstore.NewLog(counting, log.Codec(), eventstore.Options{}), q)
	for _, c := range []struct {
		in        books.Range
		after     int64
		got, most int
	}{
		{books.Range{}, 2_999, 15, 15},
		{books.Range{}, 3_499, 0, 0},
		{books.Range{To: noon.Add(50 * time.Minute)}, 45, 5, 15},
	} {
		counting.events = 0
		entries, err := reader.PageAfter(t.Context(), longClient, c.in, c.after, 15)
		if err != nil || len(entries) != c.got || counting.events > c.most {
			t.Errorf("after %d: %d movements, %d events read (%v)", c.after, len(entries), counting.events, err)
		}
	}
}

// countingStore counts what is read from streams.
type countingStore struct {
	eventstore.Store
	events int
}

func (s *countingStore) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	events, err := s.Store.ReadStream(ctx, stream, from, dir, limit)
	s.events += len(events)
	return events, err
}

func history(t *testing.T, b books.Reader, in books.Range) (lines []string) {
	t.Helper()
	err := b.History(t.Context(), longClient, in, func(m books.Movement) error {
		lines = append(lines, line(m))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func line(m books.Movement) string {
	return fmt.Sprint(m.Position, m.At, m.Kind, m.Reference, m.Amount, m.BalanceAfter)
}
