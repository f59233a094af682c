package reactor

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/eventstore"
	outgoing "gateway/http/callback"
)

var master = []byte("master secret of the tests")

// receiver is a merchant's endpoint. It answers with what the test says.
type receiver struct {
	url  string
	code atomic.Int64

	mu  sync.Mutex
	got []received
}

type received struct {
	header http.Header
	body   []byte
}

func newReceiver(t testing.TB) *receiver {
	t.Helper()
	r := &receiver{}
	r.code.Store(http.StatusOK)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.mu.Lock()
		r.got = append(r.got, received{header: q.Header, body: body})
		r.mu.Unlock()
		w.WriteHeader(int(r.code.Load()))
	}))
	t.Cleanup(server.Close)
	r.url = server.URL + "/hook?secret=path"
	return r
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

func (r *receiver) statuses(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, g := range r.all() {
		var body struct{ Status string }
		if err := json.Unmarshal(g.body, &body); err != nil {
			t.Fatal(err)
		}
		all = append(all, body.Status)
	}
	return all
}

func (w *town) callbacks() *Callbacks {
	w.t.Helper()
	sender := outgoing.NewSender(outgoing.Options{AllowPrivate: true})
	w.t.Cleanup(sender.Close)
	return w.callbacksBy(sender)
}

func (w *town) callbacksBy(sender CallbackSender) *Callbacks {
	return NewCallbacks(w.log, w.queries, sender, DerivedSecrets(w.log, master), w.watcher, w.logger,
		CallbackOptions{Now: w.clock.now, Jitter: func() float64 { return 0 }})
}

// paidAt is a payment that calls the URL, as it was paid just now.
func (w *town) paidAt(client int64, id, url string) payment.Paid {
	e := paid(client, id)
	e.CallbackURL, e.At = url, w.clock.now()
	w.append(payment.Stream(id), e)
	return e
}

// theCallback gives the id of the only callback.
func (w *town) theCallback() string {
	w.t.Helper()
	w.shown()
	var id string
	w.must(w.read.QueryRow(`SELECT id FROM callbacks`).Scan(&id))
	return id
}

func (w *town) delivery(id string) callback.State {
	w.t.Helper()
	s, _, err := eventstore.Load(context.Background(), w.log, callback.Aggregate, callback.Stream(id))
	w.must(err)
	return s
}

// senderFunc lets a test stand between the reactor and the receiver.
type senderFunc func(context.Context, outgoing.Delivery) outgoing.Result

func (f senderFunc) Send(ctx context.Context, d outgoing.Delivery) outgoing.Result { return f(ctx, d) }
