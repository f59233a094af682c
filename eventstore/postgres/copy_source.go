package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gateway/eventstore"
)

const (
	setCopySource = `INSERT INTO arrival (from_store) VALUES ($1)
		ON CONFLICT (only_row) DO UPDATE SET from_store = excluded.from_store`
	removeCopySource = `DELETE FROM arrival`
	readCopySource   = `SELECT from_store FROM arrival`
)

// MarkCopySource implements transfer.CopyMarker.
func (s *Store) MarkCopySource(ctx context.Context, storeID string) (err error) {
	if err := s.beginCall(); err != nil {
		return err
	}
	defer s.calls.Done()
	if storeID == "" {
		_, err = s.appender.db.ExecContext(ctx, removeCopySource)
	} else {
		_, err = s.appender.db.ExecContext(ctx, setCopySource, storeID)
	}
	if err != nil {
		return fmt.Errorf("mark the store that is copied here: %w: %w", eventstore.ErrUnavailable, err)
	}
	return nil
}

// CopySource implements transfer.CopyMarker.
func (s *Store) CopySource(ctx context.Context) (storeID string, err error) {
	if err := s.beginCall(); err != nil {
		return "", err
	}
	defer s.calls.Done()
	err = s.reader.withRetry(ctx, func() error {
		err := s.reader.db.QueryRowContext(ctx, readCopySource).Scan(&storeID)
		if errors.Is(err, sql.ErrNoRows) {
			storeID, err = "", nil
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read which store is copied here: %w", err)
	}
	return storeID, nil
}
