package eventstore

import (
	"context"
	"encoding/json"
	"fmt"

	"gateway/domain"
)

// SnapshotTaken is the folded state of a long stream at a revision. Snapshots have their own stream. They
// only save time: without a usable snapshot (missing, of another version, unreadable) the whole stream is
// folded, with the same result.
type SnapshotTaken struct {
	// Version is the aggregate's SnapshotVersion.
	Version int `json:"version"`
	// Revision and Position belong to the last event folded into State.
	Revision Revision        `json:"revision"`
	Position Position        `json:"position"`
	State    json.RawMessage `json:"state"`
}

// EventType is the wire name.
func (SnapshotTaken) EventType() string { return "snapshot.taken.v1" }

// SnapshotStream names the stream that holds the snapshots of a stream.
func SnapshotStream(name string) string { return "snapshot-" + name }

// loadSnapshot sets c to the newest snapshot, if it is usable.
func loadSnapshot[S any](ctx context.Context, l *Log, agg domain.Aggregate[S], c *cachedStream) error {
	newest, ok, err := newestSnapshot(ctx, l, c)
	if err != nil || !ok {
		return err
	}
	var state S
	var s SnapshotTaken
	if err := json.Unmarshal(newest.Data, &s); err != nil {
		l.onError(fmt.Errorf("snapshot of %s: %w", c.name, err))
		return nil
	}
	if s.Version != agg.SnapshotVersion {
		return nil
	}
	if err := json.Unmarshal(s.State, &state); err != nil {
		l.onError(fmt.Errorf("snapshot of %s: %w", c.name, err))
		return nil
	}
	c.state, c.revision, c.position = state, s.Revision, s.Position
	return nil
}

// newestSnapshot reads the newest snapshot and records its revision. ok is false if there is none.
func newestSnapshot(ctx context.Context, l *Log, c *cachedStream) (newest Recorded, ok bool, err error) {
	events, err := l.store.ReadStream(ctx, SnapshotStream(c.name), End, Backwards, 1)
	if err != nil {
		return newest, false, fmt.Errorf("read snapshot of %s: %w", c.name, err)
	}
	if len(events) == 0 {
		c.snapshotRevision = NoStream
		return newest, false, nil
	}
	c.snapshotRevision = events[0].Revision
	return events[0], true, nil
}

// takeSnapshot appends a snapshot. Its errors go only to OnError, because the command before it is committed
// already.
func takeSnapshot[S any](ctx context.Context, l *Log, agg domain.Aggregate[S], c *cachedStream) {
	state, err := json.Marshal(c.state.(S))
	if err != nil {
		l.onError(fmt.Errorf("snapshot of %s: %w", c.name, err))
		return
	}
	stream := SnapshotStream(c.name)
	proposed, err := l.propose(ctx, stream, c.snapshotRevision, []domain.Event{SnapshotTaken{
		Version: agg.SnapshotVersion, Revision: c.revision, Position: c.position, State: state,
	}})
	if err != nil {
		l.onError(err)
		return
	}
	at, err := l.store.Append(ctx, stream, c.snapshotRevision, proposed)
	if err != nil {
		l.onError(fmt.Errorf("snapshot of %s: %w", c.name, err))
		// Another process may have taken a snapshot: the next one is appended after it.
		_, _, _ = newestSnapshot(ctx, l, c)
		return
	}
	c.snapshotRevision = at.Revision
}
