package reactor

import (
	"context"
	"encoding/json"
	"testing"

	"gateway/domain/account"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/http/outbound/callbacksender"
	"gateway/test/receiver"
)

var master = []byte("master secret of the tests")

// merchantReceiver is a merchant's receiver, at a URL with its own query.
type merchantReceiver struct {
	*receiver.Receiver
	url string
}

func newEndpoint(t testing.TB) merchantReceiver {
	t.Helper()
	r := receiver.New(t)
	return merchantReceiver{Receiver: r, url: r.URL + "/hook?secret=path"}
}

// statuses returns the status in each callback received so far.
func (r merchantReceiver) statuses(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, g := range r.Received() {
		var body struct{ Status string }
		if err := json.Unmarshal(g.Body, &body); err != nil {
			t.Fatal(err)
		}
		all = append(all, body.Status)
	}
	return all
}

func (w *providerFixture) callbacks() *Callbacks {
	w.t.Helper()
	sender := callbacksender.NewSender(callbacksender.Options{AllowPrivate: true})
	w.t.Cleanup(sender.Close)
	return w.callbacksBy(sender)
}

func (w *providerFixture) callbacksBy(sender CallbackSender) *Callbacks {
	return NewCallbacks(w.log, w.queries, sender, callbacksender.Secrets(w.log, secret.NewRing(string(master))), w.watcher, w.logger,
		CallbackOptions{Now: w.clock.now, Jitter: func() float64 { return 0 }})
}

// registered registers a client, unless the test has done so, because its account names the secret that signs.
func (w *providerFixture) registered(client int64) {
	w.t.Helper()
	s, _, err := eventstore.Load(context.Background(), w.log, account.Aggregate, account.Stream(client))
	w.must(err)
	if !s.Exists {
		w.append(account.Stream(client), account.Registered{ClientID: client})
	}
}

// paidAt returns the event of a payment that was paid just now and sends its callback to the URL.
func (w *providerFixture) paidAt(client int64, id, url string) payment.Paid {
	w.registered(client)
	e := paid(client, id)
	e.CallbackURL, e.At = url, w.clock.now()
	w.append(payment.Stream(id), e)
	return e
}

// theCallback returns the id of the only callback.
func (w *providerFixture) theCallback() string {
	w.t.Helper()
	w.shown()
	var id string
	w.must(w.read.QueryRow(`SELECT id FROM callbacks`).Scan(&id))
	return id
}

func (w *providerFixture) delivery(id string) callback.State {
	w.t.Helper()
	s, _, err := eventstore.Load(context.Background(), w.log, callback.Aggregate, callback.Stream(id))
	w.must(err)
	return s
}

// senderFunc lets a test intercept the calls between the reactor and the receiver.
type senderFunc func(context.Context, callback.Delivery) callback.Result

func (f senderFunc) Send(ctx context.Context, d callback.Delivery) callback.Result { return f(ctx, d) }
