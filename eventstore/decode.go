package eventstore

import (
	"fmt"
	"sync"

	"gateway/domain"
)

// Envelope is a recorded event together with its decoded content.
type Envelope struct {
	Recorded
	Event domain.Event
}

// Decode decodes a recorded event. The result is cached and shared: events that this process appended or
// decoded recently are not decoded again, and callers must not change them. A foreign event is decoded as
// Foreign. Error: *UnknownTypeError (wrapped), for an event that a newer version of the gateway wrote.
func (l *Log) Decode(r Recorded) (Envelope, error) {
	decode, ok := l.decoded.Get(r.ID)
	if !ok {
		decode = sync.OnceValues(func() (domain.Event, error) { return l.decodeOrPass(r) })
		// Several followers of the log may ask for a new event at the same moment.
		if first, ok, _ := l.decoded.PeekOrAdd(r.ID, decode); ok {
			decode = first
		}
	}
	e, err := decode()
	return enveloped(r, e, err)
}

// DecodeOnce is Decode for a reader of the whole log. It neither reads nor fills the cache, because its
// events would only evict those that other readers use.
func (l *Log) DecodeOnce(r Recorded) (Envelope, error) {
	e, err := l.decodeOrPass(r)
	return enveloped(r, e, err)
}

func enveloped(r Recorded, e domain.Event, err error) (Envelope, error) {
	if err != nil {
		return Envelope{}, fmt.Errorf("event %d of stream %s: %w", r.Revision, r.Stream, err)
	}
	return Envelope{Recorded: r, Event: e}, nil
}

// decodeOnce decodes an event at its first call and returns the same result ever after.
type decodeOnce func() (domain.Event, error)

func alreadyDecoded(e domain.Event) decodeOnce {
	return func() (domain.Event, error) { return e, nil }
}
