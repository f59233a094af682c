package eventstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"gateway/domain"

	quick "github.com/go-json-experiment/json/v1"
)

// UnknownTypeError says that the type of one of the gateway's events is not registered: a newer version of
// the program wrote the log. Such an event is never skipped.
type UnknownTypeError struct{ Type string }

func (e *UnknownTypeError) Error() string {
	return fmt.Sprintf("event type %q is not known to this version of the program", e.Type)
}

// Codec turns events into JSON under their wire names, and back. It is immutable and safe for concurrent use.
//
// An event of a former version (domain.Outdated, domain.FilledIn) is read as its newest version, and never
// written.
type Codec struct{ types map[string]reflect.Type }

// NewCodec returns a codec for the given events, each a zero value of its struct, and for the log's own:
// SnapshotTaken, StoreMoved, GenerationBegan and PayoutsResumed. It panics if two events have the same name
// or an event is not a struct value.
func NewCodec(events ...domain.Event) *Codec {
	c := &Codec{types: make(map[string]reflect.Type, len(events)+4)}
	for _, e := range append(events, SnapshotTaken{}, StoreMoved{}, GenerationBegan{}, PayoutsResumed{}, TimesBound{}, BooksRead{}) {
		t := reflect.TypeOf(e)
		if t.Kind() != reflect.Struct {
			panic(fmt.Sprintf("event %s must be registered as a struct value", e.EventType()))
		}
		if other, taken := c.types[e.EventType()]; taken {
			panic(fmt.Sprintf("events %v and %v share the name %s", other, t, e.EventType()))
		}
		c.types[e.EventType()] = t
	}
	return c
}

// Types returns the registered names, sorted.
func (c *Codec) Types() []string {
	names := make([]string, 0, len(c.types))
	for name := range c.types {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ErrOutdated says that an event has a former version, which is never written.
var ErrOutdated = errors.New("event of a former version")

// Encode returns the JSON of an event. Errors: *UnknownTypeError if the event is not registered, because it
// could be written but not read back; ErrOutdated (wrapped).
func (c *Codec) Encode(e domain.Event) (json.RawMessage, error) {
	if _, outdated := e.(domain.Outdated); outdated {
		return nil, fmt.Errorf("encode %s: %w", e.EventType(), ErrOutdated)
	}
	if _, known := c.types[e.EventType()]; !known {
		return nil, &UnknownTypeError{Type: e.EventType()}
	}
	var data bytes.Buffer
	encoder := json.NewEncoder(&data)
	encoder.SetEscapeHTML(false) // a merchant's metadata keeps its & and <
	if err := encoder.Encode(e); err != nil {
		return nil, fmt.Errorf("encode %s: %w", e.EventType(), err)
	}
	return bytes.TrimSuffix(data.Bytes(), []byte("\n")), nil
}

// canonical returns the events as the log will return them. An event before encoding may differ: spaces in a
// json.RawMessage, a time's location, text that is not UTF-8. A state or a table built from it would then
// differ from a replay.
func (c *Codec) canonical(proposed []Proposed) ([]domain.Event, error) {
	events := make([]domain.Event, len(proposed))
	for i, p := range proposed {
		var err error
		if events[i], err = c.Decode(p.Type, p.Data); err != nil {
			return nil, fmt.Errorf("an event that can't be read back: %w", err)
		}
	}
	return events, nil
}

// Decode returns the event as a value of its registered type, or of the type of its newest version. Error:
// *UnknownTypeError.
//
// It decodes with the next version of encoding/json by the Go authors, set to the rules of the present
// version. That takes half the time, which matters because each event is decoded when it is appended and when
// it is replayed. A test compares both on the JSON of all events, valid and broken.
func (c *Codec) Decode(name string, data []byte) (domain.Event, error) {
	t, known := c.types[name]
	if !known {
		return nil, &UnknownTypeError{Type: name}
	}
	p := reflect.New(t)
	if err := quick.Unmarshal(data, p.Interface()); err != nil {
		return nil, fmt.Errorf("decode %s: %w", name, err)
	}
	if former, ok := p.Interface().(domain.FilledIn); ok {
		former.FillIn()
	}
	return upgraded(p.Elem().Interface().(domain.Event)), nil
}

// upgraded returns the event in its newest version.
func upgraded(e domain.Event) domain.Event {
	for {
		outdated, ok := e.(domain.Outdated)
		if !ok {
			return e
		}
		e = outdated.Upgraded()
	}
}

// Newest returns the wire name of the newest version of the event with this name. A name
// that is not registered is returned as it is.
func (c *Codec) Newest(name string) string {
	t, known := c.types[name]
	if !known {
		return name
	}
	return upgraded(reflect.Zero(t).Interface().(domain.Event)).EventType()
}
