package lifecycle

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"gateway/http/api/envelope"
)

// The paths that the lifecycle itself answers.
const (
	livenessPath  = "/healthz"
	readinessPath = "/readyz"
)

// Lifecycle is the handler of all requests of a process. Make it with New. It is safe for concurrent use.
type Lifecycle struct {
	now      func() time.Time
	handler  atomic.Pointer[http.Handler] // nil while the process starts
	activity atomic.Pointer[string]
	draining chan struct{}
	drain    sync.Once
	checkers checkers
	requests requests
}

// New makes a Lifecycle in the stage of starting. now returns the current time.
func New(now func() time.Time) *Lifecycle {
	l := &Lifecycle{now: now, draining: make(chan struct{}), checkers: newCheckers(), requests: newRequests()}
	l.Starting("the gateway is starting")
	return l
}

// Starting sets what the process is doing before Serve, such as "the databases are opened".
func (l *Lifecycle) Starting(activity string) { l.activity.Store(&activity) }

// Serve ends the start: from now on, h answers.
func (l *Lifecycle) Serve(h http.Handler) { l.handler.Store(&h) }

// Drain starts draining: from now on, /readyz answers 404. Further calls do nothing.
func (l *Lifecycle) Drain() { l.drain.Do(func() { close(l.draining) }) }

// Draining returns a channel that is closed when draining starts.
func (l *Lifecycle) Draining() <-chan struct{} { return l.draining }

func (l *Lifecycle) isDraining() bool {
	select {
	case <-l.draining:
		return true
	default:
		return false
	}
}

// ServeHTTP implements http.Handler.
func (l *Lifecycle) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	handler, draining := l.handler.Load(), l.isDraining()
	if r.URL.Path == readinessPath {
		l.checkers.asked(checkerOf(r), l.now(), draining)
	}
	switch {
	case handler == nil:
		l.answerStarting(w, r)
	case r.URL.Path == livenessPath:
		(*handler).ServeHTTP(w, r)
	case draining && r.URL.Path == readinessPath:
		refuse(w, http.StatusNotFound, "draining", "this instance stops: it finishes what is under way and takes no new requests")
	default:
		l.requests.begin()
		defer l.requests.end()
		if draining {
			closeAfter(w)
		}
		(*handler).ServeHTTP(w, r)
	}
}

// closeAfter makes the caller reconnect for its next request, which then goes to another instance.
func closeAfter(w http.ResponseWriter) { w.Header().Set("Connection", "close") }

func (l *Lifecycle) answerStarting(w http.ResponseWriter, r *http.Request) {
	switch activity := *l.activity.Load(); r.URL.Path {
	case livenessPath:
		alive(w)
	case readinessPath:
		refuse(w, http.StatusServiceUnavailable, "not_ready", "starting: "+activity)
	default:
		answerUnavailable(w, "the service is starting, try again")
	}
}

func answerUnavailable(w http.ResponseWriter, message string) {
	w.Header().Set("Retry-After", "1")
	refuse(w, http.StatusServiceUnavailable, "unavailable", message)
}

type contextKey struct{}

// Context returns a context for all requests of the process. Ending finds the channel of Draining in it.
func (l *Lifecycle) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, contextKey{}, l)
}

// Ending returns a channel that is closed when the process that serves the request of ctx starts to drain. A
// request that waits for something to happen, such as a long poll, answers then. Without a Lifecycle the
// channel is nil, which is never closed.
func Ending(ctx context.Context) <-chan struct{} {
	if l, ok := ctx.Value(contextKey{}).(*Lifecycle); ok {
		return l.draining
	}
	return nil
}

// alive answers as the router's /healthz does.
func alive(w http.ResponseWriter) {
	write(w, http.StatusOK, envelope.Answer{Success: true, Message: "OK", Code: http.StatusOK, Data: map[string]string{"status": "alive"}})
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	write(w, status, envelope.Answer{Message: message, Code: status, Data: envelope.Problem{ErrorCode: code}})
}

func write(w http.ResponseWriter, status int, answer envelope.Answer) {
	text, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError) // never happens: the answer only has strings
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(text) // the caller may have hung up
}

// requests counts the requests under way.
type requests struct {
	running atomic.Int64
	awaited atomic.Bool
	idle    chan struct{} // receives a value when the last request ends while AwaitRequests waits
}

func newRequests() requests { return requests{idle: make(chan struct{}, 1)} }

func (r *requests) begin() { r.running.Add(1) }

func (r *requests) end() {
	if r.running.Add(-1) == 0 && r.awaited.Load() {
		select {
		case r.idle <- struct{}{}:
		default:
		}
	}
}

// AwaitRequests returns true when no request is under way, or false after limit. Requests that arrive meanwhile
// are answered too, because a balancer may be slow to act on the 404.
func (l *Lifecycle) AwaitRequests(ctx context.Context, limit time.Duration) (answered bool) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	l.requests.awaited.Store(true) // set before running is read, so that the last request to end sees it
	for l.requests.running.Load() > 0 {
		select {
		case <-l.requests.idle:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
