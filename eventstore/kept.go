package eventstore

import "context"

// KeptDifference is a copy of an archived event that differs from the archive. The gateway decides with the
// copy.
type KeptDifference struct {
	Stream   string
	Revision Revision
	Position Position
	// Problem says what differs.
	Problem string
}

// Keeper is a Store that keeps copies of archived events outside the archive.
type Keeper interface {
	// CheckKept compares the copies with the archive. Error: ErrArchive (wrapped), if the archive can't be
	// read.
	CheckKept(ctx context.Context) ([]KeptDifference, error)
}
