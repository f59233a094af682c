package engine

import (
	"fmt"

	"gateway/eventstore"
)

// PoisonError names an event that a read model can't apply, and the cause.
type PoisonError struct {
	Model string
	Event eventstore.Recorded
	Cause error
}

func (e *PoisonError) Error() string {
	return fmt.Sprintf("event %d (%s, stream %s, revision %d): %v",
		e.Event.Position.Commit, e.Event.Type, e.Event.Stream, e.Event.Revision, e.Cause)
}

func (e *PoisonError) Unwrap() error { return e.Cause }

// advice adds what an administrator can do about the error.
func (e *PoisonError) advice() string {
	return fmt.Sprintf("%v. Serving goes on with what came before. Start a version of the program that can apply it, and it "+
		"continues from there; where the tables themselves are damaged: gateway projections rebuild %s", e, e.Model)
}
