package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// ListingCursor returns up to when the provider's books were read, in UTC; the zero time
// where they never were.
func (s *DB) ListingCursor(ctx context.Context) (time.Time, error) {
	var at time.Time
	err := s.db.GetContext(ctx, &at, `SELECT at FROM state.provider_listing`)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("read the cursor of the provider's books: %w", err)
	}
	return at.UTC(), nil
}

// SaveListingCursor records up to when the provider's books were read. It never goes back.
func (s *DB) SaveListingCursor(ctx context.Context, at time.Time) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO state.provider_listing (at) VALUES ($1)
		ON CONFLICT (only_row) DO UPDATE SET at = greatest(provider_listing.at, excluded.at)`, at.UTC())
	if err != nil {
		return fmt.Errorf("save the cursor of the provider's books: %w", err)
	}
	return nil
}
