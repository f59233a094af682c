package esdbserver

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"gateway/eventstore"

	"github.com/google/uuid"
)

const (
	indexStream = "$marks" // holds the index; clients can't write to it
	typeMarked  = "$marked"
)

// metadataIndex is the set of streams that have, or had, metadata or a tombstone. Most
// logs have none. For a stream that is not in the index the server reads no metadata.
type metadataIndex struct {
	mu       sync.RWMutex
	streams  map[string]struct{}
	revision eventstore.Revision // the last revision of indexStream that was read
}

// indexEntry is the data of an event that adds a stream to the index.
type indexEntry struct {
	Stream string `json:"stream"`
}

func loadIndex(ctx context.Context, store eventstore.Store) (*metadataIndex, error) {
	m := &metadataIndex{streams: make(map[string]struct{}), revision: eventstore.NoStream}
	return m, m.load(ctx, store)
}

// load reads the entries that were added since the last load.
func (m *metadataIndex) load(ctx context.Context, store eventstore.Store) error {
	for {
		events, err := store.ReadStream(ctx, indexStream, m.lastRevision()+1, eventstore.Forwards, maxPage)
		if err != nil {
			return err
		}
		for _, e := range events {
			if err := m.apply(e); err != nil {
				return err
			}
		}
		if len(events) < maxPage {
			return nil
		}
	}
}

func (m *metadataIndex) apply(e eventstore.Recorded) error {
	var entry indexEntry
	if err := json.Unmarshal(e.Data, &entry); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.streams[entry.Stream] = struct{}{}
	m.revision = max(m.revision, e.Revision)
	return nil
}

func (m *metadataIndex) lastRevision() eventstore.Revision {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.revision
}

func (m *metadataIndex) contains(stream string) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	_, found := m.streams[stream]
	return found
}

// add adds a stream permanently. Only one goroutine at a time may call it.
func (m *metadataIndex) add(ctx context.Context, store eventstore.Store, stream string) error {
	data, err := json.Marshal(indexEntry{stream})
	if err != nil {
		return err
	}
	event := eventstore.Proposed{ID: uuid.New(), Type: typeMarked, Data: data}
	for !m.contains(stream) {
		_, err := store.Append(ctx, indexStream, m.lastRevision(), []eventstore.Proposed{event})
		if _, conflict := errors.AsType[*eventstore.ConflictError](err); err != nil && !conflict {
			return err
		}
		if err := m.load(ctx, store); err != nil {
			return err
		}
	}
	return nil
}
