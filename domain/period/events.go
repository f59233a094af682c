package period

import (
	"time"

	"gateway/domain"
)

// Closed says that a month is closed.
type Closed struct {
	Month string `json:"month"`
	// TimeZone is the name of the time zone in which From is the first instant of the month, and Until the first one
	// after it. Reports of the month keep to it when the business time zone is another one later.
	TimeZone string    `json:"time_zone"`
	From     time.Time `json:"from"`
	Until    time.Time `json:"until"`
	// After is the last position before the month, Last the last one that was booked before its end. They are positions
	// of the store in which the month was closed. Another store has the same events at other positions.
	After Position `json:"after"`
	Last  Position `json:"last"`
	// EventsBefore and Events are the number of events in the log up to After and up to Last. They are sizes of its
	// Merkle tree, and the same in every store.
	EventsBefore int64 `json:"events_before"`
	Events       int64 `json:"events"`
	// TrialBalance has the accounts in order of their names, those of all clients summed by kind.
	TrialBalance []Line `json:"trial_balance"`
	// Hash is the SHA-256 of what Text returns, in hexadecimal.
	Hash string `json:"hash"`
	// Checkpoint is the signed checkpoint of the tree with the size Events.
	Checkpoint string  `json:"checkpoint"`
	Checks     []Check `json:"checks"`
	// Accepted are the findings of the checks, each with the reason for which the month was closed in spite of it.
	Accepted []Accepted `json:"accepted"`
	// By is who asked, ApprovedBy who approved it.
	By         string    `json:"by"`
	ApprovedBy string    `json:"approved_by"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (Closed) EventType() string { return "period.closed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Closed{}, ReportKept{}} }

// Position is a position of the log, with the two numbers that EventStoreDB has for it.
type Position struct {
	Commit  int64 `json:"commit"`
	Prepare int64 `json:"prepare"`
}

// Check is a check of a month that was made before it was closed.
type Check struct {
	Name string `json:"name"`
	// Runs are the ids of the audit runs that made it; empty for a check that the gateway makes itself.
	Runs []int64 `json:"runs"`
	// Findings are the names of what it found.
	Findings []string `json:"findings"`
	// Reports are the hashes of the reports of the Runs, in their order; older events have none.
	Reports []string `json:"reports,omitempty"`
}

// Accepted is a finding that was accepted by its name.
type Accepted struct {
	Finding string `json:"finding"`
	Reason  string `json:"reason"`
}
