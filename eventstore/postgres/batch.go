package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"gateway/eventstore/wire"
)

// batch is a list of requests that one call of append_events writes. Each is for a different stream.
type batch []*request

// outcome is one row of append_events, the answer to one request.
type outcome struct {
	kind         string // written, repeated, partial or conflict
	lastRevision int64
	lastPosition sql.NullInt64
	writtenAt    time.Time
}

const appendEvents = `SELECT outcome, last_revision, last_position, written_at
	FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9)`

// countEvents returns the number of events and the bytes of their data and metadata.
func (b batch) countEvents() (n, size int) {
	for _, r := range b {
		n += len(r.events)
		size += r.size
	}
	return n, size
}

// arguments returns the arguments of append_events, in order.
func (b batch) arguments() []any {
	n, size := b.countEvents()
	const aStream, aType = 64, 32 // bytes that most names take
	streams, expected, counts := wire.Texts(len(b), len(b)*aStream), wire.Int64s(len(b)), wire.Int64s(len(b))
	requests, revisions, ids := wire.Int64s(n), wire.Int64s(n), wire.UUIDs(n)
	types, data, metadata := wire.Texts(n, n*aType), wire.JSONs(n, size), wire.JSONs(n, size/4)
	for i, r := range b {
		streams.AppendText(r.stream)
		expected.AppendInt64(r.expected)
		counts.AppendInt64(int64(len(r.events)))
		for j := range r.events {
			e := &r.events[j]
			requests.AppendInt64(int64(i) + 1)
			revisions.AppendInt64(e.Revision)
			ids.AppendBytes(e.ID[:])
			types.AppendText(e.Type)
			data.AppendBytes(e.Data)
			if len(e.Metadata) == 0 && e.FirstBookedAt.IsZero() {
				metadata.AppendNull()
			} else {
				metadata.AppendBytes(e.StoredMetadata())
			}
		}
	}
	return []any{
		streams.Encoded(), expected.Encoded(), counts.Encoded(),
		requests.Encoded(), revisions.Encoded(), ids.Encoded(), types.Encoded(), data.Encoded(), metadata.Encoded(),
	}
}

// callAppendEvents writes the batch in one round trip and returns the outcomes in the order of the requests.
// It returns without an error only after the server has confirmed the commit.
func (b batch) callAppendEvents(stmt *sql.Stmt, arguments []any) ([]outcome, error) {
	// The call has no context: the session's timeouts limit it, and a cancelled commit has an unknown
	// outcome.
	rows, err := stmt.QueryContext(context.Background(), arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	outcomes := make([]outcome, 0, len(b))
	for rows.Next() {
		var o outcome
		if err := rows.Scan(&o.kind, &o.lastRevision, &o.lastPosition, &o.writtenAt); err != nil {
			return nil, err
		}
		outcomes = append(outcomes, o)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if len(outcomes) != len(b) {
		return nil, fmt.Errorf("append_events answered %d of %d requests", len(outcomes), len(b))
	}
	return outcomes, nil
}

// nextBatch takes the requests that have waited longest, at most one of each stream, because the outcome of a
// second one depends on the first.
func (a *appender) nextBatch() batch {
	b := make(batch, 0, min(len(a.waiting), maxBatchRequests))
	seen := make(map[string]struct{}, cap(b))
	left := a.waiting[:0]
	size := 0
	for _, r := range a.waiting {
		if r.ctx.Err() != nil {
			r.fail(r.ctx.Err())
			continue
		}
		_, again := seen[r.stream]
		seen[r.stream] = struct{}{}
		if again || len(b) == maxBatchRequests || size+r.size > maxBatchBytes {
			left = append(left, r)
			continue
		}
		size += r.size
		b = append(b, r)
	}
	clear(a.waiting[len(left):])
	a.waiting = left
	return b
}
