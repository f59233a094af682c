package simulation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"runtime"
	"strings"
	"time"
)

// fakeProvider is the payment provider, with the forms of its protocol. It does its work at once and without
// mistakes. Things go wrong on the way to it and back (transport), in its look-ups, which may lag, and with its
// notifications. So its books are the truth by which the run is judged.
type fakeProvider struct {
	world *world
	// name is that of the connection.
	name string
	// downUntil is when it accepts connections again.
	downUntil time.Time
	// hangsUntil is until when it does what it is asked for, and does not answer.
	hangsUntil time.Time
	ids        int
	// bills are what customers can pay, and payouts what the gateway ordered it to pay out, both in the order
	// of their creation.
	bills   []*bill
	payouts []*fakePayout
	// keys are the used idempotency keys of both of its APIs for payouts.
	keys map[string]*fakePayout
	// floatEmpty: the gateway's own money does not suffice for payouts.
	floatEmpty bool
	// lag is how long a new record stays hidden from look-ups.
	lag time.Duration
	// late are requests that are still on their way.
	late          []lateRequest
	notifications []*fakeNotification
	// asked are refunds out of suspense that it was asked for, and refusedRefunds those that it refused.
	asked, refusedRefunds []askedRefund
	// refunds are those that merchants asked for.
	refunds []*fakeRefund
	// disputes are those of customers, and deductions what it took for several of them at once.
	disputes   []*fakeDispute
	deductions []*fakeDeduction
}

// lateRequest is a request that reaches the provider after its sender gave it up.
type lateRequest struct {
	at      time.Time
	request *http.Request
	body    []byte
}

// fakeNotification is a notification that the provider has to deliver.
type fakeNotification struct {
	at            string // the connection
	kind, subject string
	body          []byte
	tries         int
}

func (p *fakeProvider) newID(prefix string) string {
	p.ids++
	return fmt.Sprintf("%s%012d", prefix, p.ids)
}

// answer is the provider's answer to a request.
type answer struct {
	status int
	body   any
}

func problem(status int, code string) answer {
	return answer{status, map[string]any{"error_code": code, "message": "see the code"}}
}

// handle does what a request asks for.
func (p *fakeProvider) handle(r *http.Request, body []byte) answer {
	path, query := strings.TrimSuffix(r.URL.Path, "/"), r.URL.Query()
	var in map[string]any
	if len(body) > 0 {
		if err := json.Unmarshal(body, &in); err != nil {
			return problem(400, "INVALID_JSON_FORMAT")
		}
	}
	switch {
	case r.Method == http.MethodPost && path == "/disbursements":
		return p.disburse(r.Header.Get("X-Idempotency-Key"), in)
	case path == "/disbursements":
		return p.findDisbursements(query.Get("external_id"))
	case r.Method == http.MethodPost && path == "/v2/payouts":
		return p.payOut(r.Header.Get("Idempotency-Key"), in)
	case path == "/v2/payouts":
		return p.findPayouts(query.Get("reference_id"))
	case path == "/balance":
		return p.showBalance()
	case path == "/transactions":
		return p.listBooks(query)
	}
	if a, is := p.handleRefund(r.Method, path, r.Header.Get("X-Idempotency-Key"), in); is {
		return a
	}
	return p.handlePayment(r.Method, path, query, in)
}

// transport carries the requests of one process to the provider and back. Requests and
// answers get lost, and proxies answer in the provider's place.
type transport struct {
	process  *process
	provider *fakeProvider
}

var errConnection = errors.New("the connection broke")

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	w, p := t.process.world, t.process
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	name := r.Method + " " + r.URL.RequestURI()
	w.stopAt(r.Context(), p, "call", name, nil)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if time.Now().Before(t.provider.downUntil) {
		w.note("%s: %s is not reached for %s", p.name, t.provider.name, name)
		return nil, errConnection
	}
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil && trace.GotConn != nil {
		trace.GotConn(httptrace.GotConnInfo{}) // from here on the request may arrive
	}
	if t.isLost(r, name, body) {
		return nil, errConnection
	}
	if from, status := t.fromProxy(r, name); from {
		return respond(r, status, "<html>nginx</html>"), nil
	}
	got := t.provider.handle(r, body)
	text, err := json.Marshal(got.body)
	if err != nil {
		panic(err)
	}
	w.note("%s: %s %s %s -> %d %s", p.name, r.Method, r.URL.RequestURI(), body, got.status, text)
	w.stopAt(r.Context(), p, "answer", name, func() bool {
		return r.Context().Err() != nil || !time.Now().Before(t.provider.hangsUntil)
	})
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if w.calm == 0 && w.chance(w.weather.answerLost) {
		if w.chance(4) {
			w.kill(p, "before the answer to "+name)
			runtime.Goexit()
		}
		w.fault(p, "the answer to %s is lost", name)
		return t.repeatAsGo(r, body)
	}
	if w.calm == 0 && w.chance(w.weather.answerGarbled) {
		w.fault(p, "a proxy answers 502 to %s, which was done", name)
		return respond(r, http.StatusBadGateway, "<html>bad gateway</html>"), nil
	}
	return respond(r, got.status, string(text)), nil
}

// repeatAsGo behaves like the transport of net/http: it repeats a request that has an idempotency key by itself
// if the connection broke and the body can be sent again.
func (t transport) repeatAsGo(r *http.Request, body []byte) (*http.Response, error) {
	_, keyed := r.Header["X-Idempotency-Key"]
	if !keyed || r.GetBody == nil {
		return nil, errConnection
	}
	got := t.provider.handle(r, body)
	text, _ := json.Marshal(got.body)
	return respond(r, got.status, string(text)), nil
}

// isLost reports whether a request gets lost on its way, or is delayed until its sender has
// given up.
func (t transport) isLost(r *http.Request, name string, body []byte) bool {
	w, p := t.process.world, t.process
	switch {
	case w.calm > 0:
		return false
	case w.chance(w.weather.requestLost):
		if w.chance(4) {
			w.kill(p, "before "+name)
			runtime.Goexit()
		}
		w.fault(p, "%s does not arrive", name)
		return true
	case r.Method == http.MethodPost && w.chance(w.weather.requestLate):
		wait := time.Duration(1+w.random.IntN(20)) * time.Second
		w.fault(p, "%s arrives %s later, after its connection broke", name, wait)
		t.provider.late = append(t.provider.late, lateRequest{time.Now().Add(wait), r, body})
		return true
	}
	return false
}

// fromProxy answers in the provider's place.
func (t transport) fromProxy(r *http.Request, name string) (answered bool, status int) {
	w := t.process.world
	if w.calm > 0 || !w.chance(w.weather.proxyAnswers) {
		return false, 0
	}
	status = []int{404, 403, 429, 503}[w.random.IntN(4)]
	w.fault(t.process, "a proxy answers %d to %s", status, name)
	return true, status
}

func respond(r *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader([]byte(body))),
		ContentLength: int64(len(body)), Request: r,
	}
}

// takeLate handles the late requests that have arrived by now.
func (p *fakeProvider) takeLate() {
	still := p.late[:0]
	for _, l := range p.late {
		if l.at.After(time.Now()) {
			still = append(still, l)
			continue
		}
		got := p.handle(l.request, l.body)
		p.world.note("late: %s %s %s -> %d", l.request.Method, l.request.URL.Path, l.body, got.status)
	}
	p.late = still
}

// notify queues a notification, unless it gets lost for good.
func (p *fakeProvider) notify(kind, subject string, body any) {
	w := p.world
	if w.chance(w.weather.notificationLost) {
		w.note("provider: the notification of %s is lost", subject)
		return
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	p.notifications = append(p.notifications, &fakeNotification{at: p.name, kind: kind, subject: subject, body: text})
}

func timeText(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
