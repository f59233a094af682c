// Package projection holds the event that records who asked for work on a read model. No decision uses it:
// read models are derived from the log, and work on them changes no other event.
package projection

import (
	"time"

	"gateway/domain"
)

// The kinds of work on a read model.
const (
	// Rebuild builds the read model again from the log, and lets the new tables serve.
	Rebuild = "rebuild"
	// Compare builds the read model again and compares the new tables with the serving ones.
	Compare = "compare"
	// Rollback lets the tables serve again that the last rebuild replaced.
	Rollback = "rollback"
	// Clean removes the tables that rebuilds keep.
	Clean = "clean"
)

// All replaces the name if the work is on all read models.
const All = "all"

// Aggregate folds the streams of work on read models.
var Aggregate = domain.Aggregate[struct{}]{Category: "projection", Evolve: func(none struct{}, _ domain.Event) struct{} { return none }}

// Stream names the stream for one day (UTC) of work on a read model, so that streams stay short.
func Stream(name string, at time.Time) string {
	return Aggregate.Stream(name + "-" + at.UTC().Format(time.DateOnly))
}

// WorkAsked says that somebody asked for work on a read model, and that the request was accepted.
type WorkAsked struct {
	// Name is the name of the read model, such as `balances`, or All.
	Name string `json:"name"`
	// Work is one of the kinds above.
	Work string    `json:"work"`
	By   string    `json:"by"`
	At   time.Time `json:"at"`
}

// EventType is the wire name.
func (WorkAsked) EventType() string { return "projection.work_asked.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{WorkAsked{}} }
