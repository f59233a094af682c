package eventstore

import (
	"context"
	"sync/atomic"

	"gateway/domain"
	"gateway/eventstore/tracing"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
)

// DefaultSnapshotEvery is the number of events between two snapshots of a stream.
const DefaultSnapshotEvery = 1_000

// Log is a Store with what commands need beside it: the codec, and aggregates cached
// between commands. It is safe for concurrent use.
type Log struct {
	store         Store
	codec         *Codec
	streams       *lru.Cache[string, *cachedStream]
	longStreams   *lru.Cache[string, *cachedStream] // of aggregates with snapshots
	decoded       *lru.Cache[uuid.UUID, decodeOnce]
	used          atomic.Bool // by a command, since the last PurgeIfIdle
	snapshotEvery int64
	newID         func(stream string, at Revision) uuid.UUID
	yield         func(ctx context.Context, stream string)
	onError       func(error)
	owns          func(stream string) bool
	onForeign     func(Recorded)
	foreign       foreignMeter
	traces        *lru.Cache[int64, string] // see noteTrace
}

// Options of a Log. The gateway uses the zero value but for OnError.
type Options struct {
	// SnapshotEvery replaces DefaultSnapshotEvery.
	SnapshotEvery int64
	// NewID replaces random event ids, for simulations from a seed. It gets the place for
	// which the event is proposed, and must return a new id at every call.
	NewID func(stream string, at Revision) uuid.UUID
	// Yield, when set, is called before a command or a load takes its turn on a stream, after
	// it waited for another one, and in place of the pause after a conflict. A simulation
	// decides there which goroutine goes on.
	Yield func(ctx context.Context, stream string)
	// OnError is called with errors that do not fail a command: a snapshot that can't be
	// written or read.
	OnError func(error)
	// Owns reports whether a stream is the gateway's, by its name; every stream is when nil.
	Owns func(stream string) bool
	// OnForeign is called once with each foreign event that a reader meets, about in the
	// order of the log. It must return at once.
	OnForeign func(Recorded)
}

// NewLog returns a Log on a store. Closing the store remains with the caller.
func NewLog(store Store, codec *Codec, o Options) *Log {
	l := &Log{
		store: store, codec: codec,
		streams:       newCache[string, *cachedStream](cachedStreams),
		longStreams:   newCache[string, *cachedStream](cachedLongStreams),
		decoded:       newCache[uuid.UUID, decodeOnce](cachedEvents),
		traces:        newCache[int64, string](cachedTraces),
		snapshotEvery: o.SnapshotEvery, newID: o.NewID, yield: o.Yield, onError: o.OnError, owns: o.Owns, onForeign: o.OnForeign,
	}
	if l.snapshotEvery <= 0 {
		l.snapshotEvery = DefaultSnapshotEvery
	}
	if l.newID == nil {
		l.newID = func(string, Revision) uuid.UUID { return uuid.New() }
	}
	if l.owns == nil {
		l.owns = func(string) bool { return true }
	}
	if l.onForeign == nil {
		l.onForeign = func(Recorded) {}
	}
	if l.onError == nil {
		l.onError = func(error) {}
	}
	return l
}

// Store returns the log's store, for readers.
func (l *Log) Store() Store { return l.store }

// Codec returns the log's codec.
func (l *Log) Codec() *Codec { return l.codec }

// propose encodes events for an append after the revision, with new ids and the context's
// metadata.
func (l *Log) propose(ctx context.Context, stream string, after Revision, events []domain.Event) ([]Proposed, error) {
	m := MetadataFrom(ctx)
	m.TraceParent = tracing.Parent(ctx)
	meta := m.JSON()
	proposed := make([]Proposed, len(events))
	for i, e := range events {
		data, err := l.codec.Encode(e)
		if err != nil {
			return nil, err
		}
		proposed[i] = Proposed{ID: l.newID(stream, after+1+Revision(i)), Type: e.EventType(), Data: data, Metadata: meta}
	}
	return proposed, nil
}
