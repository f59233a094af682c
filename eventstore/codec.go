package eventstore

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"gateway/domain"
)

// UnknownTypeError says that the log holds an event this program has no type for:
// an older program on a newer log. It is never skipped.
type UnknownTypeError struct{ Type string }

func (e *UnknownTypeError) Error() string {
	return fmt.Sprintf("event type %q is not known to this version of the program", e.Type)
}

// Codec turns events into JSON under their wire names and back. It is immutable
// and safe for concurrent use.
type Codec struct{ types map[string]reflect.Type }

// NewCodec registers a zero value of every event. Two events of one name, or a
// pointer where a value belongs, are a mistake of the program and panic.
func NewCodec(events ...domain.Event) *Codec {
	c := &Codec{types: make(map[string]reflect.Type, len(events)+2)}
	for _, e := range append(events, SnapshotTaken{}, StoreMoved{}) {
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

// Types lists the registered names, sorted.
func (c *Codec) Types() []string {
	names := make([]string, 0, len(c.types))
	for name := range c.types {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Encode gives the JSON of an event. An event that was never registered is an
// error: it could be written but not read back.
func (c *Codec) Encode(e domain.Event) (json.RawMessage, error) {
	if _, known := c.types[e.EventType()]; !known {
		return nil, &UnknownTypeError{Type: e.EventType()}
	}
	data, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", e.EventType(), err)
	}
	return data, nil
}

// Decode gives the event as a value of its registered type.
func (c *Codec) Decode(name string, data []byte) (domain.Event, error) {
	t, known := c.types[name]
	if !known {
		return nil, &UnknownTypeError{Type: name}
	}
	p := reflect.New(t)
	if err := json.Unmarshal(data, p.Interface()); err != nil {
		return nil, fmt.Errorf("decode %s: %w", name, err)
	}
	return p.Elem().Interface().(domain.Event), nil
}
