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
	// CreateLimit bounds the work on one creation, the provider's answer included.
	CreateLimit = 45 * time.Second
	// maxKey is the longest Idempotency-Key, in characters.
	maxKey = 255
)

// Creation is one POST that creates something. Under a key that was used before, it
// must be the same request: the method, path and body are compared.
type Creation struct {
	// ClientID is the owner of what is created, 0 where no client owns it.
	ClientID int64
	// Key is the Idempotency-Key, empty without one. Each caller has keys of its own, and the people of a client
	// share the client's.
	Key    string
	Method string
	// Path is the path as called, with the ids in it.
	Path string
	// BodyHash is idempotency.Hash of the body.
	BodyHash string
	// Invalid is why the body can't be bound, nil when it can. Create refuses with it,
	// but a key that was used before decides first.
	Invalid error
}

// Reserve says which ids a use case needs, each empty where it needs none: the
// sequence of an integer id (constants of domain/sequence), and the prefix of a
// reference.
type Reserve struct {
	Sequence string
	Prefix   string
	// Approval reserves the id of an approval, too, which may be asked for in place of the
	// creation.
	Approval bool
}

// Reserved are the ids of one creation, 0 or empty where none was asked for. Every
// retry under the same key gets the same ones, so that it finishes the work that was
// begun and never repeats it.
type Reserved struct {
	ID int64
	// Reference is <Prefix>-<ClientID>-<nanoseconds>.
	Reference  string
	ApprovalID int64
}

// Created is the answer to a creation.
type Created struct {
	// Data is what was made; under a key it is JSON (json.RawMessage), as it is stored
	// for all repetitions.
	Data any
	// Replayed says that another request under the key gave this answer first.
	Replayed bool
	// Accepted says that nothing was made yet: Data is the approval that was asked for.
	Accepted bool
}

// Accepted marks the data of a creation that was not made: an approval was asked for in
// place of it.
type Accepted interface{ Accepted() }

func isAccepted(data any) bool {
	_, accepted := data.(Accepted)
	return accepted
}

// Create makes something with the reserved ids, once per key of the caller in ctx. It
// has 45 seconds and goes on when ctx is cancelled, because the caller hung up.
//
// An attempt that follows another one under the same key first calls find, which looks
// up in the log what the ids made and finishes it. What exists is answered even when it
// would be refused by now; so find must not refuse it. Only where there is nothing, creation.Invalid
// or make decides.
//
// A refusal of the first attempt that blames the request (a 4xx) frees the key, so it
// must mean that nothing was done. After any other error, and after a refusal of a later
// attempt, the key stays reserved for its request: an append of the attempt before may
// still be under way. Any instance may then continue.
//
// Errors: those of find and make, creation.Invalid, invalid_field Idempotency-Key,
// idempotency_key_reused, and idempotency.ErrInUse while another request with the key is
// in flight.
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

// findOrMake calls make, and in a resumed attempt only where find finds nothing.
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

// reserve draws the ids of a new creation.
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
		reserved.Reference = c.references.next(reserve.Prefix, clientID, c.Now())
	}
	return reserved, nil
}
