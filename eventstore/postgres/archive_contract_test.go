package postgres_test

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/archive"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"
)

// Every range is sealed as soon as it is full, and in two runs also archived. In the last run the streams are
// kept.
func TestALogWhoseRangesAreSealedKeepsTheContract(t *testing.T) {
	t.Run("sealed", func(t *testing.T) { keepsTheContractSealing(t, 20, false, postgres.Keep{}) })
	t.Run("archived", func(t *testing.T) { keepsTheContractSealing(t, 8, true, postgres.Keep{}) })
	t.Run("kept", func(t *testing.T) {
		keepsTheContractSealing(t, 20, true, postgres.Keep{Whole: []string{storetest.Category}})
	})
}

func keepsTheContractSealing(t *testing.T, size int64, archives bool, keep postgres.Keep) {
	storetest.Run(t, func(t *testing.T) storetest.Fixture {
		dsn := postgrestest.DatabaseWithRanges(t, size)
		proxy := newProxy(t, dsn)
		return storetest.Fixture{
			Open: sealing(t, dsn, proxy.dsn, archives, keep),
			Restored: func(t testing.TB, events []eventstore.Recorded) func(testing.TB) transfer.Store {
				dsn := postgrestest.DatabaseWithRanges(t, size)
				postgrestest.Restore(t, dsn, events)
				return sealing(t, dsn, dsn, archives, keep)
			},
			Dense:        true,
			DelayCommits: func(t testing.TB) { execute(t, dsn, delayCommits) },
			LoseReply:    func(testing.TB) { proxy.loseReply.Store(true) },
			Disconnect:   func(t testing.TB) { execute(t, dsn, disconnect) },
		}
	})
}

// sealing returns a function that opens the log at a DSN so that it is sealed, and optionally archived, after
// each append. The stores connect with the separate storeDSN.
func sealing(t testing.TB, dsn, storeDSN string, archives bool, keep postgres.Keep) (open func(testing.TB) transfer.Store) {
	t.Helper()
	place, err := archive.OpenPlace(t.TempDir(), archive.S3Options{})
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	own, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn, Archive: place})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = own.Close(), db.Close() })
	seals := &sealer{db: db, ranges: postgres.NewRanges(own, db, keep), archives: archives}
	return func(t testing.TB) transfer.Store {
		s, err := postgres.Open(context.Background(), postgres.Config{DSN: storeDSN, Archive: place})
		if err != nil {
			t.Fatal(err)
		}
		return sealingStore{s, seals, t}
	}
}

// sealer seals what is full, and archives it. Its own connections may be cut too.
type sealer struct {
	ranges   *postgres.Ranges
	db       *sql.DB
	archives bool
	mu       sync.Mutex
}

func (s *sealer) run(ctx context.Context) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range 5 {
		if _, err = s.ranges.Seal(ctx, time.Time{}, nil); err == nil && s.archives {
			_, err = s.ranges.Archive(ctx, 0, nil)
		}
		if err == nil {
			return nil
		}
	}
	return err
}

type sealingStore struct {
	*postgres.Store
	sealer *sealer
	t      testing.TB
}

func (s sealingStore) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	at, err := s.Store.Append(ctx, stream, expected, events)
	if err == nil {
		if err := s.sealer.run(context.Background()); err != nil {
			s.t.Errorf("seal: %v", err)
		}
	}
	return at, err
}
