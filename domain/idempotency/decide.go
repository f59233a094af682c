package idempotency

import (
	"encoding/json"
	"time"

	"gateway/domain"
)

// ErrInUse refuses a request while another one with the same key is in flight.
var ErrInUse = domain.Refuse(domain.Conflict, "idempotency_key_in_use",
	"the first request with this Idempotency-Key is still in flight")

// MaxAttempt is the longest time that an attempt keeps its key from others. It is well above the time limit
// of a request, so that the clocks of two instances may differ by a minute.
const MaxAttempt = 2 * time.Minute

// BeginCmd is the event Begun before it happened: Owner must not be empty. ID and Reference count only if
// this is the first attempt.
type BeginCmd Begun

// Begin decides a BeginCmd. ownerAlive says whether the process in the state's Owner still runs. In this
// order:
//
//  1. the key is free: Begun
//  2. idempotency_key_reused: it stands for another method, path or body
//  3. completed: nothing happens, the caller repeats the state's answer
//  4. ErrInUse: its owner is alive and within MaxAttempt, and its attempt has not ended
//  5. otherwise: Resumed, and the caller goes on with the state's ids
func Begin(s State, cmd BeginCmd, ownerAlive bool) ([]domain.Event, error) {
	if s.Free() {
		return []domain.Event{Begun(cmd)}, nil
	}
	if s.Method != cmd.Method || s.Path != cmd.Path || s.BodyHash != cmd.BodyHash {
		return nil, domain.Refuse(domain.Conflict, "idempotency_key_reused", "this Idempotency-Key was used for another request")
	}
	if s.Completed() {
		return nil, nil
	}
	if ownerAlive && !s.Interrupted && cmd.At.Sub(s.AttemptedAt) < MaxAttempt {
		return nil, ErrInUse
	}
	return []domain.Event{Resumed{Owner: cmd.Owner, At: cmd.At}}, nil
}

// Complete keeps the answer; its status must not be 0. Any owner may complete the request, because all of
// them use the same ids and get the same answer. Checks: idempotency_key_free: no request was begun;
// completed already: nothing happens.
func Complete(s State, status int, answer json.RawMessage, at time.Time) ([]domain.Event, error) {
	if s.Free() {
		return nil, domain.Refuse(domain.Conflict, "idempotency_key_free", "no request with this Idempotency-Key was begun")
	}
	if s.Completed() {
		return nil, nil
	}
	return []domain.Event{Completed{Status: status, Answer: answer, At: at}}, nil
}

// Interrupt ends the owner's attempt without an answer. If the key is free, completed, interrupted or held by
// another owner, nothing happens.
func Interrupt(s State, owner string, at time.Time) ([]domain.Event, error) {
	if s.Free() || s.Completed() || s.Interrupted || s.Owner != owner {
		return nil, nil
	}
	return []domain.Event{Interrupted{At: at}}, nil
}

// Abandon frees the key after its first attempt was refused. If the key is free, completed or held by another
// owner, nothing happens.
func Abandon(s State, owner string, at time.Time) ([]domain.Event, error) {
	if s.Free() || s.Completed() || s.Owner != owner {
		return nil, nil
	}
	return []domain.Event{Abandoned{At: at}}, nil
}
