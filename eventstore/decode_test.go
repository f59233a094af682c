package eventstore

import (
	"testing"

	"github.com/google/uuid"
)

func TestAReaderOfTheWholeLogLeavesTheCacheToOthers(t *testing.T) {
	t.Parallel()
	l := NewLog(nil, NewCodec(), Options{Owns: func(stream string) bool { return stream == "store" }})
	event := func(stream, kind, metadata string) Recorded {
		return Recorded{Stream: stream, Proposed: Proposed{
			ID: uuid.New(), Type: kind, Data: []byte(`{"reason":"a drill","count":2}`), Metadata: []byte(metadata),
		}}
	}
	for name, r := range map[string]Recorded{
		"known":     event("store", GenerationBegan{}.EventType(), `{"origin":"gateway"}`),
		"malformed": {Stream: "store", Proposed: Proposed{ID: uuid.New(), Type: GenerationBegan{}.EventType(), Data: []byte(`{`)}},
		"foreign":   event("orders-7", "OrderPlaced", ``),
		"newer":     event("store", "payment.tasted.v9", `{"origin":"gateway"}`),
	} {
		once, onceErr := l.DecodeOnce(r)
		if n := l.decoded.Len(); n != 0 {
			t.Fatalf("%s: %d events are in the cache", name, n)
		}
		cached, err := l.Decode(r)
		if once.Event != cached.Event || once.ID != cached.ID || (err == nil) != (onceErr == nil) || err != nil && err.Error() != onceErr.Error() {
			t.Errorf("%s: got %v, %v, want %v, %v", name, once.Event, onceErr, cached.Event, err)
		}
		l.decoded.Purge()
	}
}
