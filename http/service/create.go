package service

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/idempotency"
)

const (
	// createLimit bounds the work on one creation, the provider's answer included.
	createLimit = 45 * time.Second
	// maxKey is the longest Idempotency-Key, in bytes.
	maxKey = 255
)

// Creation is one POST that creates something. Under a key that was used before, it
// must be the same request: the method, path and body are compared.
type Creation struct {
	// ClientID is the owner of what is created, 0 where no client owns it.
	ClientID int64
	// Key is the Idempotency-Key, empty without one. Each actor has keys of its own.
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
}

// Reserved are the ids of one creation, 0 or empty where none was asked for. Every
// retry under the same key gets the same ones, so that it finishes the work that was
// begun and never repeats it.
type Reserved struct {
	ID int64
	// Reference is <Prefix>-<ClientID>-<nanoseconds>.
	Reference string
}

// Created is the answer to a creation.
type Created struct {
	// Data is what was made; under a key it is JSON (json.RawMessage), as it is stored
	// for all repetitions.
	Data any
	// Replayed says that the key's first request made it.
	Replayed bool
}

// Create makes something with the reserved ids, once per key of the actor in ctx. It
// has 45 seconds and goes on when ctx is cancelled, because the caller hung up.
//
// create may run again with the same ids, after an attempt that ended without an answer.
// A refusal of create that blames the request (a 4xx) frees the key, so it must mean that
// nothing was done, by this attempt or an earlier one. After any other error the key
// stays reserved, for a retry to finish.
//
// Errors: those of create, creation.Invalid, invalid_field Idempotency-Key,
// idempotency_key_reused, and idempotency.ErrInUse while another request with the key is
// in flight.
func Create[T any](
	ctx context.Context, core *Core, creation Creation, reserve Reserve,
	create func(ctx context.Context, reserved Reserved) (T, error),
) (Created, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), createLimit)
	defer cancel()
	if creation.Invalid != nil {
		create = func(context.Context, Reserved) (none T, err error) { return none, creation.Invalid }
	}
	if creation.Key == "" {
		reserved, err := core.reserve(ctx, creation.ClientID, reserve)
		if err != nil {
			return Created{}, err
		}
		data, err := create(ctx, reserved)
		return Created{Data: data}, err
	}
	if len(creation.Key) > maxKey {
		return Created{}, domain.InvalidField("Idempotency-Key", "may have at most %d characters", maxKey)
	}
	key := &requestKey{core: core, stream: idempotency.Stream(Actor(ctx), creation.Key)}
	if !core.inFlight.add(key.stream) {
		return Created{}, idempotency.ErrInUse
	}
	defer core.inFlight.remove(key.stream)
	begun, err := key.begin(ctx, creation, reserve)
	if err != nil {
		return Created{}, err
	}
	if begun.Completed() {
		return Created{Data: begun.Answer, Replayed: true}, nil
	}
	data, err := create(ctx, Reserved{ID: begun.ID, Reference: begun.Reference})
	if err != nil {
		key.abandonIfRefused(ctx, err)
		return Created{}, err
	}
	answer, err := key.complete(ctx, data)
	return Created{Data: answer}, err
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
	if reserve.Prefix != "" {
		reserved.Reference = c.references.next(reserve.Prefix, clientID, c.Now())
	}
	return reserved, nil
}
