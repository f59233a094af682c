package idempotency

import (
	"encoding/json"
	"time"

	"gateway/domain"
)

// ErrInUse refuses a request while another one with the same key is in flight.
var ErrInUse = domain.Refuse(domain.Conflict, "idempotency_key_in_use",
	"the first request with this Idempotency-Key is still in flight")

// BeginCmd is the event before it happened: Owner must not be empty. ID and
// Reference count only if this is the first attempt.
type BeginCmd Begun

// Begin takes a key for a request. ownerAlive says whether the owner in the state
// still works. Guards:
//
//  1. the key is free: Begun
//  2. idempotency_key_reused: it stands for another method, path or body
//  3. completed: nothing happens, the caller repeats the state's answer
//  4. ErrInUse: its owner is alive
//  5. its owner is gone: Resumed, and the caller goes on with the state's ids
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
	if ownerAlive {
		return nil, ErrInUse
	}
	return []domain.Event{Resumed{Owner: cmd.Owner, At: cmd.At}}, nil
}

// Complete keeps the answer; its status must not be 0. Guards:
// idempotency_key_free, nothing was begun; completed already: nothing happens, the
// first answer stays. Any owner may complete: all of them used the same ids, so
// all have the same answer.
func Complete(s State, status int, answer json.RawMessage, at time.Time) ([]domain.Event, error) {
	if s.Free() {
		return nil, domain.Refuse(domain.Conflict, "idempotency_key_free", "no request with this Idempotency-Key was begun")
	}
	if s.Completed() {
		return nil, nil
	}
	return []domain.Event{Completed{Status: status, Answer: answer, At: at}}, nil
}

// Abandon frees the key after a refusal. Where the key is free, completed or in
// another owner's hands, nothing happens.
func Abandon(s State, owner string, at time.Time) ([]domain.Event, error) {
	if s.Free() || s.Completed() || s.Owner != owner {
		return nil, nil
	}
	return []domain.Event{Abandoned{At: at}}, nil
}
