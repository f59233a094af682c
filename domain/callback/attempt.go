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

// ResendCmd asks for an attempt at once.
type ResendCmd struct {
	CallbackID string
	ClientID   int64
	By         string
	// Seen is the number of attempts that the caller knew of when it decided; nil if it does not say. With it, a
	// request that comes twice, or beside an attempt of the worker, sends nothing a second time.
	Seen *int
	At   time.Time
}

// Resend asks for an attempt at once. It opens a delivery that ended again, for one attempt and its retries. The
// attempt of a pending delivery is brought forward, and counts as one of its round. Nothing happens if the attempt is
// due already. Refusal: callback_changed, if there were other attempts than the caller knew of.
func Resend(s State, cmd ResendCmd) ([]domain.Event, error) {
	if cmd.Seen != nil && *cmd.Seen != s.Attempts {
		return nil, Changed()
	}
	if s.IsDue(cmd.At) {
		return nil, nil
	}
	return []domain.Event{ResendRequested{CallbackID: cmd.CallbackID, ClientID: cmd.ClientID, By: cmd.By, At: cmd.At}}, nil
}

// Changed refuses to send again what was attempted since the caller read it: callback_changed.
func Changed() *domain.Refusal {
	return domain.Refuse(domain.Conflict, "callback_changed", "the callback was attempted since it was read")
}
