package contract_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
)

// fault is what happens to one call.
type fault struct {
	name string
	// answer gets the call, and carry, which has the company carry it out and returns its answer.
	answer func(w http.ResponseWriter, r *http.Request, carry func() *httptest.ResponseRecorder)
}

// faults are all that can happen to a call. In none of them does the adapter get an answer that it may rely on, but for
// the last.
var faults = []fault{
	{"lost on the way", func(http.ResponseWriter, *http.Request, func() *httptest.ResponseRecorder) { cut() }},
	{"its answer is lost", func(_ http.ResponseWriter, _ *http.Request, carry func() *httptest.ResponseRecorder) { carry(); cut() }},
	{"a proxy refuses it", func(w http.ResponseWriter, _ *http.Request, _ func() *httptest.ResponseRecorder) {
		say(w, http.StatusServiceUnavailable, "<html>busy</html>")
	}},
	{"a proxy loses its answer", func(w http.ResponseWriter, _ *http.Request, carry func() *httptest.ResponseRecorder) {
		carry()
		say(w, http.StatusBadGateway, "<html>bad gateway</html>")
	}},
	{"a proxy knows no such path", func(w http.ResponseWriter, _ *http.Request, _ func() *httptest.ResponseRecorder) {
		say(w, http.StatusNotFound, "<html>not found</html>")
	}},
	{"it is one too many", func(w http.ResponseWriter, _ *http.Request, _ func() *httptest.ResponseRecorder) {
		say(w, http.StatusTooManyRequests, "{}")
	}},
	{"its answer is a page", func(w http.ResponseWriter, _ *http.Request, carry func() *httptest.ResponseRecorder) {
		carry()
		say(w, http.StatusOK, "<html>welcome</html>")
	}},
	{"its answer is empty", func(w http.ResponseWriter, _ *http.Request, carry func() *httptest.ResponseRecorder) {
		carry()
		say(w, http.StatusOK, "{}")
	}},
	{"its answer is cut", func(w http.ResponseWriter, _ *http.Request, carry func() *httptest.ResponseRecorder) {
		answer := carry()
		w.Header().Set("Content-Length", fmt.Sprint(answer.Body.Len()))
		_, _ = w.Write(answer.Body.Bytes()[:answer.Body.Len()/2])
		cut()
	}},
	{"it hangs", func(_ http.ResponseWriter, r *http.Request, carry func() *httptest.ResponseRecorder) {
		carry()
		giveUp(r)
		<-r.Context().Done()
	}},
	{"it arrives twice", func(w http.ResponseWriter, _ *http.Request, carry func() *httptest.ResponseRecorder) {
		carry()
		relay(w, carry())
	}},
}

// cut breaks the connection of the call.
func cut() { panic(http.ErrAbortHandler) }

func say(w http.ResponseWriter, status int, text string) {
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}

func relay(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

// wire stands between an adapter and its company. It is not for concurrent calls.
type wire struct {
	company http.Handler

	mu sync.Mutex
	// until is how many calls pass before the fault happens to one; below 0 it happens to none.
	until int
	fault fault
	// change, if set, changes the bodies of all answers.
	change func(body []byte) []byte
	// hung is called when a call hangs, for the caller to give up.
	hung func()
}

// disturb lets the fault happen to the call after the next n. reached then reports whether there was such a call.
func (w *wire) disturb(n int, f fault, hung func()) (reached func() bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.until, w.fault, w.hung = n, f, hung
	return func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		happened := w.until < 0
		w.until = -1
		return happened
	}
}

// falsify changes the bodies of all answers from now on; nil ends it.
func (w *wire) falsify(change func(body []byte) []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.change = change
}

// hangs is the key of a request's context under which the wire puts what gives a hanging call up.
type hangs struct{}

func giveUp(r *http.Request) {
	if hung, ok := r.Context().Value(hangs{}).(func()); ok {
		hung()
	}
}

// ServeHTTP implements http.Handler.
func (w *wire) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		cut()
	}
	carry := func() *httptest.ResponseRecorder {
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(body))
		answer := httptest.NewRecorder()
		w.company.ServeHTTP(answer, again)
		return answer
	}
	w.mu.Lock()
	happens, f, hung, change := w.until == 0, w.fault, w.hung, w.change
	if w.until >= 0 {
		w.until--
	}
	w.mu.Unlock()
	if happens {
		f.answer(out, r.WithContext(context.WithValue(r.Context(), hangs{}, hung)), carry)
		return
	}
	answer := carry()
	if change != nil {
		answer.Body = bytes.NewBuffer(change(answer.Body.Bytes()))
		answer.Header().Del("Content-Length")
	}
	relay(out, answer)
}
