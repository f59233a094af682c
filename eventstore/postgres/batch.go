package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/lib/pq/oid"
)

// batch is what one server-side call writes: requests on different streams.
type batch []*request

// outcome is what append_events says of one request.
type outcome struct {
	kind         string
	lastRevision int64
	lastPosition sql.NullInt64
	writtenAt    time.Time
}

const appendEvents = `SELECT outcome, last_revision, last_position, written_at
	FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9)`

func (b batch) events() (n, size int) {
	for _, r := range b {
		n += len(r.events)
		size += r.size
	}
	return n, size
}

// arguments are those of append_events, in order.
func (b batch) arguments() []any {
	n, size := b.events()
	const lengthOf, aType = 4, 32
	streams := newArray(oid.T_text, len(b)*(lengthOf+64))
	expected := newArray(oid.T_int8, len(b)*(lengthOf+int64Element))
	counts := newArray(oid.T_int8, len(b)*(lengthOf+int64Element))
	requests := newArray(oid.T_int8, n*(lengthOf+int64Element))
	revisions := newArray(oid.T_int8, n*(lengthOf+int64Element))
	ids := newArray(oid.T_uuid, n*(lengthOf+uuidElement))
	types := newArray(oid.T_text, n*(lengthOf+aType))
	data := newArray(oid.T_json, n*lengthOf+size)
	metadata := newArray(oid.T_json, n*lengthOf+size/4)
	for i, r := range b {
		streams.text(r.stream)
		expected.int64(r.expected)
		counts.int64(int64(len(r.events)))
		for j := range r.events {
			e := &r.events[j]
			requests.int64(int64(i) + 1)
			revisions.int64(e.Revision)
			ids.bytes(e.ID[:])
			types.text(e.Type)
			data.bytes(e.Data)
			if len(e.Metadata) == 0 {
				metadata.null()
			} else {
				metadata.bytes(e.Metadata)
			}
		}
	}
	return []any{
		streams.wire(), expected.wire(), counts.wire(),
		requests.wire(), revisions.wire(), ids.wire(), types.wire(), data.wire(), metadata.wire(),
	}
}

// commit writes the batch in one roundtrip. Its rows have all been read, and with
// them the confirmation of the commit, when there is no error.
func (b batch) commit(stmt *sql.Stmt, arguments []any) ([]outcome, error) {
	// No context: the session's own timeouts bound the call, and cancelling a
	// commit would only make its outcome unknown.
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
