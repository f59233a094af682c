package verify

import (
	"errors"

	"gateway/eventstore"
	"gateway/projections/engine"
)

// readable checks that every event can be decoded. The other checks skip events that cannot.
type readable struct{}

func (readable) name() string { return "every event can be read" }

func (c readable) observe(e eventstore.Envelope, r *Report) {
	broken, ok := e.Event.(engine.Undecodable)
	var unknown *eventstore.UnknownTypeError
	switch {
	case !ok:
	case errors.As(broken.Cause, &unknown):
		r.addUnchecked(c.name(), subject(e), unknown)
	default:
		r.addFinding(c.name(), subject(e), "is malformed: %v", broken.Cause)
	}
}

func (readable) finish(*Report) {}
