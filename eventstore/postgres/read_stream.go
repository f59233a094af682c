package postgres

import (
	"context"
	"database/sql"
	"fmt"

	"gateway/eventstore"
)

// found is what the database has of a stream: events, and the archived ranges that hold further events.
type found struct {
	events []eventstore.Recorded
	ranges []part
}

// part describes the revisions of a stream in an archived range.
type part struct {
	number      int64
	first, last eventstore.Revision
}

// These queries return the rows of a stream: events; events of archived ranges that are kept in the database;
// and one row for each archived range with events of the stream, which has the first revision there in place
// of the position. All come from one statement, so that an event whose range is archived meanwhile is not
// missed.
const (
	inArchive = `SELECT h.first, h.stream, h.revision, '00000000-0000-0000-0000-000000000000'::uuid, '', 'null'::json, NULL::json,
		'epoch'::timestamptz, h.range FROM sealed_heads h`
	through    = `(SELECT coalesce(max(g.number), 0) FROM ranges g WHERE g.archived_at IS NOT NULL)`
	isArchived = `h.range <= ` + through
	isKept     = `k.range <= ` + through
	kept       = `SELECT k.position, k.stream, k.revision, k.id, k.type, k.data, k.metadata, k.booked_at, 0::bigint FROM kept_events k`

	readForwards = `(SELECT ` + columns + `, 0::bigint FROM events WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3)
		UNION ALL (` + kept + ` WHERE k.stream = $1 AND k.revision >= $2 AND ` + isKept + ` ORDER BY k.revision LIMIT $3)
		UNION ALL (` + inArchive + ` WHERE h.stream = $1 AND h.revision >= $2 AND ` + isArchived + `)`
	readBackwards = `(SELECT ` + columns + `, 0::bigint FROM events WHERE stream = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3)
		UNION ALL (` + kept + ` WHERE k.stream = $1 AND k.revision <= $2 AND ` + isKept + ` ORDER BY k.revision DESC LIMIT $3)
		UNION ALL (` + inArchive + ` WHERE h.stream = $1 AND h.first <= $2 AND ` + isArchived + `)`
	readBatched = `SELECT e.*, q.n
		FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS q (name, begin, amount, n),
		     LATERAL ((SELECT ` + columns + `, 0::bigint FROM events WHERE stream = q.name AND revision >= q.begin
		               ORDER BY revision LIMIT q.amount)
		              UNION ALL (` + kept + ` WHERE k.stream = q.name AND k.revision >= q.begin AND ` + isKept + `
		               ORDER BY k.revision LIMIT q.amount)
		              UNION ALL (` + inArchive + ` WHERE h.stream = q.name AND h.revision >= q.begin AND ` + isArchived + `)) e
		ORDER BY q.n, revision`
)

// queryStream runs readForwards or readBackwards.
func queryStream(ctx context.Context, stmt *sql.Stmt, stream string, from eventstore.Revision, limit int) (f found, err error) {
	rows, err := stmt.QueryContext(ctx, stream, from, limit)
	if err != nil {
		return f, err
	}
	defer rows.Close()
	var archivedIn int64
	row := newEventRow(&archivedIn)
	for rows.Next() {
		e, err := row.scan(rows)
		if err != nil {
			return f, err
		}
		f.add(e, archivedIn)
	}
	return f, rows.Err()
}

// add adds a row: an event, or an archived range.
func (f *found) add(e eventstore.Recorded, archivedIn int64) {
	if archivedIn > 0 {
		f.ranges = append(f.ranges, part{number: archivedIn, first: e.Position.Commit, last: e.Revision})
		return
	}
	f.events = append(f.events, e)
}

// last returns the highest revision that was found, NoStream if there was none.
func (f *found) last() eventstore.Revision {
	last := eventstore.NoStream
	for i := range f.events {
		last = max(last, f.events[i].Revision)
	}
	for _, p := range f.ranges {
		last = max(last, p.last)
	}
	return last
}

// partOf returns the archived range that has the revision.
func (f *found) partOf(r eventstore.Revision) (number int64, ok bool) {
	for _, p := range f.ranges {
		if p.first <= r && r <= p.last {
			return p.number, true
		}
	}
	return 0, false
}

// complete returns the events of the stream, including those that only the archive has. It does not read a
// file if the database keeps all of its events.
func (s *Store) complete(
	ctx context.Context, f found, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	if len(f.ranges) == 0 {
		return f.events, nil
	}
	known := make(map[eventstore.Revision]eventstore.Recorded, len(f.events))
	for _, e := range f.events {
		known[e.Revision] = e
	}
	step, next := eventstore.Revision(1), from
	if dir == eventstore.Backwards {
		step, next = -1, min(from, f.last())
	}
	var all []eventstore.Recorded
	for len(all) < limit { // revisions have no gap
		if e, ok := known[next]; ok {
			all, next = append(all, e), next+step
			continue
		}
		number, ok := f.partOf(next)
		if !ok {
			break
		}
		events, err := s.archived.stream(ctx, number, stream, next, dir, limit-len(all))
		if err != nil {
			return nil, err
		}
		if len(events) == 0 {
			return nil, fmt.Errorf("range %d lacks revision %d of %s", number, next, stream)
		}
		all, next = append(all, events...), events[len(events)-1].Revision+step
	}
	return all, nil
}
