package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gateway/projections/readmodel/readtable"
)

// SealedFile is a file as it is kept: its bytes are encrypted.
type SealedFile struct {
	// Hash is that of the bytes before.
	Hash     string `db:"hash" json:"hash"`
	MasterID string `db:"master_id" json:"master_id"`
	Sealed   []byte `db:"sealed" json:"sealed"`
	Size     int64  `db:"size" json:"size"`
}

// PutFile keeps a file, unless it is kept already.
func (s *DB) PutFile(ctx context.Context, f SealedFile) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO state.files (hash, master_id, sealed, size) VALUES ($1, $2, $3, $4)
		ON CONFLICT (hash) DO NOTHING`, f.Hash, f.MasterID, f.Sealed, f.Size)
	if err != nil {
		return fmt.Errorf("keep the file %s: %w", f.Hash, err)
	}
	return nil
}

// FileMasters returns how many files are encrypted with a key of each master secret, by its id.
func (s *DB) FileMasters(ctx context.Context) (map[string]int, error) {
	var rows []struct {
		MasterID string `db:"master_id"`
		N        int    `db:"n"`
	}
	if err := s.db.SelectContext(ctx, &rows, `SELECT master_id, count(*) AS n FROM state.files GROUP BY master_id`); err != nil {
		return nil, fmt.Errorf("count the files: %w", err)
	}
	counts := map[string]int{}
	for _, row := range rows {
		counts[row.MasterID] = row.N
	}
	return counts, nil
}

// File returns a file. Error: readtable.ErrNotFound.
func (s *DB) File(ctx context.Context, hash string) (f SealedFile, err error) {
	err = s.db.GetContext(ctx, &f, `SELECT hash, master_id, sealed, size FROM state.files WHERE hash = $1`, hash)
	if errors.Is(err, sql.ErrNoRows) {
		return f, readtable.ErrNotFound
	}
	if err != nil {
		return f, fmt.Errorf("read the file %s: %w", hash, err)
	}
	return f, nil
}
