package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/merkle"
)

const ownerPage = 1_000 // how many events are read at once

// Seal seals the ranges that are full, in order, and returns them: it records the streams of each, and the
// root of the Merkle tree over its events. before, if not zero, leaves out ranges whose last event was booked
// at or after it. progress, if set, is called with positions. Errors: ErrNotOwner; ErrRange (wrapped), for a
// range whose streams don't continue where the earlier ranges end.
func (r *Ranges) Seal(ctx context.Context, before time.Time, progress func(int64)) (sealed []Range, err error) {
	if err := r.requireOwner(ctx); err != nil {
		return nil, err
	}
	all, err := r.List(ctx)
	if err != nil {
		return nil, err
	}
	head, err := r.store.Head(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range all {
		if g.SealedAt != nil {
			continue
		}
		// The range with the newest event stays open, because the log's head must be in the database.
		if g.Last >= head.Commit {
			break
		}
		early, err := r.bookedBefore(ctx, g, before)
		if err != nil || !early {
			return sealed, err
		}
		if err := r.seal(ctx, &g, progress); err != nil {
			return sealed, fmt.Errorf("seal range %d: %w", g.Number, err)
		}
		sealed = append(sealed, g)
	}
	return sealed, nil
}

func (r *Ranges) bookedBefore(ctx context.Context, g Range, t time.Time) (early bool, err error) {
	if t.IsZero() {
		return true, nil
	}
	newest := `SELECT booked_at < $1 FROM ` + g.partition() + ` ORDER BY position DESC LIMIT 1`
	err = r.db.QueryRowContext(ctx, `SELECT coalesce((`+newest+`), true)`, t).Scan(&early)
	if err != nil {
		return false, fmt.Errorf("seal range %d: %w", g.Number, err)
	}
	return early, nil
}

func (r *Ranges) seal(ctx context.Context, g *Range, progress func(int64)) error {
	var edge merkle.Edge
	err := r.each(ctx, *g, func(e eventstore.Recorded) error {
		edge.Add(merkle.LeafHash(e, merkle.V1))
		if progress != nil {
			progress(e.Position.Commit)
		}
		return nil
	})
	if err != nil {
		return err
	}
	root, now := edge.Root(), time.Now().UTC()
	g.Events, g.Root, g.SealedAt = edge.Size(), root[:], &now
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if err := writeHeads(ctx, tx, *g); err != nil {
		return err
	}
	done, err := tx.ExecContext(ctx, `UPDATE ranges SET sealed_at = $2, events = $3, root = $4 WHERE number = $1 AND sealed_at IS NULL`,
		g.Number, g.SealedAt, g.Events, g.Root)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n != 1 {
		return fmt.Errorf("another process has sealed it (%w)", err)
	}
	return tx.Commit()
}

// writeHeads writes the streams of the range. It checks that each stream continues without a gap at the
// revision after its last one in the earlier ranges.
func writeHeads(ctx context.Context, tx *sql.Tx, g Range) error {
	//nolint:gosec // the partition's name is made of a number
	_, err := tx.ExecContext(ctx, `INSERT INTO sealed_heads (stream, revision, first, range)
		SELECT stream, max(revision), min(revision), $1 FROM `+g.partition()+` GROUP BY stream`, g.Number)
	if err != nil {
		return err
	}
	var broken sql.NullString
	var events int64
	err = tx.QueryRowContext(ctx, `SELECT coalesce(sum(h.revision - h.first + 1), 0), min(h.stream) FILTER (WHERE h.first <>
			coalesce((SELECT max(p.revision) FROM sealed_heads p WHERE p.stream = h.stream AND p.range < $1), -1) + 1)
		FROM sealed_heads h WHERE h.range = $1`, g.Number).Scan(&events, &broken)
	switch {
	case err != nil:
		return err
	case broken.Valid:
		return fmt.Errorf("%w: the stream %s does not go on where it ended before", ErrRange, broken.String)
	case events != g.Events:
		return fmt.Errorf("%w: a stream has a gap in its revisions", ErrRange)
	}
	return nil
}

// each calls visit with the events of a range in order.
func (r *Ranges) each(ctx context.Context, g Range, visit func(eventstore.Recorded) error) error {
	after := position(g.First - 1)
	for {
		page, err := r.store.ReadAll(ctx, after, ownerPage)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, e := range page {
			if e.Position.Commit > g.Last {
				return nil
			}
			if err := visit(e); err != nil {
				return err
			}
			after = e.Position
		}
	}
}
