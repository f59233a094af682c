package postgres

import (
	"bytes"
	"context"
	"fmt"

	"gateway/eventstore"
	"gateway/eventstore/archive"
)

const (
	readKept = `SELECT k.position, k.stream, k.revision, k.id, k.type, k.data, k.metadata, k.booked_at, k.range FROM kept_events k
		WHERE (k.range, k.position, k.stream, k.revision) > ($1, $2, $3, $4)
		ORDER BY k.range, k.position, k.stream, k.revision LIMIT $5`
	keptPage = 500
)

// CheckKept compares the copies of archived events that the database keeps with the archive. Error:
// ErrArchive (wrapped), if the archive can't be read.
func (s *Store) CheckKept(ctx context.Context) (differences []eventstore.KeptDifference, err error) {
	if err := s.beginCall(); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	if err := s.archived.refresh(ctx); err != nil {
		return nil, fmt.Errorf("check the copies of archived events: %w", err)
	}
	var last eventstore.Recorded
	last.Revision = eventstore.NoStream
	for inRange := int64(0); ; {
		var page []eventstore.Recorded
		var numbers []int64
		err := s.reader.withRetry(ctx, func() (err error) {
			page, numbers, err = s.reader.kept(ctx, inRange, last)
			return err
		})
		if err != nil || len(page) == 0 {
			return differences, err
		}
		for i, e := range page {
			problem, err := s.archived.compare(ctx, numbers[i], e)
			if err != nil {
				return differences, fmt.Errorf("check the copies of archived events: %w", err)
			}
			if problem != "" {
				differences = append(differences, eventstore.KeptDifference{
					Stream: e.Stream, Revision: e.Revision, Position: e.Position, Problem: problem,
				})
			}
		}
		last, inRange = page[len(page)-1], numbers[len(numbers)-1]
	}
}

// kept returns the next copies, and the range of each.
func (r *reader) kept(
	ctx context.Context, inRange int64, after eventstore.Recorded,
) (page []eventstore.Recorded, numbers []int64, err error) {
	rows, err := r.db.QueryContext(ctx, readKept, inRange, after.Position.Commit, after.Stream, after.Revision, keptPage)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	var number int64
	row := newEventRow(&number)
	for rows.Next() {
		e, err := row.scan(rows)
		if err != nil {
			return nil, nil, err
		}
		page, numbers = append(page, e), append(numbers, number)
	}
	return page, numbers, rows.Err()
}

// compare describes how a copy differs from the event in the archive, "" if it does not.
func (a *archived) compare(ctx context.Context, number int64, e eventstore.Recorded) (problem string, err error) {
	r, ok := a.find(func(r archivedRange) bool { return r.number >= number })
	if !ok || r.number != number {
		return fmt.Sprintf("range %d is not archived", number), nil
	}
	f, err := a.open(ctx, r)
	if err != nil {
		return "", err
	}
	there, err := f.After(ctx, e.Position.Commit-1, 1)
	if err != nil {
		return "", a.unavailable(err)
	}
	if len(there) == 0 {
		return "range " + f.Name() + " has no event at its position", nil
	}
	return difference(f, there[0], e), nil
}

func difference(f *archive.File, archived, copied eventstore.Recorded) string {
	for _, c := range []struct {
		differs bool
		what    string
	}{
		{archived.Position != copied.Position, "another event at its position"},
		{archived.Stream != copied.Stream || archived.Revision != copied.Revision, "another event at its position"},
		{archived.ID != copied.ID, "another id"},
		{archived.Type != copied.Type, "another type"},
		{!bytes.Equal(archived.Data, copied.Data), "other data"},
		{!bytes.Equal(archived.Metadata, copied.Metadata), "other metadata"},
		{!archived.BookedAt.Equal(copied.BookedAt), "another time"},
	} {
		if c.differs {
			return f.Name() + " has " + c.what
		}
	}
	return ""
}
