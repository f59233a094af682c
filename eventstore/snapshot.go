package eventstore

import (
	"context"
	"encoding/json"
	"fmt"

	"gateway/domain"
)

// SnapshotTaken keeps the state of a long stream, on a stream of its own, so that
// a cold start does not fold millions of events. It is a convenience: a snapshot
// that is missing, of another version or unreadable costs time and nothing else.
type SnapshotTaken struct {
	Version  int             `json:"version"`
	Revision Revision        `json:"revision"`
	Position Position        `json:"position"`
	State    json.RawMessage `json:"state"`
}

// EventType is the wire name.
func (SnapshotTaken) EventType() string { return "snapshot.taken.v1" }

func snapshotStream(name string) string { return "snapshot-" + name }

func loadSnapshot[S any](ctx context.Context, l *Log, agg domain.Aggregate[S], c *cachedStream) error {
	c.snapshots = NoStream
	newest, err := l.store.ReadStream(ctx, snapshotStream(c.name), End, Backwards, 1)
	if err != nil {
		return fmt.Errorf("read snapshot of %s: %w", c.name, err)
	}
	if len(newest) == 0 {
		return nil
	}
	c.snapshots = newest[0].Revision
	var state S
	var s SnapshotTaken
	if err := json.Unmarshal(newest[0].Data, &s); err != nil {
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

// takeSnapshot is best effort: the command it follows is committed already.
func takeSnapshot[S any](ctx context.Context, l *Log, agg domain.Aggregate[S], c *cachedStream) {
	state, err := json.Marshal(c.state.(S))
	if err != nil {
		l.onError(fmt.Errorf("snapshot of %s: %w", c.name, err))
		return
	}
	proposed, err := l.propose(ctx, []domain.Event{SnapshotTaken{
		Version: agg.SnapshotVersion, Revision: c.revision, Position: c.position, State: state,
	}})
	if err != nil {
		l.onError(err)
		return
	}
	at, err := l.store.Append(ctx, snapshotStream(c.name), c.snapshots, proposed)
	if err != nil {
		l.onError(fmt.Errorf("snapshot of %s: %w", c.name, err))
		if newest, err := l.store.ReadStream(ctx, snapshotStream(c.name), End, Backwards, 1); err == nil && len(newest) > 0 {
			c.snapshots = newest[0].Revision
		}
		return
	}
	c.snapshots = at.Revision
}
