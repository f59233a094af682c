package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gateway/eventstore"
)

const (
	beginArrival = `INSERT INTO arrival (from_store) VALUES ($1)
		ON CONFLICT (only_row) DO UPDATE SET from_store = excluded.from_store`
	endArrival = `DELETE FROM arrival`
)

// Receive implements eventstore.Store.
func (s *Store) Receive(ctx context.Context, from string) (err error) {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.calls.Done()
	if from == "" {
		_, err = s.appender.db.ExecContext(ctx, endArrival)
	} else {
		_, err = s.appender.db.ExecContext(ctx, beginArrival, from)
	}
	if err != nil {
		return fmt.Errorf("note what is copied here: %w: %w", eventstore.ErrUnavailable, err)
	}
	return nil
}

// Receiving implements eventstore.Store.
func (s *Store) Receiving(ctx context.Context) (from string, err error) {
	if err := s.enter(); err != nil {
		return "", err
	}
	defer s.calls.Done()
	err = s.reader.try(ctx, func() error {
		err := s.reader.db.QueryRowContext(ctx, `SELECT from_store FROM arrival`).Scan(&from)
		if errors.Is(err, sql.ErrNoRows) {
			from, err = "", nil
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read what is copied here: %w", err)
	}
	return from, nil
}
