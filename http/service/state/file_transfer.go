package state

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gateway/domain/file"
)

// Files calls visit for each file, in the order of their hashes. They stay encrypted.
func (s *DB) Files(ctx context.Context, visit func(SealedFile) error) error {
	rows, err := s.db.QueryxContext(ctx, `SELECT hash, master_id, sealed, size FROM state.files ORDER BY hash`)
	if err != nil {
		return fmt.Errorf("read the files: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var f SealedFile
		if err := rows.StructScan(&f); err != nil {
			return fmt.Errorf("read the files: %w", err)
		}
		if err := visit(f); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ExportFiles writes all files, encrypted as they are: a JSON object a line. It returns their number.
func (s *DB) ExportFiles(ctx context.Context, w io.Writer) (n int, err error) {
	out := json.NewEncoder(w)
	err = s.Files(ctx, func(f SealedFile) error {
		n++
		return out.Encode(f)
	})
	return n, err
}

// ImportFiles keeps the files that ExportFiles wrote. It may be repeated. It returns their number.
func (s *DB) ImportFiles(ctx context.Context, r io.Reader) (n int, err error) {
	in := json.NewDecoder(bufio.NewReader(r))
	for {
		var f SealedFile
		switch err := in.Decode(&f); {
		case errors.Is(err, io.EOF):
			return n, nil
		case err != nil:
			return n, fmt.Errorf("the file of files is damaged: %w", err)
		case !file.IsHash(f.Hash):
			return n, errors.New("the file of files names no hash")
		}
		if err := s.PutFile(ctx, f); err != nil {
			return n, err
		}
		n++
	}
}
