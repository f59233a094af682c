package engine

import (
	"fmt"

	"gateway/eventstore"
)

// PoisonError says which event a read model can't apply, and why.
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

// advice tells an administrator what to do about it.
func (e *PoisonError) advice() string {
	return fmt.Sprintf("%v. Serving goes on with what came before. Start a version of the program that can apply it, and it "+
		"continues from there; where the tables themselves are damaged: gateway projections rebuild %s", e, e.Model)
}
