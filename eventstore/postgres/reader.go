package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"gateway/eventstore"
)

const (
	columns = `position, stream, revision, id, type, data, metadata, booked_at`

	// readAll finds nothing if the position is before the end of the archived ranges: otherwise the reader
	// would miss the events in between.
	readAll = `SELECT ` + columns + ` FROM events WHERE position > $1
		AND $1 >= (SELECT coalesce(max(last), 0) FROM ranges WHERE archived_at IS NOT NULL) ORDER BY position LIMIT $2`
	readHead = `SELECT coalesce(max(position), 0) FROM events`
)

var readSession = sessionConfig{
	name: "gateway events read",
	settings: map[string]string{
		"statement_timeout":             "10000",
		"default_transaction_read_only": "on",
		// A plan made while the table was small would scan the whole table as it grows.
		"enable_seqscan": "off",
		// A bitmap scan would read and sort all of a stream, although the index returns the first rows in
		// order.
		"enable_bitmapscan": "off",
		// The best plan does not depend on the arguments, and planning each time costs more than the read.
		"plan_cache_mode": "force_generic_plan",
		// The planner may compile a generic plan, which costs far more than the read.
		"jit": "off",
		// Without workers the parts of a stream's read arrive in order.
		"max_parallel_workers_per_gather": "0",
	},
	ioTimeout: 12 * time.Second,
}

// reader reads from the database with prepared statements on a small pool.
type reader struct {
	db                           *sql.DB
	conns                        int
	forwards, batched, backwards *sql.Stmt // of a stream
	all, allBackwards, gaps      *sql.Stmt // of the log
	head, archived               *sql.Stmt
}

func newReader(ctx context.Context, cfg Config) (*reader, error) {
	session := readSession
	session.wrap = cfg.Wrap
	db, err := session.open(cfg.DSN, cfg.MaxReadConns)
	if err != nil {
		return nil, err
	}
	// Each connection costs the server megabytes, so idle ones are closed.
	db.SetConnMaxIdleTime(time.Minute)
	r := &reader{db: db, conns: cfg.MaxReadConns}
	for stmt, query := range map[**sql.Stmt]string{
		&r.forwards: readForwards, &r.batched: readBatched, &r.backwards: readBackwards,
		&r.all: readAll, &r.allBackwards: readAllBackwards, &r.gaps: readGaps, &r.head: readHead, &r.archived: readArchived,
	} {
		if *stmt, err = db.PrepareContext(ctx, query); err != nil {
			_ = db.Close()
			return nil, fmt.Errorf("prepare to read: %w", orNotMigrated(err))
		}
	}
	return r, nil
}

// withRetry repeats a read whose connection broke, at most once for each connection of the pool, because
// after a restart of the server all of them are broken. Errors: the context's, ErrUnavailable (wrapped).
func (r *reader) withRetry(ctx context.Context, read func() error) error {
	err := read()
	for again := 0; again < r.conns && isBroken(err); again++ {
		err = read()
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err() // the driver's error is only a consequence
	default:
		return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
	}
}

func isBroken(err error) bool {
	if network, ok := errors.AsType[net.Error](err); ok {
		return !network.Timeout()
	}
	return errors.Is(err, driver.ErrBadConn)
}

// events runs a prepared query, whose last argument is the limit.
func (r *reader) events(
	ctx context.Context, limit int, stmt *sql.Stmt, arguments ...any,
) (events []eventstore.Recorded, err error) {
	if limit <= 0 {
		return nil, ctx.Err()
	}
	err = r.withRetry(ctx, func() error {
		events, err = queryEvents(ctx, limit, stmt, arguments)
		return err
	})
	return events, err
}

func queryEvents(ctx context.Context, limit int, stmt *sql.Stmt, arguments []any) ([]eventstore.Recorded, error) {
	rows, err := stmt.QueryContext(ctx, append(arguments, limit)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	kept := pages.Get().(*[]eventstore.Recorded)
	page, row := (*kept)[:0], newEventRow()
	for rows.Next() {
		e, err := row.scan(rows)
		if err != nil {
			return nil, err
		}
		page = append(page, e)
	}
	var events []eventstore.Recorded
	if len(page) > 0 {
		events = slices.Clone(page)
	}
	clear(page) // the pooled slice must not keep the events in memory
	*kept = page[:0]
	pages.Put(kept)
	return events, rows.Err()
}

// pages is a pool of slices into which events are read before their number is known.
var pages = sync.Pool{New: func() any { return new([]eventstore.Recorded) }}

// eventRow scans the columns of events, and any further columns into beside. It is used for all rows of a
// query.
type eventRow struct {
	e        eventstore.Recorded
	bookedAt time.Time
	into     []any
}

func newEventRow(beside ...any) *eventRow {
	r := &eventRow{}
	r.into = append([]any{
		&r.e.Position.Commit, &r.e.Stream, &r.e.Revision, &r.e.ID, &r.e.Type,
		(*[]byte)(&r.e.Data), (*[]byte)(&r.e.Metadata), &r.bookedAt,
	}, beside...)
	return r
}

func (r *eventRow) scan(rows *sql.Rows) (eventstore.Recorded, error) {
	err := rows.Scan(r.into...) // allocates new slices for data and metadata
	e := r.e
	e.Position.Prepare = e.Position.Commit
	e.SetStored(e.Metadata, r.bookedAt)
	return e, err
}
