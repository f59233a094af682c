package callbackreactor

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
	"gateway/projections/reactor/reactortest"
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

func (w *callbackFixture) callbacks() *Callbacks {
	w.T.Helper()
	sender := callbacksender.NewSender(callbacksender.Options{AllowPrivate: true})
	w.T.Cleanup(sender.Close)
	return w.callbacksBy(sender)
}

func (w *callbackFixture) callbacksBy(sender CallbackSender) *Callbacks {
	return NewCallbacks(w.Log, w.Queries, sender, callbacksender.Secrets(w.Log, secret.NewRing(string(master))), w.Watcher, w.Logger,
		CallbackOptions{Now: w.Clock.Now, Jitter: func() float64 { return 0 }})
}

// registered registers a client, unless the test has done so, because its account names the secret that signs.
func (w *callbackFixture) registered(client int64) {
	w.T.Helper()
	s, _, err := eventstore.Load(context.Background(), w.Log, account.Aggregate, account.Stream(client))
	w.Must(err)
	if !s.Exists {
		w.Append(account.Stream(client), account.Registered{ClientID: client})
	}
}

// paidAt returns the event of a payment that was paid just now and sends its callback to the URL.
func (w *callbackFixture) paidAt(client int64, id, url string) payment.Paid {
	w.registered(client)
	e := reactortest.Paid(client, id)
	e.CallbackURL, e.At = url, w.Clock.Now()
	w.Append(payment.Stream(id), e)
	return e
}

// theCallback returns the id of the only callback.
func (w *callbackFixture) theCallback() string {
	w.T.Helper()
	w.Shown()
	var id string
	w.Must(w.Read.QueryRow(`SELECT id FROM callbacks`).Scan(&id))
	return id
}

func (w *callbackFixture) delivery(id string) callback.State {
	w.T.Helper()
	s, _, err := eventstore.Load(context.Background(), w.Log, callback.Aggregate, callback.Stream(id))
	w.Must(err)
	return s
}

// senderFunc lets a test intercept the calls between the reactor and the receiver.
type senderFunc func(context.Context, callback.Delivery) callback.Result

func (f senderFunc) Send(ctx context.Context, d callback.Delivery) callback.Result { return f(ctx, d) }
