package mail

import (
	"time"

	"gateway/domain"
)

// Aggregate folds the streams of mails.
var Aggregate = domain.Aggregate[State]{Category: "mail", Evolve: Evolve}

// Stream names the stream of a mail.
func Stream(id string) string { return Aggregate.Stream(id) }

// The statuses of a mail.
const (
	StatusPending = "pending"
	StatusSent    = "sent"
	StatusGivenUp = "given_up"
)

// AttemptFailed is the outcome of an attempt that another one follows. The outcomes of others are StatusSent and the
// reasons of GivenUp.
const AttemptFailed = "failed"

// State is one mail. The zero State is a mail without an attempt.
type State struct {
	// Status is empty before the first attempt, which Pending treats as pending.
	Status string
	// Attempts counts the attempts that began.
	Attempts int
	// NextAttemptAt is when the next attempt may begin.
	NextAttemptAt time.Time
	// Error is the error of the last attempt.
	Error string
}

// Pending reports whether the mail is still to be sent.
func (s State) Pending() bool { return s.Status == "" || s.Status == StatusPending }

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Started:
		s.Status, s.Attempts, s.NextAttemptAt = StatusPending, e.Attempt, e.RetryAt
	case Failed:
		s.NextAttemptAt, s.Error = e.NextAttemptAt, e.Error
	case Sent:
		s.Status = StatusSent
	case GivenUp:
		s.Status, s.Error = StatusGivenUp, e.Error
	}
	return s
}
