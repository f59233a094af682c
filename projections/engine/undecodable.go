package engine

import (
	"errors"
	"slices"

	"gateway/domain"
	"gateway/eventstore"
)

// Undecodable stands in the place of an event that can't be decoded. Models that apply
// events of its type halt at it; the others pass it by.
type Undecodable struct {
	// Type is the wire name of the event's newest version.
	Type  string
	Cause error
}

// EventType implements domain.Event.
func (u Undecodable) EventType() string { return u.Type }

// DecodePage decodes the events of a page of the log. An event that can't be decoded
// becomes an Undecodable.
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

// FirstUndecodable returns the cause of the first Undecodable among the events, nil if
// there is none.
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

// concerns reports whether a model may not pass an undecodable event by: it applies the
// type, or does not say which types it applies, or no model of this program can know,
// because the type is of a newer one.
func concerns(m Model, u Undecodable) bool {
	var unknown *eventstore.UnknownTypeError
	selective, ok := m.(Selective)
	if !ok || errors.As(u.Cause, &unknown) {
		return true
	}
	return slices.ContainsFunc(selective.Applies(), func(e domain.Event) bool { return e.EventType() == u.Type })
}
