package idempotency

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/idempotency"
	"gateway/http/envelope"
	"gateway/http/service"

	"github.com/gin-gonic/gin"
)

const (
	// createLimit bounds the work on one creation, the provider's answer included.
	// It goes on when the caller hangs up: nothing stays half done.
	createLimit = 45 * time.Second
	// maxKey is the length of an Idempotency-Key in characters.
	maxKey = 255
)

// Creation is a POST that creates, with the names of what it will create. A retry
// under the same Idempotency-Key has the same names, so it finishes what was begun
// and never does it twice.
type Creation struct {
	// Client is whose thing it will be; 0 where it is no one client's.
	Client int64
	Body   []byte
	// ID is from the Creator's sequence, 0 without one.
	ID int64
	// Reference is <Prefix>-<Client>-<nanoseconds>, empty without a prefix.
	Reference string
}

// Creator says how something is made: the sequence of its ids and the prefix of its
// reference, each empty where it has none, and the making, which gives the data of
// the answer.
//
// Make may be run again with the same names, after an attempt of which nobody knows
// how far it got. A refusal (4xx) of it must mean that nothing was done, now or
// then: it frees the key.
type Creator struct {
	Kind   string
	Prefix string
	Make   func(ctx context.Context, r Creation) (data any, err error)
}

// Creations answers creations. Make one per surface with New; it is safe for
// concurrent use.
type Creations struct {
	*service.Core
	names    *names
	inflight inflight
}

// New makes it.
func New(b *service.Core) *Creations {
	return &Creations{Core: b, names: &names{now: b.Now}}
}

// Create answers a POST that creates something of the client's, once per
// Idempotency-Key. A key is the caller's own: it is told apart by the actor that
// the authentication put into the request's metadata.
func (s *Creations) Create(c *gin.Context, client int64, cr Creator) {
	body, err := envelope.Body(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request.Context()), createLimit)
	defer cancel()
	r := Creation{Client: client, Body: body}
	key := c.GetHeader("Idempotency-Key")
	var data any
	if key == "" {
		data, err = s.once(ctx, cr, r)
	} else {
		data, err = s.underKey(ctx, c, cr, r, key)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Created(c, data)
}

func (s *Creations) once(ctx context.Context, cr Creator, r Creation) (any, error) {
	var err error
	if r.ID, err = s.nextID(ctx, cr.Kind); err != nil {
		return nil, err
	}
	r.Reference = s.names.next(cr.Prefix, r.Client)
	return cr.Make(ctx, r)
}

func (s *Creations) nextID(ctx context.Context, kind string) (int64, error) {
	if kind == "" {
		return 0, nil
	}
	return s.IDs.Next(ctx, kind)
}

// underKey fixes the names in the key's stream, creates, and keeps the answer
// there. A refusal frees the key; any other failure leaves it begun, for the retry
// to finish.
func (s *Creations) underKey(ctx context.Context, c *gin.Context, cr Creator, r Creation, key string) (any, error) {
	if len(key) > maxKey {
		return nil, domain.InvalidField("Idempotency-Key", "may have at most %d characters", maxKey)
	}
	stream := streamOf(ctx, key)
	release, free := s.inflight.take(stream)
	if !free {
		return nil, idempotency.ErrInUse
	}
	defer release()
	begun, err := s.begin(ctx, c.Request, cr, r, stream)
	if err != nil {
		return nil, err
	}
	if begun.Completed() {
		c.Header("Idempotency-Replayed", "true")
		return begun.Answer, nil
	}
	r.ID, r.Reference = begun.ID, begun.Reference
	data, err := cr.Make(ctx, r)
	if err != nil {
		return nil, s.abandon(ctx, stream, err)
	}
	return s.keep(ctx, stream, data)
}
