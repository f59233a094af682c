package simulation

import (
	"context"
	"errors"
	"io"
	"sync/atomic"

	"gateway/eventstore/archive"
)

// vanishing is an archive that is away at times, because its directory is not mounted or its bucket does not answer.
type vanishing struct {
	archive.Place
	away atomic.Bool
}

var errAway = errors.New("the archive is away")

// Put implements archive.Place.
func (v *vanishing) Put(ctx context.Context, name string, content io.Reader, size int64) error {
	if v.away.Load() {
		return errAway
	}
	return v.Place.Put(ctx, name, content, size)
}

// Read implements archive.Place.
func (v *vanishing) Read(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	if v.away.Load() {
		return nil, errAway
	}
	return v.Place.Read(ctx, name, offset, length)
}

// Size implements archive.Place.
func (v *vanishing) Size(ctx context.Context, name string) (int64, error) {
	if v.away.Load() {
		return 0, errAway
	}
	return v.Place.Size(ctx, name)
}

// archiveVanishes takes the archive away, or brings it back.
func (w *world) archiveVanishes(away bool) {
	if w.postgres == nil || w.postgres.place.away.Load() == away {
		return
	}
	w.postgres.place.away.Store(away)
	w.faults++
	w.note("the archive is away: %t", away)
}
