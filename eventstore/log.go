package eventstore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"gateway/domain"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
)

// Limits of what a Log keeps in memory and how long it tries.
const (
	// cachedStreams bounds the aggregates kept between commands. Those of long
	// streams have a cache of their own: the payments of a busy hour must not push
	// out the balances that all of them go to.
	cachedStreams     = 20_000
	cachedLongStreams = 5_000
	// cachedEvents bounds the decoded events kept for projections and reactors.
	cachedEvents = 4_096
	// maxAttempts bounds how often one command is decided anew after conflicts.
	maxAttempts = 8
	// readPage is how many events of a stream are read at once.
	readPage = 1_000
	// DefaultSnapshotEvery is how many events lie between two snapshots.
	DefaultSnapshotEvery = 1_000
)

// Log is a Store with the means to decide on it: the codec, and the aggregates
// kept in memory between commands. It is safe for concurrent use.
type Log struct {
	store         Store
	codec         *Codec
	streams       *lru.Cache[string, *cachedStream]
	longStreams   *lru.Cache[string, *cachedStream] // of aggregates with snapshots
	decoded       *lru.Cache[uuid.UUID, decoded]
	busy          atomic.Bool // since the last PurgeIfIdle
	snapshotEvery int64
	newID         func() uuid.UUID
	onError       func(error)
}

// Options of a Log. The zero value is what the service runs with.
type Options struct {
	// SnapshotEvery overrides DefaultSnapshotEvery.
	SnapshotEvery int64
	// NewID overrides random event ids, for simulations from a seed.
	NewID func() uuid.UUID
	// OnError is told of what went wrong without failing a command: a snapshot
	// that could not be written or read.
	OnError func(error)
}

// NewLog makes a Log on a store.
func NewLog(store Store, codec *Codec, o Options) *Log {
	l := &Log{
		store: store, codec: codec, streams: newCache[string, *cachedStream](cachedStreams),
		longStreams: newCache[string, *cachedStream](cachedLongStreams), decoded: newCache[uuid.UUID, decoded](cachedEvents),
		snapshotEvery: o.SnapshotEvery, newID: o.NewID, onError: o.OnError,
	}
	if l.snapshotEvery <= 0 {
		l.snapshotEvery = DefaultSnapshotEvery
	}
	if l.newID == nil {
		l.newID = uuid.New
	}
	if l.onError == nil {
		l.onError = func(error) {}
	}
	return l
}

func newCache[K comparable, V any](size int) *lru.Cache[K, V] {
	c, err := lru.New[K, V](size)
	if err != nil { // only a size below 1 fails
		panic(err)
	}
	return c
}

// PurgeIfIdle is called now and then. If no command came since the last time it gives back
// the memory for short streams and decoded events, which are read anew when needed, and
// reports that it did.
func (l *Log) PurgeIfIdle() bool {
	if l.busy.Swap(false) {
		return false
	}
	l.streams.Purge()
	l.decoded.Purge()
	return true
}

// Store is the log's store, for readers.
func (l *Log) Store() Store { return l.store }

// Codec is the log's codec.
func (l *Log) Codec() *Codec { return l.codec }

// Envelope is a recorded event together with what it says.
type Envelope struct {
	Recorded
	Event domain.Event
}

// Decode decodes a recorded event. Events that this process appended or opened lately
// are not decoded again; what it gives is shared and must not be changed.
func (l *Log) Decode(r Recorded) (Envelope, error) {
	decode, ok := l.decoded.Get(r.ID)
	if !ok {
		decode = sync.OnceValues(func() (domain.Event, error) { return l.codec.Decode(r.Type, r.Data) })
		// The projections and the posting come to a new event at the same moment.
		if first, ok, _ := l.decoded.PeekOrAdd(r.ID, decode); ok {
			decode = first
		}
	}
	e, err := decode()
	if err != nil {
		return Envelope{}, fmt.Errorf("event %d of stream %s: %w", r.Revision, r.Stream, err)
	}
	return Envelope{Recorded: r, Event: e}, nil
}

// decoded gives an event, which is decoded when that is first asked for.
type decoded func() (domain.Event, error)

func done(e domain.Event) decoded { return func() (domain.Event, error) { return e, nil } }

// propose encodes events for an append under the context's metadata.
func (l *Log) propose(ctx context.Context, events []domain.Event) ([]Proposed, error) {
	meta := MetadataFrom(ctx).encode()
	out := make([]Proposed, len(events))
	for i, e := range events {
		data, err := l.codec.Encode(e)
		if err != nil {
			return nil, err
		}
		out[i] = Proposed{ID: l.newID(), Type: e.EventType(), Data: data, Metadata: meta}
	}
	return out, nil
}

// pause waits before the attempt after a conflict: full jitter, 50 ms at most.
func pause(ctx context.Context, attempt int) error {
	limit := min(50*time.Millisecond, time.Millisecond<<attempt)
	select {
	case <-time.After(rand.N(limit) + 1):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
