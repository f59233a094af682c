package simulation

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/archive"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	"gateway/migrations"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/test/testdb"

	"github.com/jmoiron/sqlx"
	_ "github.com/lib/pq" // the driver
)

// onPostgres holds the log and the read models in PostgreSQL: the real store, the real models, and the real
// queries. Code that waits for a socket runs outside of the bubble, in goroutines that existed before the
// bubble, so that the run's clock stands still meanwhile.
type onPostgres struct {
	jobs    chan outsideJob
	free    chan chan struct{} // for the end of a job; also made outside of the bubble
	log     transfer.Store
	events  *sql.DB // the database of the log
	head    atomic.Int64
	booked  sync.Map // by position: the run's time of the append, which the database does not know
	read    *sqlx.DB
	queries *readmodel.Queries
	ranges  *postgres.Ranges
	place   *vanishing
	random  *rand.Rand // decides when ranges are sealed; set by the run
	session *engine.Session
	models  []engine.Model
	// empty is a database for an imported log, and archives the folder of the archives.
	empty, archives string
	closers         []func() error
}

// outsideJob is work outside of the bubble.
type outsideJob struct {
	work func(ctx context.Context)
	done chan struct{}
}

const outsiders = 8

// rangeSize is small, so that a run has many ranges.
const rangeSize = 50

// openPostgres makes empty databases. Call it outside of the bubble.
func openPostgres(t *testing.T) *onPostgres {
	t.Helper()
	ctx := context.Background()
	eventsDSN, readDSN := testdb.NewPair(t)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	read, err := sqlx.Open("postgres", readDSN+"&binary_parameters=yes")
	must(err)
	must(migrations.ReadModel(ctx, read.DB))
	d := &onPostgres{
		jobs: make(chan outsideJob), free: make(chan chan struct{}, outsiders), read: read, empty: testdb.New(t), archives: t.TempDir(),
		queries: readmodel.NewQueries(read), session: engine.NewSession(read.DB), models: readmodel.All(), closers: []func() error{read.Close},
	}
	t.Cleanup(d.close)
	must(d.openLog(ctx, eventsDSN))
	for range outsiders {
		d.free <- make(chan struct{})
		go func() {
			for job := range d.jobs {
				job.work(ctx)
				job.done <- struct{}{}
			}
		}()
	}
	must(d.createCheckpoints(ctx))
	return d
}

// openLog migrates an empty database, and opens the log in it with an archive of its own.
func (d *onPostgres) openLog(ctx context.Context, dsn string) error {
	events, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	d.closers = append(d.closers, events.Close)
	if err := errors.Join(migrations.EventStore(ctx, events), postgres.SetRangeSize(ctx, events, rangeSize)); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(d.archives, "archive-")
	if err != nil {
		return err
	}
	opened, err := archive.OpenPlace(dir, archive.S3Options{})
	if err != nil {
		return err
	}
	d.events, d.place = events, &vanishing{Place: opened}
	return d.openStore(ctx, dsn)
}

func (d *onPostgres) openStore(ctx context.Context, dsn string) error {
	store, err := postgres.Open(ctx, postgres.Config{DSN: dsn, Archive: d.place})
	if err != nil {
		return err
	}
	d.closers = append(d.closers, store.Close)
	d.log, d.ranges = store, postgres.NewRanges(store, d.events, postgres.Keep{
		Whole: catalogue.Categories(catalogue.KeptWhole), Tail: catalogue.Categories(catalogue.KeptTail),
	})
	return nil
}

func (d *onPostgres) close() {
	close(d.jobs)
	d.session.Close()
	for _, closeOne := range slices.Backward(d.closers) {
		_ = closeOne()
	}
}

// outside runs work outside of the bubble and waits for it.
func (d *onPostgres) outside(work func(ctx context.Context)) {
	done := <-d.free
	d.jobs <- outsideJob{work, done}
	<-done
	d.free <- done
}

func (d *onPostgres) createCheckpoints(ctx context.Context) error {
	return d.session.Transact(ctx, func(tx *engine.Tx) error {
		for _, m := range d.models {
			if err := engine.CreateCheckpoint(ctx, tx, m, d.log.ID()); err != nil {
				return err
			}
		}
		return nil
	})
}

// apply applies a batch as the engine does.
func (d *onPostgres) apply(from eventstore.Position, events []eventstore.Envelope) (err error) {
	d.outside(func(ctx context.Context) { _, err = engine.ApplyBatch(ctx, d.session, d.models, from, events) })
	return err
}

// lose empties the tables of the read models.
func (d *onPostgres) lose() {
	d.outside(func(ctx context.Context) {
		err := d.session.Transact(ctx, func(tx *engine.Tx) error {
			for _, m := range d.models {
				for _, table := range m.Tables() {
					if _, err := tx.Exec(ctx, "DELETE FROM "+table); err != nil {
						return err
					}
				}
			}
			_, err := tx.Exec(ctx, "DELETE FROM checkpoints")
			return err
		})
		if err := errors.Join(err, d.createCheckpoints(ctx)); err != nil {
			panic(err)
		}
	})
}

// postgresStore is the log, as code inside the bubble reaches it.
type postgresStore struct {
	transfer.Store
	d *onPostgres
	w *world
}

// Append implements eventstore.Store.
func (s postgresStore) Append(
	_ context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (at eventstore.Appended, err error) {
	s.d.outside(func(ctx context.Context) { at, err = s.Store.Append(ctx, stream, expected, events) })
	if err == nil {
		for i := range events {
			s.d.booked.LoadOrStore(at.Position.Commit-int64(i), time.Now())
		}
		s.d.head.Store(max(at.Position.Commit, s.d.head.Load()))
		s.d.sealSometimes()
	}
	return at, err
}

// sealSometimes seals the full ranges of the log at random moments, and archives some.
func (d *onPostgres) sealSometimes() {
	if d.random.IntN(30) > 0 {
		return
	}
	archives, keep := d.random.IntN(2) == 0, d.random.IntN(3)
	d.outside(func(ctx context.Context) {
		_, err := d.ranges.Seal(ctx, time.Time{}, nil)
		if err == nil && archives {
			_, err = d.ranges.Archive(ctx, keep, nil)
		}
		if err != nil && !d.place.away.Load() {
			panic(err)
		}
	})
}

// ReadStream implements eventstore.Store.
func (s postgresStore) ReadStream(
	_ context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) (events []eventstore.Recorded, err error) {
	s.d.outside(func(ctx context.Context) { events, err = s.Store.ReadStream(ctx, stream, from, dir, limit) })
	s.checkKept(stream, from, dir, limit, err)
	return events, err
}

// ReadAll implements eventstore.Store.
func (s postgresStore) ReadAll(_ context.Context, after eventstore.Position, limit int) (all []eventstore.Recorded, err error) {
	for len(all) < limit { // a read may return fewer than there are
		var page []eventstore.Recorded
		s.d.outside(func(ctx context.Context) { page, err = s.Store.ReadAll(ctx, after, min(1_000, limit-len(all))) })
		if err != nil || len(page) == 0 {
			break
		}
		all = append(all, page...)
		after = page[len(page)-1].Position
	}
	return all, err
}

// ReadAllBackwards implements eventstore.Store.
func (s postgresStore) ReadAllBackwards(
	_ context.Context, before eventstore.Position, limit int,
) (events []eventstore.Recorded, err error) {
	s.d.outside(func(ctx context.Context) { events, err = s.Store.ReadAllBackwards(ctx, before, limit) })
	return events, err
}

// bookedAt returns the run's time of the append of an event.
func (d *onPostgres) bookedAt(e eventstore.Envelope) time.Time {
	if at, known := d.booked.Load(e.Position.Commit); known {
		return at.(time.Time)
	}
	return e.BookedAt
}

// Head implements eventstore.Store.
func (s postgresStore) Head(context.Context) (eventstore.Position, error) {
	head := s.d.head.Load()
	return eventstore.Position{Commit: head, Prepare: head}, nil
}

// Close implements eventstore.Store. It does nothing, because the log is shared.
func (s postgresStore) Close() error { return nil }
