package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"gateway/domain"
	"gateway/domain/idempotency"
	"gateway/eventstore"
)

// statusCreated is the HTTP status of every answer that is stored under a key.
const statusCreated = 201

// requestKey is one actor's Idempotency-Key while this process works under it.
type requestKey struct {
	core   *Core
	stream string
}

// begin takes the key for the creation. The state that it gives has the ids to use,
// and the answer where there is one already.
func (k *requestKey) begin(ctx context.Context, creation Creation, reserve Reserve) (idempotency.State, error) {
	core := k.core
	reserved, err := core.reserve(ctx, creation.ClientID, reserve)
	if err != nil {
		return idempotency.State{}, err
	}
	cmd := idempotency.BeginCmd{
		ClientID: creation.ClientID, Method: creation.Method, Path: creation.Path, BodyHash: creation.BodyHash,
		ID: reserved.ID, Reference: reserved.Reference, Owner: core.Presence.ID, At: core.Now(),
	}
	before, _, err := eventstore.Load(ctx, core.Log, idempotency.Aggregate, k.stream)
	if err != nil {
		return before, err
	}
	// This process has no other request with the key in flight. Where the owner is this
	// process, its request ended without an answer, so the owner counts as gone.
	alive := false
	if before.Owner != "" && before.Owner != core.Presence.ID {
		if alive, err = core.Presence.Alive(ctx, before.Owner); err != nil {
			return before, err
		}
	}
	return k.execute(ctx, func(s idempotency.State) ([]domain.Event, error) {
		return idempotency.Begin(s, cmd, alive || s.Owner != before.Owner)
	})
}

// complete stores the answer before it is given, so that every repetition gets the
// same one.
func (k *requestKey) complete(ctx context.Context, data any) (json.RawMessage, error) {
	answer, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	_, err = k.execute(ctx, func(s idempotency.State) ([]domain.Event, error) {
		return idempotency.Complete(s, statusCreated, answer, k.core.Now())
	})
	return answer, err
}

// abandonIfRefused frees the key after a refusal that blames the request: a retry may
// have another body then, and is decided anew.
func (k *requestKey) abandonIfRefused(ctx context.Context, cause error) {
	var refusal *domain.Refusal
	if !errors.As(cause, &refusal) || refusal.Kind == domain.Upstream || refusal.Kind == domain.Busy {
		return
	}
	_, err := k.execute(ctx, func(s idempotency.State) ([]domain.Event, error) {
		return idempotency.Abandon(s, k.core.Presence.ID, k.core.Now())
	})
	if err != nil {
		k.core.Logger.WithError(err).Warn("an idempotency key was not freed after a refusal")
	}
}

func (k *requestKey) execute(
	ctx context.Context, decide func(idempotency.State) ([]domain.Event, error),
) (idempotency.State, error) {
	out, err := eventstore.Execute(ctx, k.core.Log, idempotency.Aggregate, k.stream, decide)
	return out.State, err
}

// inFlight is the set of key streams that this process works on.
type inFlight struct{ streams sync.Map }

// add reports whether the stream was not in the set.
func (f *inFlight) add(stream string) bool {
	_, present := f.streams.LoadOrStore(stream, true)
	return !present
}

func (f *inFlight) remove(stream string) { f.streams.Delete(stream) }
