package eventstore

import (
	"bytes"
	"encoding/json"
	"sync/atomic"

	"gateway/domain"
)

// Foreign replaces an event that another program wrote into the log (Log.IsForeign). States, read models and
// reactors ignore it.
type Foreign struct{ Type string }

// EventType is the type that the other program gave the event.
func (f Foreign) EventType() string { return f.Type }

// origin is the mark in the metadata of every event that the gateway writes. An event with the mark and an
// unknown type was written by a newer version of the gateway.
const origin = "gateway"

var originMark = []byte(`"origin":"` + origin + `"`)

// IsMarked reports whether the metadata carries the gateway's mark.
func IsMarked(metadata json.RawMessage) bool {
	if !bytes.Contains(metadata, originMark) {
		return false
	}
	var m Metadata
	return json.Unmarshal(metadata, &m) == nil && m.Origin == origin
}

// IsForeign reports whether another program wrote the event: it does not carry the mark, and either its type
// is unknown or its stream does not belong to the gateway. An unmarked event with a known type in one of the
// gateway's streams was written before events were marked.
func (l *Log) IsForeign(r Recorded) bool {
	_, known := l.codec.types[r.Type]
	return (!known || !l.owns(r.Stream)) && !IsMarked(r.Metadata)
}

// decodeOrPass decodes an event of the gateway, and returns a Foreign for any other event.
func (l *Log) decodeOrPass(r Recorded) (domain.Event, error) {
	if l.IsForeign(r) {
		l.foreign.meet(r, l.onForeign)
		return Foreign{Type: r.Type}, nil
	}
	return l.codec.Decode(r.Type, r.Data)
}

// foreignMeter reports each foreign event once, however many readers meet it: all of them read the log in
// order, so every event before the newest one was already reported.
type foreignMeter struct{ newest atomic.Int64 }

func (m *foreignMeter) meet(r Recorded, tell func(Recorded)) {
	for {
		newest := m.newest.Load()
		if r.Position.Commit <= newest {
			return
		}
		if m.newest.CompareAndSwap(newest, r.Position.Commit) {
			tell(r)
			return
		}
	}
}
