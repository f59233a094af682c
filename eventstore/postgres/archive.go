package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/archive"

	"github.com/lib/pq"
)

const (
	// detachTries is how often the store tries to detach a partition, for a second each time: readers and
	// appends wait during a try.
	detachTries = 30
	detachWait  = 500 * time.Millisecond
)

// Archive moves the sealed ranges into the store's archive, in order, except for the newest keep ranges, and
// returns those that it moved. Each range is written, read back and compared with its Merkle root before its
// partition is dropped. The next call repeats an interrupted move. Errors: ErrNoArchive, ErrNotOwner,
// *UnsoundStoreError, and those of the archive.
func (r *Ranges) Archive(ctx context.Context, keep int, progress func(int64)) (moved []Range, err error) {
	if r.store.archived.place == nil {
		return nil, ErrNoArchive
	}
	if err := r.requireOwner(ctx); err != nil {
		return nil, err
	}
	all, err := r.List(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.findNewest(ctx, all); err != nil {
		return nil, err
	}
	if err := r.keepAgain(ctx, all, progress); err != nil {
		return nil, err
	}
	var sealed []Range
	for _, g := range all {
		if g.State() == "sealed" {
			sealed = append(sealed, g)
		}
	}
	for _, g := range sealed[:max(0, len(sealed)-keep)] {
		if err := r.move(ctx, &g, progress); err != nil {
			return moved, fmt.Errorf("archive range %d: %w", g.Number, err)
		}
		moved = append(moved, g)
	}
	return moved, nil
}

func (r *Ranges) move(ctx context.Context, g *Range, progress func(int64)) (err error) {
	draft, err := os.CreateTemp("", "range-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, draft.Close(), os.Remove(draft.Name())) }()
	size, err := r.write(ctx, draft, g, progress)
	if err != nil {
		return err
	}
	if _, err := draft.Seek(0, io.SeekStart); err != nil {
		return err
	}
	place := r.store.archived.place
	g.File = fmt.Sprintf("%s/%06d-%d-%d.range", r.store.id, g.Number, g.First, g.Last)
	if err := place.Put(ctx, g.File, draft, size); err != nil {
		return err
	}
	if err := check(ctx, place, *g); err != nil {
		return &UnsoundStoreError{Place: place.String(), Err: err}
	}
	return r.drop(ctx, g)
}

// write writes the file of a range, and returns its length.
func (r *Ranges) write(ctx context.Context, out io.Writer, g *Range, progress func(int64)) (size int64, err error) {
	w := archive.NewWriter(out, archive.Range{Store: r.store.id, Number: g.Number, First: g.First, Last: g.Last})
	kept, err := r.beginKeeping(ctx, g.Number)
	if err != nil {
		return 0, err
	}
	defer kept.close()
	err = r.each(ctx, *g, func(e eventstore.Recorded) error {
		if progress != nil {
			progress(e.Position.Commit)
		}
		return errors.Join(w.Add(e), kept.add(e))
	})
	if err != nil {
		return 0, err
	}
	//nolint:gosec // the partition's name is made of a number
	rows, err := r.db.QueryContext(ctx, `SELECT stream, revision, position FROM `+g.partition()+` ORDER BY stream, revision`)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var stream string
		var revision, at int64
		if err := rows.Scan(&stream, &revision, &at); err != nil {
			return 0, err
		}
		if err := w.AddStream(stream, revision, at); err != nil {
			return 0, err
		}
	}
	if err := rows.Err(); err != nil {
		return 0, err
	}
	content, size, digest, err := w.End()
	if err != nil {
		return 0, err
	}
	if content.Events != g.Events || !bytes.Equal(content.Root, g.Root) {
		return 0, fmt.Errorf("%w: its events are not those that were sealed", ErrRange)
	}
	g.Digest = digest
	return size, kept.end()
}

// findNewest looks for the file of the newest archived range, so that no range goes to a wrong place, such as
// a directory that is not mounted, or another bucket.
func (r *Ranges) findNewest(ctx context.Context, all []Range) error {
	for _, g := range slices.Backward(all) {
		if g.ArchivedAt == nil {
			continue
		}
		if _, err := r.store.archived.place.Size(ctx, g.File); err != nil {
			return fmt.Errorf("range %d, which is archived, can't be found, so nothing is moved there: %w", g.Number, err)
		}
		return nil
	}
	return nil
}

// keepAgain copies the events that must be kept from the files of archived ranges, because an earlier version
// of the program kept none, or others.
func (r *Ranges) keepAgain(ctx context.Context, all []Range, progress func(int64)) error {
	rows, err := r.db.QueryContext(ctx, `SELECT range FROM kept_ranges WHERE categories = $1`, r.keep.String())
	if err != nil {
		return fmt.Errorf("look for what is kept of the archive: %w", err)
	}
	defer rows.Close()
	done := make(map[int64]bool)
	for rows.Next() {
		var number int64
		if err := rows.Scan(&number); err != nil {
			return fmt.Errorf("look for what is kept of the archive: %w", err)
		}
		done[number] = true
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("look for what is kept of the archive: %w", err)
	}
	for _, g := range all {
		if g.ArchivedAt == nil || done[g.Number] {
			continue
		}
		if err := r.keepFromFile(ctx, g); err != nil {
			return fmt.Errorf("keep events of range %d, which is archived: %w", g.Number, err)
		}
		if progress != nil {
			progress(g.Last)
		}
	}
	return nil
}

func (r *Ranges) keepFromFile(ctx context.Context, g Range) error {
	f, err := archive.OpenFile(ctx, r.store.archived.place, g.File, g.Digest)
	if err != nil {
		return err
	}
	kept, err := r.beginKeeping(ctx, g.Number)
	if err != nil {
		return err
	}
	defer kept.close()
	if err := f.Check(ctx, kept.add); err != nil {
		return err
	}
	return kept.end()
}

// UnsoundStoreError says that the archive did not return what was written to it a moment before. The range
// stays in the database.
type UnsoundStoreError struct {
	Place string
	Err   error
}

func (e *UnsoundStoreError) Error() string {
	return fmt.Sprintf("%s does not give back what was just written to it, so the range stays in PostgreSQL; look for the fault "+
		"in that store, not in the log: %v", e.Place, e.Err)
}

func (e *UnsoundStoreError) Unwrap() error { return e.Err }

// check reads a whole file and compares it with the range.
func check(ctx context.Context, place archive.Place, g Range) error {
	f, err := archive.OpenFile(ctx, place, g.File, g.Digest)
	if err != nil {
		return err
	}
	if !bytes.Equal(f.Range().Root, g.Root) || f.Range().Events != g.Events {
		return &archive.AlteredError{File: f.Name(), Part: "its Merkle root"}
	}
	return f.Check(ctx, nil)
}

// Check reads the files of all archived ranges and returns what is wrong with each, by number. progress, if
// set, is called with the last position of each file.
func (r *Ranges) Check(ctx context.Context, progress func(int64)) (wrong map[int64]error, checked int, err error) {
	all, err := r.List(ctx)
	if err != nil {
		return nil, 0, err
	}
	wrong = make(map[int64]error)
	for _, g := range all {
		if g.ArchivedAt == nil {
			continue
		}
		if r.store.archived.place == nil {
			return nil, checked, ErrNoArchive
		}
		checked++
		if err := check(ctx, r.store.archived.place, g); err != nil {
			wrong[g.Number] = err
		}
		if progress != nil {
			progress(g.Last)
		}
	}
	return wrong, checked, ctx.Err()
}

// drop records that the range is archived and drops its partition, in one transaction.
func (r *Ranges) drop(ctx context.Context, g *Range) (err error) {
	for range detachTries {
		err = r.tryDrop(ctx, g)
		if refused, ok := errors.AsType[*pq.Error](err); !ok || refused.Code.Name() != "lock_not_available" {
			return err
		}
		select {
		case <-time.After(detachWait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func (r *Ranges) tryDrop(ctx context.Context, g *Range) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	now := time.Now().UTC()
	if _, err := tx.ExecContext(ctx, `SET LOCAL lock_timeout = '1s'`); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `ALTER TABLE events DETACH PARTITION `+g.partition()); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DROP TABLE `+g.partition()); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE ranges SET archived_at = $2, file = $3, digest = $4 WHERE number = $1 AND archived_at IS NULL`,
		g.Number, now, g.File, g.Digest); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	g.ArchivedAt = &now
	return nil
}
