package idempotency

import (
	"encoding/json"
	"time"

	"gateway/domain"
)

// ErrInUse refuses a request while another one with the same key is in flight.
var ErrInUse = domain.Refuse(domain.Conflict, "idempotency_key_in_use",
	"the first request with this Idempotency-Key is still in flight")

// BeginCmd takes a key for a request. It has the fields of the event Begun. Owner must not
// be empty. ID and Reference are used by the first attempt only.
type BeginCmd Begun

// Begin decides a BeginCmd. ownerAlive says whether the process of the state's Owner is
// still running. In this order:
//
//  1. the key is free: Begun
//  2. idempotency_key_reused: the method, path or body is another
//  3. completed: nothing happens, and the caller repeats the answer of the state
//  4. ErrInUse: the owner is alive
//  5. the owner is gone: Resumed, and the caller uses the ids of the state
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

// Complete keeps the answer; its status must not be 0. Any owner may complete the request,
// because all of them use the same ids and get the same answer. Guards:
// idempotency_key_free: nothing was begun; completed already: nothing happens.
func Complete(s State, status int, answer json.RawMessage, at time.Time) ([]domain.Event, error) {
	if s.Free() {
		return nil, domain.Refuse(domain.Conflict, "idempotency_key_free", "no request with this Idempotency-Key was begun")
	}
	if s.Completed() {
		return nil, nil
	}
	return []domain.Event{Completed{Status: status, Answer: answer, At: at}}, nil
}

// Abandon frees the key after a refusal. Nothing happens if the key is free, completed, or
// of another owner.
func Abandon(s State, owner string, at time.Time) ([]domain.Event, error) {
	if s.Free() || s.Completed() || s.Owner != owner {
		return nil, nil
	}
	return []domain.Event{Abandoned{At: at}}, nil
}
