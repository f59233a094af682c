package postgres

import (
	"context"
	"database/sql"

	"gateway/eventstore"
)

// found is what the database has of a stream: events, and the numbers of the archived
// ranges that have others, in their order.
type found struct {
	events []eventstore.Recorded
	ranges []int64
}

// Rows of a stream: events, and a row for each archived range that has events of the
// stream. Both come from one statement, so that a range that is archived meanwhile is in one of
// them.
const (
	inArchive = `SELECT 0, h.stream, h.revision, '00000000-0000-0000-0000-000000000000'::uuid, '', 'null'::json, NULL::json,
		'epoch'::timestamptz, h.range FROM sealed_heads h`
	isArchived = `h.range <= (SELECT coalesce(max(g.number), 0) FROM ranges g WHERE g.archived_at IS NOT NULL)`

	readForwards = `(SELECT ` + columns + `, 0::bigint FROM events WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3)
		UNION ALL (` + inArchive + ` WHERE h.stream = $1 AND h.revision >= $2 AND ` + isArchived + ` ORDER BY h.revision)`
	readBackwards = `(SELECT ` + columns + `, 0::bigint FROM events WHERE stream = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3)
		UNION ALL (` + inArchive + ` WHERE h.stream = $1 AND h.first <= $2 AND ` + isArchived + ` ORDER BY h.revision DESC)`
	readBatched = `SELECT e.*, q.n
		FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS q (name, begin, amount, n),
		     LATERAL ((SELECT ` + columns + `, 0::bigint FROM events WHERE stream = q.name AND revision >= q.begin
		               ORDER BY revision LIMIT q.amount)
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

// add adds a row: an event, or the number of an archived range.
func (f *found) add(e eventstore.Recorded, archivedIn int64) {
	if archivedIn > 0 {
		f.ranges = append(f.ranges, archivedIn)
		return
	}
	f.events = append(f.events, e)
}

// complete returns the events of the stream with those that are archived.
func (s *Store) complete(
	ctx context.Context, f found, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	if len(f.ranges) == 0 {
		return f.events, nil
	}
	var all []eventstore.Recorded
	if dir == eventstore.Backwards {
		all = f.events
	}
	for _, number := range f.ranges {
		if len(all) >= limit {
			break
		}
		part, err := s.archived.stream(ctx, number, stream, from, dir, limit-len(all))
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	if dir == eventstore.Forwards {
		all = append(all, f.events[:min(len(f.events), max(0, limit-len(all)))]...)
	}
	return all, nil
}
