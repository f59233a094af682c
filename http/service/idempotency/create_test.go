package idempotency_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"gateway/domain"
	keys "gateway/domain/idempotency"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/idempotency"
	"gateway/http/service/servicetest"

	"github.com/gin-gonic/gin"
)

// surface creates notes: POST /notes/:of. It knows its callers by a header.
type surface struct {
	*service.Core
	t *testing.T
	h http.Handler
	// make is what happens next.
	make func(r idempotency.Creation) (any, error)
	made []idempotency.Creation
	mu   sync.Mutex
}

func newSurface(t *testing.T) *surface {
	gin.SetMode(gin.TestMode)
	s := &surface{Core: servicetest.New(t), t: t}
	s.make = func(r idempotency.Creation) (any, error) { return gin.H{"id": r.ID, "reference": r.Reference}, nil }
	r := gin.New()
	s.mount(r)
	s.h = r
	return s
}

func (s *surface) mount(r gin.IRouter) {
	creations := idempotency.New(s.Core)
	r.POST("/notes/:of", func(c *gin.Context) {
		ctx := eventstore.WithMetadata(c.Request.Context(), eventstore.Metadata{Actor: c.GetHeader("Who")})
		c.Request = c.Request.WithContext(ctx)
		creations.Create(c, 7, idempotency.Creator{Kind: sequence.Ticket, Prefix: "N", Make: func(_ context.Context, r idempotency.Creation) (any, error) {
			s.mu.Lock()
			s.made = append(s.made, r)
			s.mu.Unlock()
			return s.make(r)
		}})
	})
}

func (s *surface) post(who, key, path, body string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	request.Header.Set("Who", who)
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	recorder := httptest.NewRecorder()
	s.h.ServeHTTP(recorder, request)
	return recorder
}

// answers demands a status, a word in the body, and how many were made in all.
func (s *surface) answers(got *httptest.ResponseRecorder, status int, word string, made int) {
	s.t.Helper()
	if got.Code != status || !strings.Contains(got.Body.String(), word) || len(s.made) != made {
		s.t.Errorf("%d %s after %d, want %d with %q after %d", got.Code, got.Body, len(s.made), status, word, made)
	}
}

func TestOnceUnderAKey(t *testing.T) {
	t.Parallel()
	s := newSurface(t)
	first := s.post("client:7", "k", "/notes/1", `{}`)
	s.answers(first, 201, `"id"`, 1)
	again := s.post("client:7", "k", "/notes/1", `{}`)
	s.answers(again, 201, `"id"`, 1)
	if again.Body.String() != first.Body.String() || again.Header().Get("Idempotency-Replayed") != "true" || first.Header().Get("Idempotency-Replayed") != "" {
		t.Errorf("first %s, then %s %v", first.Body, again.Body, again.Header())
	}
	s.answers(s.post("client:7", "k", "/notes/1", `{"x":1}`), 409, "idempotency_key_reused", 1)
	s.answers(s.post("client:7", "k", "/notes/2", `{}`), 409, "idempotency_key_reused", 1)
	s.answers(s.post("admin:7", "k", "/notes/1", `{}`), 201, `"id"`, 2)
	s.answers(s.post("client:7", "", "/notes/1", `{}`), 201, `"id"`, 3)
	s.answers(s.post("client:7", strings.Repeat("x", 256), "/notes/1", `{}`), 400, "Idempotency-Key", 3)
	for i, r := range s.made {
		for _, earlier := range s.made[:i] {
			if r.ID == earlier.ID || r.Reference == earlier.Reference || !strings.HasPrefix(r.Reference, "N-7-") {
				t.Errorf("names %+v after %+v", r, earlier)
			}
		}
	}
}

func TestARefusalFreesTheKeyAndAnyOtherFailureDoesNot(t *testing.T) {
	t.Parallel()
	s := newSurface(t)
	well := s.make
	s.make = func(idempotency.Creation) (any, error) { return nil, domain.InvalidField("x", "is wrong") }
	s.answers(s.post("client:7", "k", "/notes/1", `{"x":1}`), 400, "invalid_field", 1)
	s.make = func(idempotency.Creation) (any, error) { return nil, errors.New("the network is down") }
	s.answers(s.post("client:7", "k", "/notes/1", `{}`), 500, "internal", 2)
	s.answers(s.post("client:7", "k", "/notes/1", `{"x":1}`), 409, "idempotency_key_reused", 2)
	s.make = well
	s.answers(s.post("client:7", "k", "/notes/1", `{}`), 201, `"id"`, 3)
	if failed, retried := s.made[1], s.made[2]; failed.ID != retried.ID || failed.Reference != retried.Reference {
		t.Errorf("a retry made %+v of what was begun as %+v", retried, failed)
	}
}

func TestWhatIsInFlightIsNotDoneBesideItself(t *testing.T) {
	t.Parallel()
	s := newSurface(t)
	entered, leave := make(chan struct{}), make(chan struct{})
	s.make = func(r idempotency.Creation) (any, error) {
		close(entered)
		<-leave
		return r.ID, nil
	}
	first := make(chan *httptest.ResponseRecorder)
	go func() { first <- s.post("client:7", "k", "/notes/1", `{}`) }()
	<-entered
	s.answers(s.post("client:7", "k", "/notes/1", `{}`), 409, "idempotency_key_in_use", 1)
	close(leave)
	s.answers(<-first, 201, "201", 1)
}

func TestWhatAnotherProcessBeganIsGoneOnWithOnceThatIsDead(t *testing.T) {
	t.Parallel()
	s := newSurface(t)
	_, err := eventstore.Execute(t.Context(), s.Log, keys.Aggregate, keys.Stream("client:7", "k"),
		func(k keys.State) ([]domain.Event, error) {
			return keys.Begin(k, keys.BeginCmd{
				ClientID: 7, Method: http.MethodPost, Path: "/notes/1", BodyHash: keys.Hash([]byte(`{}`)),
				ID: 4711, Reference: "N-7-1", Owner: "00000000-0000-4000-8000-000000000000", At: s.Now(),
			}, false)
		})
	if err != nil {
		t.Fatal(err)
	}
	s.answers(s.post("client:7", "k", "/notes/1", `{}`), 201, "4711", 1)
	if s.made[0].Reference != "N-7-1" {
		t.Errorf("gone on with as %+v", s.made[0])
	}
}
