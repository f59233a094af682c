package realtimereactor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/person"
	"gateway/domain/realtime"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/poll"
	"gateway/test/rupiah"
)

// listener stands for the subscribers of some channels.
type listener struct {
	channels []string
	err      error

	mu    sync.Mutex
	heard []realtime.Message
	gone  []int64
	left  []int64
	swept int
}

func (e *listener) Check(context.Context) error { return nil }

func (e *listener) Disconnect(_ context.Context, clientIDs []int64) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.gone = append(e.gone, clientIDs...)
	return nil
}

func (e *listener) DisconnectRemoved(_ context.Context, clientIDs []int64) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.left = append(e.left, clientIDs...)
	return nil
}

func (e *listener) DisconnectAllRemoved(context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.swept++
	return nil
}

func (e *listener) HasListeners(channel string) bool {
	return len(e.channels) > 0 && (channel == "" || slices.Contains(e.channels, channel))
}

func (e *listener) Publish(_ context.Context, messages []realtime.Message) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.heard = append(e.heard, messages...)
	return e.err
}

// names returns the channel and event of each message.
func (e *listener) names() (names []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.heard {
		var message struct{ Event string }
		_ = json.Unmarshal(m.Data, &message)
		names = append(names, m.Channel+" "+message.Event)
	}
	return names
}

const (
	ofSeven  = "transactions:client.7"
	ofTicket = "chat:ticket.5"
)

func (w *realtimeFixture) announcer(e *listener) *Realtime {
	return NewRealtime(w.Log, w.Queries, w.Watcher, e, w.Logger)
}

// announced starts the reactor at the head of the log, and returns it.
func (w *realtimeFixture) announced(e *listener) *Realtime {
	w.T.Helper()
	r := w.announcer(e)
	w.Run(r.Run)
	poll.Until(w.T, "the reactor runs", func() bool { return r.position.Load() > 0 })
	return r
}

// hear waits until the reactor has reached the head, and checks the messages that the listener got.
func (w *realtimeFixture) hear(r *Realtime, e *listener, want ...string) {
	w.T.Helper()
	head, err := w.Store.Head(context.Background())
	w.Must(err)
	poll.Until(w.T, "the reactor is at the head", func() bool { return r.position.Load() == head.Commit })
	// Two events of one append may come in two batches; then the balance is published after the first
	// batch, too.
	got, want := slices.Sorted(slices.Values(e.names())), slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		w.T.Errorf("heard\n%q, want\n%q", got, want)
	}
	e.heard = nil
}

func withdrawal(id int64) balance.Order {
	return balance.Order{
		ID: id, ClientID: 7, ExternalID: "WD", Amount: rupiah.Of(100_000), Fee: rupiah.Of(5_000), By: "client", Bank: "BCA", AccountNumber: "1234567890",
	}
}

// adjust returns a decision that gives the client a million.
func adjust(now time.Time) func(balance.State) ([]domain.Event, error) {
	return func(s balance.State) ([]domain.Event, error) {
		return balance.Adjust(s, balance.AdjustCmd{
			ClientID: 7, Amount: rupiah.Of(1_000_000), Reason: "test", By: "admin:1", Reference: fmt.Sprint("adj-", reactortest.NextID()), At: now,
		})
	}
}

func TestEachEventIsPublishedToItsClient(t *testing.T) {
	t.Parallel()
	w := newRealtimeFixture(t)
	w.Request(reactortest.Identity(7, "before"))
	e := &listener{channels: []string{ofSeven, ofTicket}}
	r := w.announced(e)

	i := reactortest.Identity(7, "a")
	w.Request(i)
	w.hear(r, e, ofSeven+" transaction.created")
	paid := reactortest.Paid(7, "a")
	paid.Identity = i
	w.Append(payment.Stream("b"), paid)
	w.Append(payment.Stream("c"), payment.Settled{Identity: i, Receipt: paid.Receipt, Charge: paid.Charge, PreviousStatus: payment.StatusPaid, At: paid.At})
	w.Append(payment.Stream("d"), payment.Expired{Identity: i, PreviousStatus: payment.StatusPending, At: paid.At})
	w.hear(r, e, ofSeven+" invoice.paid", ofSeven+" invoice.paid", ofSeven+" invoice.expired")
	w.Append(transaction.Stream(7, "T"), transaction.Recorded{ID: reactortest.NextID(), ClientID: 7, TransactionID: "T", Total: rupiah.Of(1), Status: "ANY", At: paid.At})
	w.hear(r, e, ofSeven+" transaction.created")

	w.Append(ticket.Stream(5), ticket.Opened{TicketID: 5, ClientID: 7, Subject: "s", At: paid.At})
	w.hear(r, e)
	w.Append(ticket.Stream(50), ticket.Replied{TicketID: 5, ClientID: 7, ReplyID: 3, Message: "Halo", PreviousStatus: "open", At: paid.At})
	w.hear(r, e)
	w.Append("ticket-5-", ticket.Replied{TicketID: 5, ClientID: 7, ReplyID: 4, Message: "Halo", PreviousStatus: "open", At: paid.At})
	w.hear(r, e, ofTicket+" ticket.reply")
}

func TestASuspendedClientIsDisconnected(t *testing.T) {
	t.Parallel()
	w := newRealtimeFixture(t)
	status := func(client int64, events ...domain.Event) {
		w.Append(account.Stream(client), account.Registered{ClientID: client, Email: fmt.Sprint(client, "@example.com"), At: w.Clock.Now()})
		for _, event := range events {
			w.Append(account.Stream(client), event)
		}
	}
	status(1, account.Approved{ClientID: 1}, account.Suspended{ClientID: 1})
	status(2, account.Approved{ClientID: 2}, account.Suspended{ClientID: 2}, account.Reactivated{ClientID: 2})
	status(3, account.Approved{ClientID: 3})
	e := &listener{channels: []string{ofTicket}}
	r := w.announced(e)
	w.hear(r, e)
	if !slices.Equal(e.gone, []int64{1}) {
		t.Errorf("whenever it is run, those who are suspended: %v", e.gone)
	}
	w.Append(account.Stream(3), account.Suspended{ClientID: 3})
	status(4, account.Rejected{ClientID: 4})
	w.hear(r, e)
	if !slices.Equal(e.gone, []int64{1, 3}) {
		t.Errorf("then who is suspended: %v", e.gone)
	}
}

func TestARemovedPersonIsDisconnected(t *testing.T) {
	t.Parallel()
	w := newRealtimeFixture(t)
	e := &listener{channels: []string{ofTicket}}
	w.Append(account.Stream(7), account.Registered{ClientID: 7, Email: "ani@example.com", At: w.Clock.Now()})
	r := w.announced(e)
	w.hear(r, e)
	if e.swept != 1 || len(e.left) != 0 {
		t.Errorf("a run begins with those who were removed before: %d, %v", e.swept, e.left)
	}
	w.Append(account.Stream(7), person.Removed{ClientID: 7, PersonID: 9, By: "client:7/person:7", At: w.Clock.Now()})
	w.hear(r, e)
	if !slices.Equal(e.left, []int64{7}) {
		t.Errorf("those who lost a person: %v", e.left)
	}
}

func TestEveryStateOfAWithdrawalAndEveryMovementIsPublished(t *testing.T) {
	t.Parallel()
	w := newRealtimeFixture(t)
	now := w.Clock.Now()
	earn := adjust(now)
	w.On(7, earn)
	e := &listener{channels: []string{ofSeven}}
	r := w.announced(e)
	const changed, moved = ofSeven + " withdrawal.updated", ofSeven + " balance.updated"
	for _, step := range []struct {
		name   string
		decide func(balance.State) ([]domain.Event, error)
		want   []string
	}{
		{"earns", earn, []string{moved}},
		{"requests", func(s balance.State) ([]domain.Event, error) {
			return balance.RequestWithdrawal(s, balance.RequestCmd{Order: withdrawal(1), At: now})
		}, []string{changed, moved}},
		{"cancels", func(s balance.State) ([]domain.Event, error) { return balance.Cancel(s, balance.Withdrawal, 1, now) }, []string{changed, moved}},
		{"requests, approved at once", func(s balance.State) ([]domain.Event, error) {
			return balance.RequestWithdrawal(s, balance.RequestCmd{Order: withdrawal(2), Auto: balance.AutoApproval{On: true}, At: now})
		}, []string{changed, changed, moved}},
		{"is submitted", func(s balance.State) ([]domain.Event, error) {
			return balance.Submit(s, balance.Withdrawal, 2, balance.SubmitCmd{Attempt: 1, RequestID: "a request", At: now})
		}, nil},
		{"is paid", func(s balance.State) ([]domain.Event, error) {
			return balance.Complete(s, balance.Withdrawal, 2, balance.CompleteCmd{ProviderID: "p", TransferAt: now, At: now})
		}, []string{changed, moved}},
		{"settles", func(s balance.State) ([]domain.Event, error) {
			o := withdrawal(3)
			o.Purpose = "supplier"
			return balance.RequestSettlement(s, balance.RequestCmd{Order: o, At: now})
		}, []string{moved}},
	} {
		t.Log(step.name)
		w.On(7, step.decide)
		w.hear(r, e, step.want...)
	}
}

func TestAMessageCarriesTheObjectOfTheAPI(t *testing.T) {
	t.Parallel()
	w := newRealtimeFixture(t)
	w.On(7, adjust(w.Clock.Now()))
	e := &listener{channels: []string{ofSeven}}
	r := w.announced(e)
	i := reactortest.Identity(7, "a")
	w.Request(i)
	head, err := w.Store.Head(context.Background())
	w.Must(err)
	poll.Until(w.T, "the reactor is at the head", func() bool { return r.position.Load() == head.Commit })
	shown, err := w.Queries.Transaction(context.Background(), 7, i.ID)
	w.Must(err)
	want, err := json.Marshal(map[string]any{"event": "transaction.created", "data": shown})
	w.Must(err)
	if len(e.heard) != 1 || !sameJSON(e.heard[0].Data, want) {
		t.Errorf("heard %s, want %s", e.heard, want)
	}
}

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && fmt.Sprint(x) == fmt.Sprint(y)
}

// waitObserver signals each call of Wait.
type waitObserver struct {
	*engine.CheckpointWatcher
	begun chan struct{}
}

func (w *waitObserver) Wait(ctx context.Context, p eventstore.Position) error {
	w.begun <- struct{}{}
	return w.CheckpointWatcher.Wait(ctx, p)
}

func TestNothingIsPublishedBeforeTheReadModelsShowIt(t *testing.T) {
	t.Parallel()
	w := newRealtimeFixture(t)
	w.Request(reactortest.Identity(7, "before"))
	e, waits := &listener{channels: []string{ofSeven}}, &waitObserver{w.Watcher, make(chan struct{}, 1)}
	r := NewRealtime(w.Log, w.Queries, waits, e, w.Logger)
	w.Run(r.Run)
	<-waits.begun // the wait before it publishes, to find the suspended clients
	poll.Until(w.T, "the reactor runs", func() bool { return r.position.Load() > 0 })
	w.Shown()
	w.StopModel()
	w.Request(reactortest.Identity(7, "a"))
	poll.Until(w.T, "the reactor waits", func() bool { return len(waits.begun) > 0 })
	if got := e.names(); len(got) != 0 {
		t.Errorf("told before it is shown: %q", got)
	}
	w.Run(engine.New(w.Read, w.Log, w.Watcher, w.Logger, readmodel.All()...).Run)
	w.hear(r, e, ofSeven+" transaction.created")
}

func TestEachRunBeginsAtTheHeadOfTheLog(t *testing.T) {
	t.Parallel()
	w := newRealtimeFixture(t)
	w.Request(reactortest.Identity(7, "before"))
	e := &listener{channels: []string{ofSeven}, err: errors.New("no answer")}
	broken := w.announcer(e)
	ended := make(chan error, 1)
	go func() { ended <- broken.Run(context.Background()) }()
	poll.Until(w.T, "the reactor runs", func() bool { return broken.position.Load() > 0 })
	w.Request(reactortest.Identity(7, "lost"))
	if err := <-ended; !errors.Is(err, e.err) {
		t.Fatalf("it ended with %v", err)
	}
	e.heard, e.err = nil, nil
	r := w.announced(e)
	w.Request(reactortest.Identity(7, "after"))
	w.hear(r, e, ofSeven+" transaction.created")
}

// counted counts the queries of the read models.
type counted struct {
	*readmodel.Queries
	queries int
}

func (c *counted) TransactionsByID(ctx context.Context, ids []int64) ([]paymentrows.Transaction, error) {
	c.queries++
	return c.Queries.TransactionsByID(ctx, ids)
}

func (c *counted) BalancesOf(ctx context.Context, ids []int64) ([]balancerows.Balance, error) {
	c.queries++
	return c.Queries.BalancesOf(ctx, ids)
}

func TestABatchNeedsOneQueryPerKindAndPublishesEachBalanceOnce(t *testing.T) {
	t.Parallel()
	w := newRealtimeFixture(t)
	for n := range 50 {
		w.Request(reactortest.Identity(7, fmt.Sprint("a", n)))
	}
	for range 20 {
		w.On(7, adjust(w.Clock.Now()))
	}
	batch, err := w.Store.ReadAll(context.Background(), eventstore.Position{}, 1_000)
	w.Must(err)
	for _, c := range []struct {
		channels          []string
		messages, queries int
	}{
		{[]string{ofSeven}, 51, 2},
		{[]string{"transactions:client.8"}, 0, 0},
		{nil, 0, 0},
	} {
		e, rows := &listener{channels: c.channels}, &counted{Queries: w.Queries}
		w.Must(NewRealtime(w.Log, rows, w.Watcher, e, w.Logger).publishBatch(context.Background(), batch))
		if len(e.heard) != c.messages || rows.queries != c.queries {
			t.Errorf("%v: %d messages with %d queries, want %d with %d", c.channels, len(e.heard), rows.queries, c.messages, c.queries)
		}
	}
}
