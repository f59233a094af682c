package simulation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gateway/domain/catalogue"
	"gateway/eventstore"
)

// checkKept: a read that fails because the archive is away does not ask for events that stay in the database. A
// start, and each decision on a balance or an id, rest on those. A caller that tries again once the archive is
// back would hide a breach.
func (s postgresStore) checkKept(stream string, from eventstore.Revision, dir eventstore.Direction, limit int, cause error) {
	if !errors.Is(cause, eventstore.ErrArchive) {
		return
	}
	kept, err := s.isKept(stream, from, dir, limit)
	if kept || err != nil {
		s.w.fail("the archive is away, and %s can't be read from %d on: %v, %v", stream, from, cause, err)
	}
}

// isKept reports whether all events of a read stay in the database. These are any events of a stream that is
// kept whole; and of a stream that is kept from its newest snapshot on, the newest event and what follows that
// snapshot.
func (s postgresStore) isKept(stream string, from eventstore.Revision, dir eventstore.Direction, limit int) (kept bool, err error) {
	category, _, _ := strings.Cut(stream, "-")
	switch {
	case slices.Contains(catalogue.Categories(catalogue.KeptWhole), category):
		return true, nil
	case !slices.Contains(catalogue.Categories(catalogue.KeptTail), category):
		return false, nil
	case dir == eventstore.Backwards:
		return from == eventstore.End && limit == 1, nil
	case strings.HasPrefix(stream, eventstore.SnapshotStream("")):
		return false, nil
	}
	newest, err := s.newestSnapshot(stream)
	return err == nil && from > newest.Revision, err
}

// newestSnapshot returns the newest snapshot of a stream, with revision -1 if there is none.
func (s postgresStore) newestSnapshot(stream string) (newest eventstore.SnapshotTaken, err error) {
	var events []eventstore.Recorded
	s.d.outside(func(ctx context.Context) {
		events, err = s.Store.ReadStream(ctx, eventstore.SnapshotStream(stream), eventstore.End, eventstore.Backwards, 1)
	})
	if err != nil || len(events) == 0 {
		return eventstore.SnapshotTaken{Revision: eventstore.NoStream}, err
	}
	if err := json.Unmarshal(events[0].Data, &newest); err != nil {
		return newest, fmt.Errorf("snapshot of %s: %w", stream, err)
	}
	return newest, nil
}
