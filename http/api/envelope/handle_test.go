package envelope_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/idempotency"
	"gateway/http/api/envelope"
	"gateway/http/service"

	"github.com/gin-gonic/gin"
)

type note struct {
	Text string `json:"text"`
}

func post(t *testing.T, handle gin.HandlerFunc, body string) *httptest.ResponseRecorder {
	t.Helper()
	gin.SetMode(gin.TestMode)
	r := gin.New()
	r.POST("/notes/:of", handle)
	request := httptest.NewRequest(http.MethodPost, "/notes/1", strings.NewReader(body))
	request.Header.Set("Idempotency-Key", "k")
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, request)
	return recorder
}

func TestACreationIsHandedOverWithItsKeyAndAnswered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string
		created    service.Created
		err        error
		status     int
		word       string
		replayed   string
	}{
		{"new", `{"text":"a"}`, service.Created{Data: 4711}, nil, 201, "4711", ""},
		{"accepted", `{"text":"a"}`, service.Created{Data: 4711, Accepted: true}, nil, 202, "4711", ""},
		{"repeated", `{"text":"a"}`, service.Created{Data: 4711, Replayed: true}, nil, 201, "4711", "true"},
		{"refused", `{"text":"a"}`, service.Created{}, domain.InvalidField("text", "is wrong"), 400, "invalid_field", ""},
		{"failed", `{"text":"a"}`, service.Created{}, errors.New("the network is down"), 500, "internal", ""},
	} {
		var got service.Creation
		answer := post(t, func(g *gin.Context) {
			g.Status(http.StatusCreated) // as the description says
			envelope.HandleCreation(g, 7, envelope.Parse, func(_ context.Context, creation service.Creation, _ note) (service.Created, error) {
				got = creation
				return c.created, c.err
			})
		}, c.body)
		if answer.Code != c.status || !strings.Contains(answer.Body.String(), c.word) || answer.Header().Get("Idempotency-Replayed") != c.replayed {
			t.Errorf("%s: %d %s %v", c.name, answer.Code, answer.Body, answer.Header())
		}
		if got.ClientID != 7 || got.Key != "k" || got.Method != http.MethodPost || got.Path != "/notes/1" || got.BodyHash != idempotency.Hash([]byte(c.body)) {
			t.Errorf("%s: handed over as %+v", c.name, got)
		}
	}
}

func TestTheErrorOfABodyThatCantBeBoundIsHandedOver(t *testing.T) {
	t.Parallel()
	answer := post(t, func(g *gin.Context) {
		envelope.HandleCreation(g, 7, envelope.Parse, func(_ context.Context, creation service.Creation, _ note) (service.Created, error) {
			return service.Created{}, creation.Invalid
		})
	}, `{}`)
	if answer.Code != 400 || !strings.Contains(answer.Body.String(), "invalid_field") {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

func TestAnEmptyBodyIsAnEmptyObjectWhereItIsOptional(t *testing.T) {
	t.Parallel()
	type reason struct {
		Text string `json:"text,omitempty"`
	}
	for _, c := range []struct {
		name   string
		parse  func([]byte) (reason, error)
		status int
	}{
		{"optional", envelope.ParseOptional[reason], 200},
		{"required", envelope.Parse[reason], 400},
	} {
		answer := post(t, func(g *gin.Context) {
			envelope.Handle(g, c.parse, func(_ context.Context, r reason) (reason, error) { return r, nil })
		}, " \n")
		if answer.Code != c.status {
			t.Errorf("%s: %d %s", c.name, answer.Code, answer.Body)
		}
	}
}
