package soak

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// receivers are merchants' servers that misbehave. None of them may affect the others.
type receivers struct {
	urls  []string
	calls atomic.Int64
}

// slowAnswer is slow for a receiver, but within the time limit of a callback.
const slowAnswer = 3 * time.Second

func newReceivers(t *testing.T) *receivers {
	t.Helper()
	r := &receivers{}
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close() // from now on nothing listens there
	r.urls = append(r.urls, dead.URL+"/dead")
	for name, answer := range map[string]http.HandlerFunc{
		"slow":      answerSlowly,
		"endless":   answerWithoutEnd,
		"elsewhere": func(w http.ResponseWriter, q *http.Request) { http.Redirect(w, q, dead.URL, http.StatusFound) },
		"garbage":   answerGarbage,
		"refusing":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			r.calls.Add(1)
			answer(w, q)
		}))
		t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
		r.urls = append(r.urls, server.URL+"/"+name)
	}
	return r
}

// url returns the URL of a random receiver.
func (r *receivers) url() string { return r.urls[rand.IntN(len(r.urls))] }

func answerSlowly(w http.ResponseWriter, q *http.Request) {
	select {
	case <-q.Context().Done():
	case <-time.After(slowAnswer):
	}
	w.WriteHeader(http.StatusOK)
}

// answerWithoutEnd answers 200 and then sends text until the gateway ends the connection.
func answerWithoutEnd(w http.ResponseWriter, q *http.Request) {
	text := strings.Repeat("thank you ", 1_000)
	for q.Context().Err() == nil {
		if _, err := fmt.Fprint(w, text); err != nil {
			return
		}
	}
}

// answerGarbage sends invalid HTTP.
func answerGarbage(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = conn.Write([]byte("220 mail.example.com ESMTP\r\n"))
	_ = conn.Close()
}
