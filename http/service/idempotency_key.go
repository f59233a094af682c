package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"gateway/domain"
	"gateway/domain/idempotency"
	"gateway/eventstore"
)

// The HTTP statuses of the answers stored under a key: something was created, or an approval was requested
// instead.
const (
	statusCreated  = 201
	statusAccepted = 202
)

// requestKey is one actor's Idempotency-Key while this process works on its request.
type requestKey struct {
	core   *Core
	stream string
}

// begin takes the key for the creation. The returned state has the ids to use, and the answer if there
// already is one. resumed is true when an earlier attempt may have used the ids.
func (k *requestKey) begin(
	ctx context.Context, creation Creation, reserve Reserve,
) (state idempotency.State, resumed bool, err error) {
	core := k.core
	reserved, err := core.reserve(ctx, creation.ClientID, reserve)
	if err != nil {
		return idempotency.State{}, false, err
	}
	cmd := idempotency.BeginCmd{
		ClientID: creation.ClientID, Method: creation.Method, Path: creation.Path, BodyHash: creation.BodyHash,
		ID: reserved.ID, Reference: reserved.Reference, ApprovalID: reserved.ApprovalID, Owner: core.Presence.ID, At: core.Now(),
	}
	before, _, err := eventstore.Load(ctx, core.Log, idempotency.Aggregate, k.stream)
	if err != nil {
		return before, false, err
	}
	// This process has no other request with the key in flight. If the owner is this process, its request
	// ended without an answer, so the owner counts as gone.
	alive := false
	if before.Owner != "" && before.Owner != core.Presence.ID {
		if alive, err = core.Presence.Alive(ctx, before.Owner); err != nil {
			return before, false, err
		}
	}
	out, err := k.execute(ctx, func(s idempotency.State) ([]domain.Event, error) {
		return idempotency.Begin(s, cmd, alive || s.Owner != before.Owner)
	})
	if len(out.Events) > 0 {
		_, resumed = out.Events[0].(idempotency.Resumed)
	}
	return out.State, resumed, err
}

// complete stores the answer before it is returned, so that every repeated request gets the same one. If a
// process that took the key over stored its answer first, complete returns that one, marked as replayed.
func (k *requestKey) complete(ctx context.Context, data any) (Created, error) {
	answer, err := json.Marshal(data)
	if err != nil {
		return Created{}, fmt.Errorf("encode answer: %w", err)
	}
	status := statusCreated
	if isAccepted(data) {
		status = statusAccepted
	}
	out, err := k.execute(ctx, func(s idempotency.State) ([]domain.Event, error) {
		return idempotency.Complete(s, status, answer, k.core.Now())
	})
	return Created{
		Data: out.State.Answer, Accepted: out.State.Status == statusAccepted, Replayed: len(out.Events) == 0,
	}, err
}

// releaseLimit limits the append that ends an attempt, whose own time may be over.
const releaseLimit = 5 * time.Second

// release ends an attempt without an answer. A refusal of the first attempt that blames the request frees the
// key: a retry may then have another body and is decided again. After any other error the key keeps its
// request, and any instance may continue. If the log cannot be reached, others continue after
// idempotency.MaxAttempt.
func (k *requestKey) release(ctx context.Context, resumed bool, cause error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseLimit)
	defer cancel()
	end := idempotency.Interrupt
	if !resumed && blamesRequest(cause) {
		end = idempotency.Abandon
	}
	_, err := k.execute(ctx, func(s idempotency.State) ([]domain.Event, error) {
		return end(s, k.core.Presence.ID, k.core.Now())
	})
	if err != nil {
		k.core.Logger.WithError(err).Warn("an idempotency key was not given back after an attempt without an answer")
	}
}

// blamesRequest reports whether the error refuses the request because of its content, which means that
// nothing was done.
func blamesRequest(err error) bool {
	var refusal *domain.Refusal
	return errors.As(err, &refusal) && refusal.Kind != domain.Upstream && refusal.Kind != domain.Busy
}

func (k *requestKey) execute(
	ctx context.Context, decide func(idempotency.State) ([]domain.Event, error),
) (eventstore.Outcome[idempotency.State], error) {
	return eventstore.Execute(ctx, k.core.Log, idempotency.Aggregate, k.stream, decide)
}

// inFlight is the set of key streams that this process is working on.
type inFlight struct{ streams sync.Map }

// add adds the stream, and returns false when it was already in the set.
func (f *inFlight) add(stream string) bool {
	_, present := f.streams.LoadOrStore(stream, true)
	return !present
}

func (f *inFlight) remove(stream string) { f.streams.Delete(stream) }
