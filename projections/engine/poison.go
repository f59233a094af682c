package engine

import (
	"fmt"
	"regexp"
	"strconv"

	"gateway/eventstore"
)

// PoisonError names an event that a read model cannot apply, and the cause.
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

// Halt is the event at which a read model halted, parsed from the checkpoint's error.
type Halt struct {
	Position int64  `json:"position"`
	Stream   string `json:"stream"`
	Revision int64  `json:"revision"`
	Type     string `json:"type"`
}

var poison = regexp.MustCompile(`^event (\d+) \(([^,]+), stream (.+), revision (\d+)\): `)

// HaltOf returns the event at which a read model halted. It returns nil when the model is not halted or the
// error names no event.
func HaltOf(c Checkpoint) *Halt {
	m := poison.FindStringSubmatch(c.Error)
	if c.State != StateHalted || m == nil {
		return nil
	}
	h := &Halt{Type: m[2], Stream: m[3]}
	h.Position, _ = strconv.ParseInt(m[1], 10, 64)
	h.Revision, _ = strconv.ParseInt(m[4], 10, 64)
	return h
}
