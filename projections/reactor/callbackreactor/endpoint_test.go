package callbackreactor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain/account"
	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/domain/payment"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/http/outbound/callbacksender"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/readmodel"
	"gateway/test/poll"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func (w *callbackFixture) endpoints() *Endpoints { w.T.Helper(); return w.endpointsOf(w.Queries) }

func (w *callbackFixture) endpointsOf(queue EndpointQueue) *Endpoints {
	w.T.Helper()
	sender := callbacksender.NewSender(callbacksender.Options{AllowPrivate: true})
	w.T.Cleanup(sender.Close)
	return NewEndpoints(w.Log, queue, sender, callbacksender.Secrets(w.Log, secret.NewRing(string(master))), w.Watcher, w.Logger,
		CallbackOptions{Now: w.Clock.Now, Jitter: func() float64 { return 0 }})
}

// endpointAt gives a client an endpoint with the same id as the client.
func (w *callbackFixture) endpointAt(client int64, url string, events ...string) {
	w.T.Helper()
	w.Append(account.Stream(client), account.Registered{ClientID: client, Email: fmt.Sprintf("toko%d@example.com", client)})
	w.Append(endpoint.Stream(client), endpoint.Added{EndpointID: client, ClientID: client, URL: url, Events: events, At: w.Clock.Now()})
}

// opened opens more payments of a client; each one adds an entry.
func (w *callbackFixture) opened(client int64, ids ...string) (first payment.Identity) {
	w.T.Helper()
	for _, id := range ids {
		i := reactortest.Identity(client, id)
		if first.ID == 0 {
			first = i
		}
		w.Append(payment.Stream(id), payment.Requested{Identity: i, At: w.Clock.Now()})
	}
	return first
}

// paidNow pays a payment, which adds another entry for it.
func (w *callbackFixture) paidNow(i payment.Identity) {
	w.T.Helper()
	p := reactortest.Paid(i.ClientID, i.TransactionID)
	p.Identity, p.At = i, w.Clock.Now()
	w.Append(payment.Stream(i.TransactionID), p)
}

func (w *callbackFixture) queueOf(client int64) endpoint.Queue {
	w.T.Helper()
	s, _, err := eventstore.Load(context.Background(), w.Log, endpoint.Queues, endpoint.QueueStream(client, 1))
	w.Must(err)
	return s
}

// resources returns the resources of the callbacks received so far.
func (r merchantReceiver) resources() (all []string) {
	for _, g := range r.Received() {
		all = append(all, g.Header.Get("X-Resource"))
	}
	return all
}

func TestAnEndpointGetsEachEntryAfterItWasAddedOnceSigned(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	w.opened(1, "before")
	w.endpointAt(1, merchant.url)
	w.opened(1, "a")
	r := w.endpoints()
	w.Once(r)
	w.Once(r)
	got := merchant.Received()
	if len(got) != 1 {
		t.Fatalf("sent: %v", merchant.resources())
	}
	entries, err := w.Queries.ClientEvents(context.Background(), 1, 0, 100, nil, 100)
	w.Must(err)
	want, err := json.Marshal(entries[1])
	w.Must(err)
	if string(got[0].Body) != string(want) {
		t.Errorf("sent %s\nwant %s", got[0].Body, want)
	}
	var body struct{ ID string }
	w.Must(json.Unmarshal(got[0].Body, &body))
	if got[0].Header.Get("Webhook-Id") != body.ID || got[0].Header.Get("X-Event") != "transaction.created" || got[0].Header.Get("X-Resource") != "transactions/a" {
		t.Errorf("headers: %v", got[0].Header)
	}
	verifier, err := webhooks.NewWebhook(callbacksender.DeriveSecret(master, callback.Receiver{ClientID: 1, EndpointID: 1}, 0))
	w.Must(err)
	if err := verifier.VerifyIgnoringTimestamp(got[0].Body, got[0].Header); err != nil {
		t.Error(err)
	}
}

func TestAnEndpointGetsTheEventsThatItChose(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	w.endpointAt(1, merchant.url, "invoice.paid")
	w.paidNow(w.opened(1, "a"))
	w.Once(w.endpoints())
	if got := merchant.Received(); len(got) != 1 || got[0].Header.Get("X-Event") != "invoice.paid" {
		t.Errorf("sent: %v", merchant.resources())
	}
}

func TestDeliveriesAreRecordedAtIntervalsAndRepeatedAfterACrashWithTheSameID(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	w.endpointAt(1, merchant.url)
	w.opened(1, "a", "b", "c")
	r := w.endpoints()
	w.Once(r)
	if s := w.queueOf(1); s.Begun || len(merchant.Received()) != 3 {
		t.Fatalf("recorded at once: %+v, sent %v", s, merchant.resources())
	}
	w.Once(w.endpoints()) // the process crashed
	got := merchant.Received()
	first, again := map[string]bool{}, 0
	for _, g := range got {
		if first[g.Header.Get("Webhook-Id")] {
			again++
		}
		first[g.Header.Get("Webhook-Id")] = true
	}
	if len(got) != 6 || again != 3 {
		t.Fatalf("%d sent, %d with a known id", len(got), again)
	}
	w.Clock.Advance(recordEvery)
	w.Once(r)
	if s := w.queueOf(1); s.Progress.Cursor != 3 || s.Progress.Delivered != 3 {
		t.Errorf("%+v", s)
	}
	w.Once(w.endpoints()) // another process
	if n := len(merchant.Received()); n != 6 {
		t.Errorf("%d sent", n)
	}
}

func TestAReactorThatIsStoppedRecordsItsDeliveries(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	w.endpointAt(1, merchant.url)
	w.opened(1, "a")
	stop := w.Run(w.endpoints().Run)
	poll.Until(t, "the entry is sent", func() bool { return len(merchant.Received()) == 1 })
	stop()
	if s := w.queueOf(1); s.Progress.Cursor != 1 {
		t.Errorf("%+v", s)
	}
}

func TestAnEntryThatFailsIsTriedAgainAndOthersGoOn(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	var refuses atomic.Bool
	refuses.Store(true)
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, q *http.Request) {
		if q.Header.Get("X-Resource") == "transactions/a" && refuses.Load() {
			rw.WriteHeader(http.StatusBadRequest)
			return
		}
		rw.WriteHeader(http.StatusOK)
	}))
	t.Cleanup(server.Close)
	w.endpointAt(1, server.URL)
	a := w.opened(1, "a", "b", "c")
	r := w.endpoints()
	w.Once(r)
	w.paidNow(a) // a later entry of the same resource as the refused one
	w.Once(r)
	w.Once(r)
	if s := w.queueOf(1); len(s.Progress.Pending) != 2 || s.Progress.Pending[0].Ordinal != 1 || s.Progress.Pending[1].Attempts != 0 {
		t.Fatalf("%+v", s.Progress)
	}
	refuses.Store(false)
	w.Clock.Advance(10 * time.Second)
	w.Once(r)
	w.Once(r)
	if s := w.queueOf(1); len(s.Progress.Pending) != 0 || s.Progress.Cursor != 4 {
		t.Errorf("%+v", s.Progress)
	}
}

func TestADeadEndpointIsFailingAfterADayItsOwnerToldOnceAndLiveAgainOnSuccess(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	merchant.Answer(500)
	w.endpointAt(1, merchant.url)
	w.opened(1, "a", "b", "c", "d", "e", "f")
	r := w.endpoints()
	for range 60 {
		w.Once(r)
		w.Clock.Advance(30 * time.Minute)
	}
	row, err := w.Queries.Endpoint(context.Background(), 1, 1)
	w.Must(err)
	if row.Status() != "failing" || row.FailingSince == nil {
		t.Errorf("%+v", row)
	}
	mails, err := w.Queries.DueMails(context.Background(), w.Clock.Now(), 10)
	w.Must(err)
	if len(mails) != 1 || mails[0].Recipient != "toko1@example.com" || mails[0].Kind != "endpoint_failing" {
		t.Errorf("mails: %+v", mails)
	}
	before := len(merchant.Received())
	for range 6 {
		w.Once(r)
		w.Clock.Advance(10 * time.Minute)
	}
	if n := len(merchant.Received()) - before; n != 1 {
		t.Errorf("%d attempts in an hour", n)
	}
	merchant.Answer(200)
	for range 6 {
		w.Clock.Advance(time.Hour)
		w.Once(r)
	}
	got := map[string]bool{}
	for _, g := range merchant.Received()[before:] {
		got[g.Header.Get("X-Resource")] = true
	}
	if len(got) != 6 || w.queueOf(1).Progress.Failing || len(w.queueOf(1).Progress.Pending) != 0 {
		t.Errorf("sent after it was back: %v, %+v", got, w.queueOf(1).Progress)
	}
}

func TestSwitchingAnEndpointOffEndsWhatIsPending(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	merchant.Answer(500)
	w.endpointAt(1, merchant.url)
	w.opened(1, "a")
	r := w.endpoints()
	w.Once(r)
	w.Append(endpoint.Stream(1), endpoint.Changed{EndpointID: 1, ClientID: 1, URL: merchant.url, Run: 1, At: w.Clock.Now()})
	w.opened(1, "b")
	w.Clock.Advance(time.Hour)
	w.Once(r)
	w.Append(endpoint.Stream(1), endpoint.Changed{EndpointID: 1, ClientID: 1, URL: merchant.url, Active: true, Run: 2, At: w.Clock.Now()})
	w.opened(1, "c")
	merchant.Answer(200)
	w.Once(r)
	if got := merchant.resources(); !slices.Equal(got, []string{"transactions/a", "transactions/c"}) {
		t.Errorf("sent: %v", got)
	}
}

func TestEndpointsThatHangDoNotDelayOthers(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	release := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	t.Cleanup(hanging.Close)
	t.Cleanup(func() { close(release) })
	for client := int64(2); client < 12; client++ {
		w.endpointAt(client, hanging.URL)
		for n := range 5 {
			w.opened(client, fmt.Sprint("h-", client, "-", n))
		}
	}
	w.Run(w.endpoints().Run)
	merchant := newEndpoint(t)
	w.endpointAt(1, merchant.url)
	began := time.Now()
	w.opened(1, "a", "b", "c")
	poll.Until(t, "the others are called", func() bool { return len(merchant.Received()) == 3 })
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %s beside endpoints that hang", took)
	}
}

// lateEntries are entries that are written later than the log.
type lateEntries struct {
	*readmodel.Queries
	late bool
}

func (q lateEntries) ClientEventsReached(ctx context.Context, position int64) (bool, error) {
	if q.late {
		return false, nil
	}
	return q.Queries.ClientEventsReached(ctx, position)
}

func (q lateEntries) OrdinalAt(ctx context.Context, clientID, position int64) (int64, error) {
	if q.late {
		return 0, nil
	}
	return q.Queries.OrdinalAt(ctx, clientID, position)
}

func TestAnEndpointBeginsWhenTheEntriesBeforeItAreKnown(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	w.opened(1, "before")
	w.endpointAt(1, merchant.url)
	entries := &lateEntries{w.Queries, true}
	r := w.endpointsOf(entries)
	w.Once(r)
	entries.late = false
	w.opened(1, "a")
	w.Once(r)
	if got := merchant.resources(); !slices.Equal(got, []string{"transactions/a"}) {
		t.Errorf("sent: %v", got)
	}
}

func TestAnEndpointThatIsBackGetsTheEntriesOfAResourceInTheirOrder(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	merchant.Answer(500)
	w.endpointAt(1, merchant.url)
	r := w.endpoints()
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		i := w.opened(1, id)
		w.Once(r)
		w.paidNow(i)
		w.Once(r)
	}
	before := len(merchant.Received())
	merchant.Answer(200)
	for range 8 {
		w.Clock.Advance(time.Hour)
		w.Once(r)
	}
	events := map[string][]string{}
	for _, g := range merchant.Received()[before:] {
		resource := g.Header.Get("X-Resource")
		events[resource] = append(events[resource], g.Header.Get("X-Event"))
	}
	for resource, got := range events {
		if !slices.Equal(got, []string{"transaction.created", "invoice.paid"}) {
			t.Errorf("%s: %v", resource, got)
		}
	}
	if len(events) != 5 {
		t.Errorf("resources: %v", events)
	}
}

func TestAnEndpointGetsNoEntryOfAnotherClient(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	receivers := []merchantReceiver{newEndpoint(t), newEndpoint(t)}
	for n, r := range receivers {
		client := int64(n + 1)
		w.Append(account.Stream(client), account.Registered{ClientID: client, Email: fmt.Sprintf("toko%d@example.com", client)})
		w.Append(endpoint.Stream(client), endpoint.Added{EndpointID: 3 - client, ClientID: client, URL: r.url, At: w.Clock.Now()}) // the id of the other client
	}
	w.opened(1, "of-1")
	w.opened(2, "of-2")
	w.Once(w.endpoints())
	for n, r := range receivers {
		if got, want := r.resources(), fmt.Sprint("transactions/of-", n+1); !slices.Equal(got, []string{want}) {
			t.Errorf("client %d got %v, want %s", n+1, got, want)
		}
	}
}

func TestADeliveryThatAStopBreaksOffIsMadeAgain(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	var hangs atomic.Bool
	hangs.Store(true)
	got := make(chan string, 100)
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, q *http.Request) {
		_, _ = io.Copy(io.Discard, q.Body) // otherwise the server does not notice the end of the connection
		resource := q.Header.Get("X-Resource")
		got <- resource
		if resource == "transactions/a" && hangs.Load() {
			<-q.Context().Done()
		}
		rw.WriteHeader(http.StatusOK)
	}))
	t.Cleanup(server.Close)
	w.endpointAt(1, server.URL)
	w.opened(1, "a", "b")
	r := w.endpoints()
	stop := w.Run(r.Run)
	if both := []string{<-got, <-got}; both[0] == both[1] {
		t.Fatalf("sent: %v", both)
	}
	poll.Until(t, "the other one is delivered", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		l := r.sending[sendingKey{1, 1}]
		return l != nil && l.hasCounted()
	})
	stop()
	hangs.Store(false)
	w.Once(w.endpoints())
	close(got)
	var again []string
	for resource := range got {
		again = append(again, resource)
	}
	if !slices.Contains(again, "transactions/a") {
		t.Errorf("sent again: %v", again)
	}
}
