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

// Every range is sealed, and in the second run archived, as soon as it is full.
func TestALogWhoseRangesAreSealedKeepsTheContract(t *testing.T) {
	t.Run("sealed", func(t *testing.T) { keepsTheContractSealing(t, 20, false) })
	t.Run("archived", func(t *testing.T) { keepsTheContractSealing(t, 3, true) })
}

func keepsTheContractSealing(t *testing.T, size int64, archives bool) {
	storetest.Run(t, func(t *testing.T) storetest.Fixture {
		dsn := postgrestest.DatabaseWithRanges(t, size)
		proxy := newProxy(t, dsn)
		place, err := archive.OpenPlace(t.TempDir(), archive.S3Options{})
		if err != nil {
			t.Fatal(err)
		}
		sealing := &sealer{db: connect(t, dsn), archives: archives}
		own := open(t, postgres.Config{DSN: dsn, Archive: place})
		sealing.ranges = postgres.NewRanges(own, sealing.db)
		return storetest.Fixture{
			Open: func(t testing.TB) transfer.Store {
				s, err := postgres.Open(context.Background(), postgres.Config{DSN: proxy.dsn, Archive: place})
				if err != nil {
					t.Fatal(err)
				}
				return sealingStore{s, sealing, t}
			},
			Dense:        true,
			DelayCommits: func(t testing.TB) { execute(t, dsn, delayCommits) },
			LoseReply:    func(testing.TB) { proxy.loseReply.Store(true) },
			Disconnect:   func(t testing.TB) { execute(t, dsn, disconnect) },
		}
	})
}

// sealer seals what is full, and archives it. Its own connections may be cut, too.
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
