package api

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"gateway/domain"
	"gateway/domain/idempotency"
	"gateway/eventstore"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

const (
	// createLimit bounds the work on one creation, the provider's answer included.
	// It goes on when the client hangs up: nothing stays half done.
	createLimit = 45 * time.Second
	// maxKey is the length of an Idempotency-Key in characters.
	maxKey = 255
)

// creation is a POST that creates, with the names of what it will create. A retry
// under the same Idempotency-Key has the same names, so it finishes what was begun
// and never does it twice.
type creation struct {
	client    int64
	body      []byte
	id        int64
	reference string
}

// creator says how something is made: the sequence of its ids, the prefix of its
// reference, and the making, which gives the data of the answer.
type creator struct {
	kind   string
	prefix string
	make   func(ctx context.Context, r creation) (data any, err error)
}

// create answers a POST that creates, once per Idempotency-Key.
func (a *API) create(c *gin.Context, cr creator) {
	body, err := envelope.Body(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request.Context()), createLimit)
	defer cancel()
	r := creation{client: clientOf(c), body: body}
	key := c.GetHeader("Idempotency-Key")
	var data any
	if key == "" {
		data, err = a.createOnce(ctx, cr, r)
	} else {
		data, err = a.createUnderKey(ctx, c, cr, r, key)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Created(c, data)
}

func (a *API) createOnce(ctx context.Context, cr creator, r creation) (any, error) {
	var err error
	if r.id, err = a.IDs.Next(ctx, cr.kind); err != nil {
		return nil, err
	}
	r.reference = a.names.next(cr.prefix, r.client)
	return cr.make(ctx, r)
}

// createUnderKey fixes the names in the key's stream, creates, and keeps the
// answer there. A refusal frees the key; any other failure leaves it begun, for the
// retry to finish.
func (a *API) createUnderKey(ctx context.Context, c *gin.Context, cr creator, r creation, key string) (any, error) {
	if len(key) > maxKey {
		return nil, domain.InvalidField("Idempotency-Key", "may have at most %d characters", maxKey)
	}
	stream := idempotency.Stream(r.client, key)
	release, free := a.inflight.take(stream)
	if !free {
		return nil, idempotency.ErrInUse
	}
	defer release()
	begun, err := a.begin(ctx, c, cr, r, stream)
	if err != nil {
		return nil, err
	}
	if begun.Completed() {
		c.Header("Idempotency-Replayed", "true")
		return begun.Answer, nil
	}
	r.id, r.reference = begun.ID, begun.Reference
	data, err := cr.make(ctx, r)
	if err != nil {
		return nil, a.abandon(ctx, stream, err)
	}
	return a.keep(ctx, stream, data)
}

func (a *API) begin(ctx context.Context, c *gin.Context, cr creator, r creation, stream string) (idempotency.State, error) {
	id, err := a.IDs.Next(ctx, cr.kind)
	if err != nil {
		return idempotency.State{}, err
	}
	cmd := idempotency.BeginCmd{
		ClientID: r.client, Method: c.Request.Method, Path: c.FullPath(), BodyHash: idempotency.Hash(r.body),
		ID: id, Reference: a.names.next(cr.prefix, r.client), Owner: a.Presence.ID, At: a.Now(),
	}
	before, _, err := eventstore.Load(ctx, a.Log, idempotency.Aggregate, stream)
	if err != nil {
		return before, err
	}
	// This process has the key in flight now, so an earlier owner of its own id is
	// a request that ended without an answer.
	alive := false
	if before.Owner != "" && before.Owner != a.Presence.ID {
		if alive, err = a.Presence.Alive(ctx, before.Owner); err != nil {
			return before, err
		}
	}
	out, err := eventstore.Execute(ctx, a.Log, idempotency.Aggregate, stream, func(s idempotency.State) ([]domain.Event, error) {
		return idempotency.Begin(s, cmd, alive || s.Owner != before.Owner)
	})
	return out.State, err
}

// keep stores the answer before it is given, so that every repetition gets the
// same one.
func (a *API) keep(ctx context.Context, stream string, data any) (any, error) {
	answer, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	_, err = eventstore.Execute(ctx, a.Log, idempotency.Aggregate, stream, func(s idempotency.State) ([]domain.Event, error) {
		return idempotency.Complete(s, 201, answer, a.Now())
	})
	return envelope.Raw(answer), err
}

func (a *API) abandon(ctx context.Context, stream string, cause error) error {
	if status, _ := envelope.Failure(cause); status >= 500 {
		return cause
	}
	_, err := eventstore.Execute(ctx, a.Log, idempotency.Aggregate, stream, func(s idempotency.State) ([]domain.Event, error) {
		return idempotency.Abandon(s, a.Presence.ID, a.Now())
	})
	if err != nil {
		a.Logger.WithError(err).Warn("an idempotency key was not freed after a refusal")
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
