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

// Log is a Store together with what commands need: the codec, and aggregates cached between commands. It is
// safe for concurrent use.
type Log struct {
	*shared
	rehearses bool // see Rehearsal
}

// shared is what a Log and its rehearsal have in common.
type shared struct {
	store         Store
	codec         *Codec
	streams       *lru.Cache[string, *cachedStream]
	longStreams   *lru.Cache[string, *cachedStream] // aggregates with snapshots
	decoded       *lru.Cache[uuid.UUID, decodeOnce]
	used          atomic.Bool // a command has used it since the last PurgeIfIdle
	snapshotEvery int64
	newID         func(stream string, at Revision) uuid.UUID
	yield         func(ctx context.Context, stream string)
	onError       func(error)
	owns          func(stream string) bool
	onForeign     func(Recorded)
	foreign       foreignMeter
	traces        *lru.Cache[int64, string] // see noteTrace
}

// Options configures a Log. The gateway sets only OnError and leaves everything else at its zero value.
type Options struct {
	// SnapshotEvery replaces DefaultSnapshotEvery.
	SnapshotEvery int64
	// NewID replaces random event ids, for simulations from a seed. It gets the place for which the event is
	// proposed, and must return a new id on every call.
	NewID func(stream string, at Revision) uuid.UUID
	// Yield, if set, is called before a command or a load takes its turn on a stream, after it waited for
	// another one, and in place of the pause after a conflict. A simulation uses it to decide which goroutine
	// continues.
	Yield func(ctx context.Context, stream string)
	// OnError is called with errors that do not fail a command, such as a snapshot that can't be written or
	// read.
	OnError func(error)
	// Owns reports whether a stream belongs to the gateway, judging by its name. If Owns is nil, every stream
	// does.
	Owns func(stream string) bool
	// OnForeign is called once for each foreign event that a reader meets, roughly in the order of the log.
	// It must return at once.
	OnForeign func(Recorded)
}

// NewLog returns a Log on a store. The caller remains responsible for closing the store.
func NewLog(store Store, codec *Codec, o Options) *Log {
	l := &shared{
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
	return &Log{shared: l}
}

// Store returns the log's store, for readers.
func (l *Log) Store() Store { return l.store }

// Codec returns the log's codec.
func (l *Log) Codec() *Codec { return l.codec }

// propose encodes events for an append after the revision, with new ids and the context's metadata. Each event
// says how many follow it (WholeAppends).
func (l *Log) propose(ctx context.Context, stream string, after Revision, events []domain.Event) ([]Proposed, error) {
	m := MetadataFrom(ctx)
	m.TraceParent = tracing.Parent(ctx)
	proposed := make([]Proposed, len(events))
	for i, e := range events {
		data, err := l.codec.Encode(e)
		if err != nil {
			return nil, err
		}
		m.Following = len(events) - 1 - i
		proposed[i] = Proposed{ID: l.newID(stream, after+1+Revision(i)), Type: e.EventType(), Data: data, Metadata: m.JSON()}
	}
	return proposed, nil
}
