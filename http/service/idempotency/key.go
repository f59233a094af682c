package idempotency

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"gateway/domain"
	"gateway/domain/idempotency"
	"gateway/eventstore"
	"gateway/http/envelope"
)

func streamOf(ctx context.Context, key string) string {
	return idempotency.Stream(eventstore.MetadataFrom(ctx).Actor, key)
}

func (s *Creations) begin(
	ctx context.Context, request *http.Request, cr Creator, r Creation, stream string,
) (idempotency.State, error) {
	id, err := s.nextID(ctx, cr.Kind)
	if err != nil {
		return idempotency.State{}, err
	}
	// The path as it was called, not as it is routed: it says what is replied to.
	cmd := idempotency.BeginCmd{
		ClientID: r.Client, Method: request.Method, Path: request.URL.Path, BodyHash: idempotency.Hash(r.Body),
		ID: id, Reference: s.names.next(cr.Prefix, r.Client), Owner: s.Presence.ID, At: s.Now(),
	}
	before, _, err := eventstore.Load(ctx, s.Log, idempotency.Aggregate, stream)
	if err != nil {
		return before, err
	}
	// This process has the key in flight now, so an earlier owner of its own id is
	// a request that ended without an answer.
	alive := false
	if before.Owner != "" && before.Owner != s.Presence.ID {
		if alive, err = s.Presence.Alive(ctx, before.Owner); err != nil {
			return before, err
		}
	}
	out, err := eventstore.Execute(ctx, s.Log, idempotency.Aggregate, stream, func(k idempotency.State) ([]domain.Event, error) {
		return idempotency.Begin(k, cmd, alive || k.Owner != before.Owner)
	})
	return out.State, err
}

// keep stores the answer before it is given, so that every repetition gets the
// same one.
func (s *Creations) keep(ctx context.Context, stream string, data any) (any, error) {
	answer, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	_, err = eventstore.Execute(ctx, s.Log, idempotency.Aggregate, stream, func(k idempotency.State) ([]domain.Event, error) {
		return idempotency.Complete(k, http.StatusCreated, answer, s.Now())
	})
	return envelope.Raw(answer), err
}

func (s *Creations) abandon(ctx context.Context, stream string, cause error) error {
	if status, _ := envelope.Failure(cause); status >= http.StatusInternalServerError {
		return cause
	}
	_, err := eventstore.Execute(ctx, s.Log, idempotency.Aggregate, stream, func(k idempotency.State) ([]domain.Event, error) {
		return idempotency.Abandon(k, s.Presence.ID, s.Now())
	})
	if err != nil {
		s.Logger.WithError(err).Warn("an idempotency key was not freed after a refusal")
	}
	return cause
}

// inflight is the set of keys that this process works on.
type inflight struct{ keys sync.Map }

func (f *inflight) take(stream string) (release func(), free bool) {
	if _, taken := f.keys.LoadOrStore(stream, true); taken {
		return nil, false
	}
	return func() { f.keys.Delete(stream) }, true
}
