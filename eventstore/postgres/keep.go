package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"gateway/eventstore"

	"github.com/lib/pq"
)

// Keep says which streams of archived ranges also stay in the database, by the categories of their names: the
// part before the first `-`. The zero value keeps none.
type Keep struct {
	// Whole lists categories of which every event is kept. Their streams are short.
	Whole []string
	// Tail lists categories of streams with snapshots. The newest snapshot is kept, and the events from its
	// revision on; or, if a stream has no snapshot, all of its events.
	Tail []string
}

// snapshots is the category of the streams of snapshots.
var snapshots, _, _ = strings.Cut(eventstore.SnapshotStream(""), "-")

// String returns the categories in the form that kept_ranges stores.
func (k Keep) String() string {
	whole, tail := slices.Sorted(slices.Values(k.Whole)), slices.Sorted(slices.Values(k.Tail))
	return strings.Join(whole, ",") + ";" + strings.Join(tail, ",")
}

const (
	insertKept = `INSERT INTO kept_events (range, position, stream, revision, id, type, data, metadata, booked_at)
		SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::uuid[], $6::text[], $7::json[], $8::json[],
			$9::text[]::timestamptz[])
		ON CONFLICT (stream, revision) DO NOTHING`
	forgetKept = `DELETE FROM kept_events WHERE stream = $1 AND revision < $2`
	noteKept   = `INSERT INTO kept_ranges (range, categories) VALUES ($1, $2)
		ON CONFLICT (range) DO UPDATE SET categories = excluded.categories`
	// keptAtOnce is how many events one statement inserts.
	keptAtOnce = 500
)

// keeper copies the events of a range that must be kept, in one transaction.
type keeper struct {
	ctx     context.Context
	store   *Store
	keep    Keep
	number  int64 // the range
	tx      *sql.Tx
	waiting []eventstore.Recorded
	// from holds the lowest revision to keep for each stream that is not kept whole.
	from map[string]eventstore.Revision
}

// beginKeeping begins to copy a range. The caller calls add with each of its events, then end; and close in
// any case.
func (r *Ranges) beginKeeping(ctx context.Context, number int64) (*keeper, error) {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("keep events of range %d: %w", number, err)
	}
	return &keeper{ctx: ctx, store: r.store, keep: r.keep, number: number, tx: tx, from: make(map[string]eventstore.Revision)}, nil
}

func (k *keeper) close() { _ = k.tx.Rollback() } // does nothing after the commit

// add copies the event if it must be kept.
func (k *keeper) add(e eventstore.Recorded) error {
	category, _, _ := strings.Cut(e.Stream, "-")
	if !slices.Contains(k.keep.Whole, category) {
		if category != snapshots && !slices.Contains(k.keep.Tail, category) {
			return nil
		}
		from, err := k.keptFrom(category, e.Stream)
		if err != nil || e.Revision < from {
			return err
		}
	}
	if k.waiting = append(k.waiting, e); len(k.waiting) < keptAtOnce {
		return nil
	}
	return k.insert()
}

// keptFrom returns the lowest revision to keep of a stream with snapshots, or of a snapshot stream.
func (k *keeper) keptFrom(category, stream string) (from eventstore.Revision, err error) {
	if from, ok := k.from[stream]; ok {
		return from, nil
	}
	of := stream
	if category != snapshots {
		of = eventstore.SnapshotStream(stream)
	}
	newest, err := k.store.ReadStream(k.ctx, of, eventstore.End, eventstore.Backwards, 1)
	switch {
	case err != nil:
		return 0, err
	case len(newest) == 0:
	case category == snapshots:
		from = newest[0].Revision
	default:
		var s eventstore.SnapshotTaken
		if err := json.Unmarshal(newest[0].Data, &s); err != nil {
			return 0, fmt.Errorf("snapshot of %s: %w", stream, err)
		}
		from = s.Revision
	}
	k.from[stream] = from
	return from, nil
}

func (k *keeper) insert() error {
	var positions, revisions []int64
	var streams, ids, types, data, times []string
	var metadata []sql.NullString
	for _, e := range k.waiting {
		booked := e.BookedAt.Truncate(time.Microsecond)
		if !booked.Equal(e.BookedAt) { // PostgreSQL would round
			e.FirstBookedAt = e.BookedAt
		}
		stored := e.StoredMetadata()
		positions, revisions = append(positions, e.Position.Commit), append(revisions, e.Revision)
		streams, ids, types = append(streams, e.Stream), append(ids, e.ID.String()), append(types, e.Type)
		data, metadata = append(data, string(e.Data)), append(metadata, sql.NullString{String: string(stored), Valid: len(stored) > 0})
		times = append(times, booked.UTC().Format(time.RFC3339Nano))
	}
	k.waiting = k.waiting[:0]
	_, err := k.tx.ExecContext(k.ctx, insertKept, k.number, pq.Array(positions), pq.Array(streams), pq.Array(revisions),
		pq.Array(ids), pq.Array(types), pq.Array(data), pq.Array(metadata), pq.Array(times))
	if err != nil {
		return fmt.Errorf("keep events of range %d: %w", k.number, err)
	}
	return nil
}

// end commits the copies, except those that a newer snapshot covers.
func (k *keeper) end() error {
	if err := k.insert(); err != nil {
		return err
	}
	for stream, from := range k.from {
		if _, err := k.tx.ExecContext(k.ctx, forgetKept, stream, from); err != nil {
			return fmt.Errorf("keep events of range %d: %w", k.number, err)
		}
	}
	if _, err := k.tx.ExecContext(k.ctx, noteKept, k.number, k.keep.String()); err != nil {
		return fmt.Errorf("keep events of range %d: %w", k.number, err)
	}
	return k.tx.Commit()
}
