// Package projection has the event that says who had work done on a read model. Nothing is decided
// on it: read models are derived from the log, and work on them changes no other event.
package projection

import (
	"time"

	"gateway/domain"
)

// The kinds of work on a read model.
const (
	// Rebuild builds it anew from the log, and lets the new tables serve.
	Rebuild = "rebuild"
	// Compare builds it anew and compares the new tables with those that serve.
	Compare = "compare"
	// Rollback lets the tables serve again that the last rebuild replaced.
	Rollback = "rollback"
	// Clean removes what rebuilds keep.
	Clean = "clean"
)

// All is in place of the name where the work is on all read models.
const All = "all"

// Aggregate folds the streams of read models.
var Aggregate = domain.Aggregate[struct{}]{Category: "projection", Evolve: func(none struct{}, _ domain.Event) struct{} { return none }}

// Stream names the stream of the work on a read model on one day in UTC, so that it stays short.
func Stream(name string, at time.Time) string {
	return Aggregate.Stream(name + "-" + at.UTC().Format(time.DateOnly))
}

// WorkAsked says that somebody asked for work on a read model, which was accepted.
type WorkAsked struct {
	// Name is that of the read model, such as `balances`, or All.
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
