package service

import (
	"context"
	"time"
	"unicode/utf8"

	"gateway/domain"
	"gateway/domain/idempotency"
	"gateway/domain/sequence"
)

const (
	// CreateLimit limits the time for one creation, including the provider's answer.
	CreateLimit = 45 * time.Second
	// maxKey is the maximum length of an Idempotency-Key, in characters.
	maxKey = 255
)

// Creation is one POST request that creates something. A second request with the same key must be the same:
// the method, path and body are compared.
type Creation struct {
	// ClientID is the client that owns what is created, or 0.
	ClientID int64
	// Key is the Idempotency-Key, or empty. Each caller has separate keys, and the people of a client share
	// the client's.
	Key    string
	Method string
	// Path is the requested path, including the ids in it.
	Path string
	// BodyHash is idempotency.Hash of the body.
	BodyHash string
	// Invalid is the reason why the body cannot be bound, or nil. Create refuses with it, unless the key was
	// used before, which decides first.
	Invalid error
}

// Reserve tells which ids a use case needs; an empty field means none. Its fields are the sequence of an
// integer id (a constant of domain/sequence) and the prefix of a reference.
type Reserve struct {
	Sequence string
	Prefix   string
	// Approval also reserves an approval's id, because an approval may be requested instead of the creation.
	Approval bool
}

// Reserved are the ids of one creation; each is 0 or empty if it was not requested. Every retry with the same
// key gets the same ids, so that it finishes the work that was started and never repeats it.
type Reserved struct {
	ID int64
	// Reference is <Prefix>-<ClientID>-<nanoseconds>, unique as long as the ids of one millisecond are.
	Reference  string
	ApprovalID int64
}

// Created is the answer to a creation.
type Created struct {
	// Data is what was created. Under a key it is JSON (json.RawMessage), in the form stored for repeated
	// requests.
	Data any
	// Replayed is true when an earlier request with the key got this answer.
	Replayed bool
	// Accepted is true when nothing was created yet and Data is the requested approval.
	Accepted bool
}

// Accepted marks the data of a request for which an approval was requested instead of the creation.
type Accepted interface{ Accepted() }

func isAccepted(data any) bool {
	_, accepted := data.(Accepted)
	return accepted
}

// Create creates something with the reserved ids, once per key of the caller in ctx. It has 45 seconds and
// continues when ctx is cancelled because the caller disconnected.
//
// An attempt that follows another one with the same key first calls find, which looks in the log for what the
// ids created and finishes it. What exists is answered even if it would now be refused, so find must not
// refuse it. Only if nothing exists does creation.Invalid or make decide.
//
// A refusal of the first attempt that blames the request (a 4xx) frees the key, so it must mean that nothing
// was done. After any other error, and after a refusal of a later attempt, the key stays reserved for its
// request, because an append of the earlier attempt may still be under way. Any instance may then continue.
//
// Errors: those of find and make, creation.Invalid, invalid_field Idempotency-Key, idempotency_key_reused,
// and idempotency.ErrInUse while another request with the key is in flight.
func Create[T any](
	ctx context.Context, core *Core, creation Creation, reserve Reserve,
	find func(ctx context.Context, reserved Reserved) (made T, found bool, err error),
	make func(ctx context.Context, reserved Reserved) (T, error),
) (Created, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), CreateLimit)
	defer cancel()
	if creation.Invalid != nil {
		make = func(context.Context, Reserved) (none T, err error) { return none, creation.Invalid }
	}
	if creation.Key == "" {
		reserved, err := core.reserve(ctx, creation.ClientID, reserve)
		if err != nil {
			return Created{}, err
		}
		data, err := make(ctx, reserved)
		return Created{Data: data, Accepted: isAccepted(data)}, err
	}
	if utf8.RuneCountInString(creation.Key) > maxKey {
		return Created{}, domain.InvalidField("Idempotency-Key", "may have at most %d characters", maxKey)
	}
	key := &requestKey{core: core, stream: idempotency.Stream(Caller(ctx), creation.Key)}
	if !core.inFlight.add(key.stream) {
		return Created{}, idempotency.ErrInUse
	}
	defer core.inFlight.remove(key.stream)
	begun, resumed, err := key.begin(ctx, creation, reserve)
	if err != nil {
		return Created{}, err
	}
	if begun.Completed() {
		return Created{Data: begun.Answer, Accepted: begun.Status == statusAccepted, Replayed: true}, nil
	}
	data, err := findOrMake(ctx, Reserved{ID: begun.ID, Reference: begun.Reference, ApprovalID: begun.ApprovalID}, resumed, find, make)
	if err != nil {
		key.release(ctx, resumed, err)
		return Created{}, err
	}
	created, err := key.complete(ctx, data)
	if err != nil {
		key.release(ctx, resumed, err)
		return Created{}, err
	}
	return created, nil
}

// findOrMake calls make. In a resumed attempt it does so only if find finds nothing.
func findOrMake[T any](
	ctx context.Context, reserved Reserved, resumed bool,
	find func(ctx context.Context, reserved Reserved) (T, bool, error),
	make func(ctx context.Context, reserved Reserved) (T, error),
) (T, error) {
	if resumed {
		made, found, err := find(ctx, reserved)
		if found || err != nil {
			return made, err
		}
	}
	return make(ctx, reserved)
}

// reserve reserves the ids of a new creation.
func (c *Core) reserve(ctx context.Context, clientID int64, reserve Reserve) (Reserved, error) {
	var reserved Reserved
	if reserve.Sequence != "" {
		var err error
		if reserved.ID, err = c.IDs.Next(ctx, reserve.Sequence); err != nil {
			return Reserved{}, err
		}
	}
	if reserve.Approval {
		var err error
		if reserved.ApprovalID, err = c.IDs.Next(ctx, sequence.Approval); err != nil {
			return Reserved{}, err
		}
	}
	if reserve.Prefix != "" {
		reserved.Reference = newReference(reserve.Prefix, clientID, c.Now(), reserved.ID)
	}
	return reserved, nil
}
