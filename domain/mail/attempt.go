package mail

import (
	"time"

	"gateway/domain"
)

const (
	// attemptLimit is the time after which an attempt without an outcome counts as broken
	// off, because its process ended. It is longer than any attempt takes.
	attemptLimit = 5 * time.Minute
	// The wait after the first failure, and the longest one.
	firstRetry, lastRetry = 30 * time.Second, time.Hour
	// spread is the share of a wait that jitter may add.
	spread = 0.25
)

// StartCmd begins an attempt. Until is copied from the mail.
type StartCmd struct {
	MailID   string
	ClientID int64
	Kind     string
	Until    time.Time
	At       time.Time
}

// Start begins the next attempt with Started, or gives up a mail that is too old. Nothing happens if the mail
// has ended, an attempt is under way, or the next one is not due.
func Start(s State, cmd StartCmd) ([]domain.Event, error) {
	switch {
	case !s.Pending() || s.NextAttemptAt.After(cmd.At):
		return nil, nil
	case !cmd.At.Before(cmd.Until):
		return []domain.Event{GivenUp{
			MailID: cmd.MailID, ClientID: cmd.ClientID, Kind: cmd.Kind, Reason: ReasonTooOld, Error: s.Error, At: cmd.At,
		}}, nil
	}
	return []domain.Event{Started{
		MailID: cmd.MailID, ClientID: cmd.ClientID, Kind: cmd.Kind, Attempt: s.Attempts + 1, RetryAt: cmd.At.Add(attemptLimit), At: cmd.At,
	}}, nil
}

// Result says how an attempt went.
type Result struct {
	// Err is a few words for people, without an address; empty if the server accepted the mail.
	Err string
	// Refused is true if the server refused this mail or its recipient for good.
	Refused bool
}

// RecordCmd is the outcome of the attempt with this number.
type RecordCmd struct {
	MailID   string
	ClientID int64
	Kind     string
	Attempt  int
	Result   Result
	// Jitter is a random number from 0 to 1.
	Jitter float64
	At     time.Time
}

// Record records the outcome of an attempt. After a failure another attempt follows: after 30 s, then after
// twice as long each time, up to an hour, each up to a quarter longer by jitter. Nothing happens if the mail
// has ended, or if the attempt failed and a later attempt has begun already.
func Record(s State, cmd RecordCmd) ([]domain.Event, error) {
	switch {
	case !s.Pending():
		return nil, nil
	case cmd.Result.Err == "":
		return []domain.Event{Sent{MailID: cmd.MailID, ClientID: cmd.ClientID, Kind: cmd.Kind, Attempt: cmd.Attempt, At: cmd.At}}, nil
	case cmd.Result.Refused:
		return []domain.Event{GivenUp{
			MailID: cmd.MailID, ClientID: cmd.ClientID, Kind: cmd.Kind, Reason: ReasonRefused, Error: cmd.Result.Err, At: cmd.At,
		}}, nil
	case cmd.Attempt != s.Attempts:
		return nil, nil
	}
	return []domain.Event{Failed{
		MailID: cmd.MailID, ClientID: cmd.ClientID, Kind: cmd.Kind, Attempt: cmd.Attempt, Error: cmd.Result.Err,
		NextAttemptAt: cmd.At.Add(delay(cmd.Attempt, cmd.Jitter)), At: cmd.At,
	}}, nil
}

// delay returns the wait after a failed attempt; attempts count from 1.
func delay(attempt int, jitter float64) time.Duration {
	wait := min(lastRetry, firstRetry<<min(attempt-1, 10))
	return wait + time.Duration(float64(wait)*spread*min(max(jitter, 0), 1))
}
