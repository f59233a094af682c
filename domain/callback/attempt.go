package callback

import (
	"time"

	"gateway/domain"
)

// RecordAttemptCmd is the outcome of an attempt.
type RecordAttemptCmd struct {
	Kind       string
	CallbackID string
	ClientID   int64
	Result     Result
	// Jitter is a random number from 0 to 1, which Policy.Delay uses.
	Jitter float64
	At     time.Time
}

// RecordAttempt records an attempt. A 2xx ends the delivery with Delivered. A failure with no retry left ends
// it with Exhausted. Nothing happens if the delivery ended before.
func RecordAttempt(s State, cmd RecordAttemptCmd) ([]domain.Event, error) {
	if !s.Pending() {
		return nil, nil
	}
	attempted := Attempted{
		CallbackID: cmd.CallbackID, Kind: cmd.Kind, ClientID: cmd.ClientID, Attempt: s.Attempts + 1,
		ResponseStatus: cmd.Result.Status, Error: cmd.Result.Err, DurationMS: cmd.Result.Duration.Milliseconds(), At: cmd.At,
	}
	if cmd.Result.Delivered() {
		return []domain.Event{attempted, Delivered{CallbackID: cmd.CallbackID, ClientID: cmd.ClientID, At: cmd.At}}, nil
	}
	wait, again := PolicyOf(cmd.Kind).Delay(Tries{Count: s.Round + 1}, cmd.Jitter)
	if !again {
		return []domain.Event{attempted, Exhausted{CallbackID: cmd.CallbackID, ClientID: cmd.ClientID, At: cmd.At}}, nil
	}
	next := cmd.At.Add(wait)
	attempted.NextAttemptAt = &next
	return []domain.Event{attempted}, nil
}

// ResendCmd repeats a delivery that ended. It has the fields of ResendRequested.
type ResendCmd struct {
	CallbackID string
	ClientID   int64
	By         string
	At         time.Time
}

// Resend opens an ended delivery again, for one immediate attempt and its retries. Refusal: callback_pending,
// if the delivery has not ended yet.
func Resend(s State, cmd ResendCmd) ([]domain.Event, error) {
	if s.Pending() {
		return nil, domain.Refuse(domain.Invalid, "callback_pending", "the callback is still to be attempted")
	}
	return []domain.Event{ResendRequested(cmd)}, nil
}
