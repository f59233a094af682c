package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gateway/domain/report"
)

// ListingCursor returns how far the provider's books were read, or the zero value when they never were.
func (s *DB) ListingCursor(ctx context.Context) (c report.ListingPlace, err error) {
	var row struct {
		At         time.Time `db:"at"`
		Generation *int64    `db:"generation"`
		Resets     int64     `db:"resets"`
	}
	err = s.db.GetContext(ctx, &row, `SELECT at, generation, resets FROM state.provider_listing`)
	if errors.Is(err, sql.ErrNoRows) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("read the cursor of the provider's books: %w", err)
	}
	return report.ListingPlace{At: row.At.UTC(), Generation: row.Generation, Resets: row.Resets}, nil
}

// SaveListingCursor records how far the provider's books were read. Within one generation of the log it never
// goes back. It does nothing when an operator has set another time since (ReadListingFrom), or another
// process reads in a later generation.
func (s *DB) SaveListingCursor(ctx context.Context, c report.ListingPlace) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO state.provider_listing AS kept (at, generation, resets) VALUES ($1, $2, $3)
		ON CONFLICT (only_row) DO UPDATE SET generation = excluded.generation,
			at = CASE WHEN kept.generation = excluded.generation THEN greatest(kept.at, excluded.at) ELSE excluded.at END
		WHERE kept.resets = excluded.resets AND (kept.generation IS NULL OR kept.generation <= excluded.generation)`,
		c.At.UTC(), c.Generation, c.Resets)
	if err != nil {
		return fmt.Errorf("save the cursor of the provider's books: %w", err)
	}
	return nil
}

// ReadListingFrom makes the gateway read the provider's books again from a time on. A running gateway goes
// back at its next reading.
func (s *DB) ReadListingFrom(ctx context.Context, at time.Time) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO state.provider_listing AS kept (at) VALUES ($1)
		ON CONFLICT (only_row) DO UPDATE SET at = excluded.at, resets = kept.resets + 1`, at.UTC())
	if err != nil {
		return fmt.Errorf("set the cursor of the provider's books: %w", err)
	}
	return nil
}
