package engine

import (
	"errors"
	"slices"

	"gateway/domain"
	"gateway/eventstore"
)

// Undecodable replaces an event that cannot be decoded. Models that apply events of its type halt at it; the
// others skip it.
type Undecodable struct {
	// Type is the wire name of the event's newest version.
	Type  string
	Cause error
}

// EventType implements domain.Event.
func (u Undecodable) EventType() string { return u.Type }

// DecodePage decodes the events of a page of the log. It replaces an event that cannot be decoded with an
// Undecodable.
func DecodePage(log *eventstore.Log, page []eventstore.Recorded) []eventstore.Envelope {
	return decodePage(log, page, log.Decode)
}

// DecodePageOnce is DecodePage for a reader of the whole log (eventstore.Log.DecodeOnce).
func DecodePageOnce(log *eventstore.Log, page []eventstore.Recorded) []eventstore.Envelope {
	return decodePage(log, page, log.DecodeOnce)
}

func decodePage(
	log *eventstore.Log, page []eventstore.Recorded, decode func(eventstore.Recorded) (eventstore.Envelope, error),
) []eventstore.Envelope {
	events := make([]eventstore.Envelope, len(page))
	for i, r := range page {
		e, err := decode(r)
		if err != nil {
			e = eventstore.Envelope{Recorded: r, Event: Undecodable{Type: log.Codec().Newest(r.Type), Cause: err}}
		}
		events[i] = e
	}
	return events
}

// FirstUndecodable returns the cause of the first Undecodable among the events, or nil.
func FirstUndecodable(events []eventstore.Envelope) error {
	for _, e := range events {
		if u, ok := e.Event.(Undecodable); ok {
			return u.Cause
		}
	}
	return nil
}

// refuseUndecodable returns the cause of the first Undecodable that the model would apply.
func refuseUndecodable(m Model, events []eventstore.Envelope) error {
	for _, e := range events {
		if u, ok := e.Event.(Undecodable); ok && concerns(m, u) {
			return u.Cause
		}
	}
	return nil
}

// concerns reports whether a model must not skip an undecodable event: the model applies its type, or does
// not declare its types, or the type comes from a newer program, so that no model here can know it.
func concerns(m Model, u Undecodable) bool {
	var unknown *eventstore.UnknownTypeError
	selective, ok := m.(Selective)
	if !ok || errors.As(u.Cause, &unknown) {
		return true
	}
	return slices.ContainsFunc(selective.Applies(), func(e domain.Event) bool { return e.EventType() == u.Type })
}
