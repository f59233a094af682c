package realtimeserver_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"gateway/domain/realtime"
	"gateway/http/outbound/realtimeserver"
)

// fakeCentrifugo is Centrifugo's HTTP API. It fails the test when a call does not have the
// documented form.
type fakeCentrifugo struct {
	*httptest.Server
	answer func(body string) (int, string)

	mu     sync.Mutex
	bodies []string
	// method is the method that must be called.
	method string
}

func newFakeCentrifugo(t *testing.T, answer func(body string) (int, string)) *fakeCentrifugo {
	s := &fakeCentrifugo{answer: answer, method: "publish"}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost || r.URL.String() != "/api/"+s.method ||
			r.Header.Get("X-API-Key") != "key" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s %v: %s", r.Method, r.URL, r.Header, body)
		}
		s.mu.Lock()
		s.bodies = append(s.bodies, string(body))
		s.mu.Unlock()
		status, text := s.answer(string(body))
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(s.Close)
	return s
}

func accept(string) (int, string) { return http.StatusOK, `{"result":{}}` }

func (s *fakeCentrifugo) client(t *testing.T) *realtimeserver.Centrifugo {
	c := realtimeserver.NewCentrifugo(s.URL+"/", "key")
	t.Cleanup(c.Close)
	return c
}

func TestPublicationsHaveCentrifugosForm(t *testing.T) {
	t.Parallel()
	s := newFakeCentrifugo(t, accept)
	err := s.client(t).Publish(context.Background(), []realtime.Message{{Channel: "transactions:client.7", Data: []byte(`{"event":"invoice.paid","data":{"id":1}}`)}})
	want := `{"channel":"transactions:client.7","data":{"event":"invoice.paid","data":{"id":1}}}`
	if err != nil || len(s.bodies) != 1 || s.bodies[0] != want {
		t.Errorf("%v %v", s.bodies, err)
	}
}

func TestDisconnectionsHaveCentrifugosForm(t *testing.T) {
	t.Parallel()
	s := newFakeCentrifugo(t, func(body string) (int, string) {
		if strings.Contains(body, `"8"`) {
			return http.StatusOK, `{"error":{"code":100,"message":"internal server error"}}`
		}
		return accept(body)
	})
	s.method = "disconnect"
	err := s.client(t).Disconnect(context.Background(), []int64{7, 8, 9})
	slices.Sort(s.bodies)
	if want := []string{`{"user":"7"}`, `{"user":"8"}`, `{"user":"9"}`}; !slices.Equal(s.bodies, want) {
		t.Errorf("%v", s.bodies)
	}
	if err == nil || !strings.Contains(err.Error(), "client 8") {
		t.Errorf("the failure for one of them: %v", err)
	}
}

func TestTheCheckAsksWithoutPublishing(t *testing.T) {
	t.Parallel()
	s := newFakeCentrifugo(t, accept)
	s.method = "info"
	if err := s.client(t).Check(context.Background()); err != nil || len(s.bodies) != 1 || s.bodies[0] != `{}` {
		t.Errorf("%v %v", s.bodies, err)
	}
	refusing := newFakeCentrifugo(t, func(string) (int, string) { return http.StatusUnauthorized, "" })
	refusing.method = "info"
	if err := refusing.client(t).Check(context.Background()); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("with a wrong key: %v", err)
	}
}

func TestMessagesOfOneChannelKeepTheirOrder(t *testing.T) {
	t.Parallel()
	s := newFakeCentrifugo(t, accept)
	var messages []realtime.Message
	for n := range 20 {
		for _, channel := range []string{"chat:ticket.1", "chat:ticket.2"} {
			messages = append(messages, realtime.Message{Channel: channel, Data: fmt.Appendf(nil, "%02d", n+10)})
		}
	}
	if err := s.client(t).Publish(context.Background(), messages); err != nil {
		t.Fatal(err)
	}
	for _, channel := range []string{"chat:ticket.1", "chat:ticket.2"} {
		of := slices.DeleteFunc(slices.Clone(s.bodies), func(b string) bool { return !strings.Contains(b, channel) })
		if len(of) != 20 || !slices.IsSorted(of) {
			t.Errorf("%s: %v", channel, of)
		}
	}
}

func TestACallThatCentrifugoRefusesIsAnError(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status       int
		answer, want string
	}{
		"an error that is a 200": {200, `{"error":{"code":102,"message":"namespace not found"}}`, "102 namespace not found"},
		"a wrong key":            {401, ``, "401"},
		"a redirect":             {302, ``, "302"},
		"a failure":              {500, `{"result":{}}`, "500"},
		"no JSON":                {200, `<html>`, "no JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFakeCentrifugo(t, func(string) (int, string) { return c.status, c.answer })
			err := s.client(t).Publish(context.Background(), []realtime.Message{{Channel: "chat:ticket.1", Data: []byte(`1`)}})
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "key") {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestAChannelThatFailsDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	s := newFakeCentrifugo(t, func(body string) (int, string) {
		if strings.Contains(body, "ticket.1") {
			return http.StatusOK, `{"error":{"code":100,"message":"internal server error"}}`
		}
		return accept(body)
	})
	err := s.client(t).Publish(context.Background(), []realtime.Message{
		{Channel: "chat:ticket.1", Data: []byte(`1`)}, {Channel: "chat:ticket.1", Data: []byte(`2`)}, {Channel: "chat:ticket.2", Data: []byte(`3`)},
	})
	slices.Sort(s.bodies)
	want := []string{`{"channel":"chat:ticket.1","data":1}`, `{"channel":"chat:ticket.2","data":3}`}
	if err == nil || !slices.Equal(s.bodies, want) {
		t.Errorf("%v %v", s.bodies, err)
	}
}
