package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gateway/domain/report"
)

// ListingCursor returns how far the books of a connection were read, or the zero value when they never were.
func (s *DB) ListingCursor(ctx context.Context, at string) (c report.ListingPlace, err error) {
	var row struct {
		At         time.Time `db:"at"`
		Generation *int64    `db:"generation"`
		Resets     int64     `db:"resets"`
	}
	err = s.db.GetContext(ctx, &row, `SELECT at, generation, resets FROM state.provider_listing WHERE connection = $1`, at)
	if errors.Is(err, sql.ErrNoRows) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("read the cursor of the provider's books: %w", err)
	}
	return report.ListingPlace{At: row.At.UTC(), Generation: row.Generation, Resets: row.Resets}, nil
}

// SaveListingCursor records how far the books of a connection were read. Within one generation of the log it never
// goes back. It does nothing when an operator has set another time since (ReadListingFrom), or another
// process reads in a later generation.
func (s *DB) SaveListingCursor(ctx context.Context, at string, c report.ListingPlace) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO state.provider_listing AS kept (connection, only_row, at, generation, resets)
		VALUES ($1, CASE WHEN $1 = 'xendit' THEN true END, $2, $3, $4)
		ON CONFLICT (connection) DO UPDATE SET generation = excluded.generation,
			at = CASE WHEN kept.generation = excluded.generation THEN greatest(kept.at, excluded.at) ELSE excluded.at END
		WHERE kept.resets = excluded.resets AND (kept.generation IS NULL OR kept.generation <= excluded.generation)`,
		at, c.At.UTC(), c.Generation, c.Resets)
	if err != nil {
		return fmt.Errorf("save the cursor of the provider's books: %w", err)
	}
	return nil
}

// ReadListingFrom makes the gateway read the books of a connection again from a time on. A running gateway goes
// back at its next reading.
func (s *DB) ReadListingFrom(ctx context.Context, at string, from time.Time) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO state.provider_listing AS kept (connection, only_row, at)
		VALUES ($1, CASE WHEN $1 = 'xendit' THEN true END, $2)
		ON CONFLICT (connection) DO UPDATE SET at = excluded.at, resets = kept.resets + 1`, at, from.UTC())
	if err != nil {
		return fmt.Errorf("set the cursor of the provider's books: %w", err)
	}
	return nil
}
