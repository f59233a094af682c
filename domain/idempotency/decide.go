package idempotency

import (
	"encoding/json"
	"time"

	"gateway/domain"
)

// BeginCmd is the event before it happened: Owner must not be empty. ID and
// Reference count only if this is the first attempt.
type BeginCmd Begun

// Begin takes a key for a request. ownerAlive says whether the owner in the state
// still works. Guards:
//
//  1. the key is free: Begun
//  2. idempotency_key_reused: it stands for another method, path or body
//  3. answered: nothing happens, the caller repeats the state's answer
//  4. idempotency_key_in_use: its owner is alive
//  5. its owner is gone: Resumed, and the caller goes on with the state's ids
func Begin(s State, cmd BeginCmd, ownerAlive bool) ([]domain.Event, error) {
	if s.Free() {
		return []domain.Event{Begun(cmd)}, nil
	}
	if s.Method != cmd.Method || s.Path != cmd.Path || s.BodyHash != cmd.BodyHash {
		return nil, domain.Refuse(domain.Conflict, "idempotency_key_reused", "this Idempotency-Key was used for another request")
	}
	if s.Answered() {
		return nil, nil
	}
	if ownerAlive {
		return nil, domain.Refuse(domain.Conflict, "idempotency_key_in_use", "the first request with this Idempotency-Key is still in flight")
	}
	return []domain.Event{Resumed{Owner: cmd.Owner, At: cmd.At}}, nil
}

// CompleteCmd is the answer to keep. Status must not be 0.
type CompleteCmd struct {
	Status int
	Answer json.RawMessage
	At     time.Time
}

// Complete keeps the answer. Guards: idempotency_key_free, nothing was begun;
// answered already: nothing happens, the first answer stays. Any owner may
// complete: all of them used the same ids, so all have the same answer.
func Complete(s State, cmd CompleteCmd) ([]domain.Event, error) {
	if s.Free() {
		return nil, domain.Refuse(domain.Conflict, "idempotency_key_free", "no request with this Idempotency-Key was begun")
	}
	if s.Answered() {
		return nil, nil
	}
	return []domain.Event{Completed(cmd)}, nil
}

// Abandon frees the key after a refusal. Where the key is free, answered or in
// another owner's hands, nothing happens.
func Abandon(s State, owner string, at time.Time) ([]domain.Event, error) {
	if s.Free() || s.Answered() || s.Owner != owner {
		return nil, nil
	}
	return []domain.Event{Abandoned{At: at}}, nil
}
