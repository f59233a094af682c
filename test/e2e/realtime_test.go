package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	centrifuge "github.com/centrifugal/centrifuge-go"
)

// listener is a client connected with the real library.
type listener struct {
	*centrifuge.Client
	caller caller
	// heard are the messages of all channels, in their order.
	heard chan heard
	lost  chan centrifuge.ConnectingEvent
	// ended is told when the library does not try again.
	ended chan centrifuge.DisconnectedEvent
}

type heard struct {
	channel string
	Event   string          `json:"event"`
	Data    json.RawMessage `json:"data"`
}

// listens connects to a gateway with the tokens that the API gives the caller.
func (c caller) listens(tb testing.TB, to *gateway) *listener {
	tb.Helper()
	l, connected := c.dials(tb, to, centrifuge.Config{
		GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) { return c.token("/realtime/token") },
	})
	select {
	case <-connected:
	case <-time.After(15 * time.Second):
		tb.Fatal("not connected")
	}
	return l
}

// dials begins to connect, and tells each time that it has.
func (c caller) dials(tb testing.TB, to *gateway, config centrifuge.Config) (l *listener, connected chan struct{}) {
	tb.Helper()
	config.ReadTimeout = time.Second
	l = &listener{
		caller: c, heard: make(chan heard, 256), lost: make(chan centrifuge.ConnectingEvent, 16),
		ended:  make(chan centrifuge.DisconnectedEvent, 16),
		Client: centrifuge.NewJsonClient("ws"+strings.TrimPrefix(to.URL, "http")+"/connection/websocket", config),
	}
	connected = make(chan struct{}, 16)
	l.OnConnected(func(centrifuge.ConnectedEvent) { connected <- struct{}{} })
	l.OnDisconnected(func(e centrifuge.DisconnectedEvent) { l.ended <- e })
	l.OnConnecting(func(e centrifuge.ConnectingEvent) {
		if e.Code != 0 { // the first time
			l.lost <- e
		}
	})
	tb.Cleanup(l.Close)
	if err := l.Connect(); err != nil {
		tb.Fatal(err)
	}
	return l, connected
}

// isCutOff demands that the server ends the connection for good.
func (l *listener) isCutOff(tb testing.TB) {
	tb.Helper()
	select {
	case e := <-l.ended:
		if e.Code != forcedOut {
			tb.Errorf("the connection ended with %d %s", e.Code, e.Reason)
		}
	case <-time.After(5 * time.Second):
		tb.Error("the connection was not cut")
	}
}

// token asks for one, for the library's goroutines.
func (c caller) token(path string) (string, error) {
	a, err := c.send("GET", path, nil)
	if err != nil {
		return "", err
	}
	if a.status != 200 {
		return "", fmt.Errorf("%s: %d %s", path, a.status, a.body)
	}
	return a.envelope["data"].(map[string]any)["token"].(string), nil
}

// subscribe asks the API for a token of the channel, with each that is needed.
func (l *listener) subscribe(tb testing.TB, path, channel string) {
	tb.Helper()
	code := l.subscribeWith(tb, channel, centrifuge.SubscriptionConfig{
		GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) {
			return l.caller.token(path + "?channel=" + channel)
		},
	})
	if code != 0 {
		tb.Fatalf("not subscribed to %s: %d", channel, code)
	}
}

// subscribeWith gives 0 when subscribed, else why not.
func (l *listener) subscribeWith(tb testing.TB, channel string, c centrifuge.SubscriptionConfig) uint32 {
	tb.Helper()
	sub, err := l.NewSubscription(channel, c)
	if err != nil {
		tb.Fatal(err)
	}
	outcome := make(chan uint32, 64)
	sub.OnSubscribed(func(centrifuge.SubscribedEvent) { outcome <- 0 })
	sub.OnUnsubscribed(func(e centrifuge.UnsubscribedEvent) { outcome <- e.Code })
	sub.OnPublication(func(e centrifuge.PublicationEvent) {
		h := heard{channel: channel}
		if err := json.Unmarshal(e.Data, &h); err != nil {
			tb.Errorf("heard %s: %v", e.Data, err)
		}
		l.heard <- h
	})
	if err := sub.Subscribe(); err != nil {
		tb.Fatal(err)
	}
	select {
	case code := <-outcome:
		return code
	case <-time.After(15 * time.Second):
		tb.Fatalf("nothing became of the subscription to %s", channel)
		return 0
	}
}

// hears waits for the event with these fields, whatever comes before it, and gives
// its data.
func (l *listener) hears(tb testing.TB, event string, fields object) answer {
	tb.Helper()
	var before []string
	for end := time.After(15 * time.Second); ; {
		select {
		case h := <-l.heard:
			a := answer{request: h.channel + " " + h.Event, body: h.Data, envelope: map[string]any{}}
			d := json.NewDecoder(strings.NewReader(`{"data":` + string(h.Data) + `}`))
			d.UseNumber()
			if err := d.Decode(&a.envelope); err != nil {
				tb.Fatal(err)
			}
			if h.Event == event && a.matches(tb, fields) {
				return a
			}
			before = append(before, h.Event+" "+string(h.Data))
		case <-end:
			tb.Fatalf("never heard %s %v, but:\n%s", event, fields, strings.Join(before, "\n"))
		}
	}
}

func (a answer) matches(tb testing.TB, fields object) bool {
	tb.Helper()
	for path, want := range fields {
		if text(a.field(tb, path)) != text(want) {
			return false
		}
	}
	return true
}

// sameAs demands the data of the other answer.
func (a answer) sameAs(tb testing.TB, other answer) {
	tb.Helper()
	if got, want := text(a.envelope["data"]), text(other.envelope["data"]); got != want {
		tb.Errorf("%s carries\n%s, but %s gives\n%s", a.request, got, other.request, want)
	}
}

func (m merchant) transactionsChannel() string { return "transactions:client." + itoa(m.id) }

const (
	// forcedOut is the protocol's code for a connection not to be opened again.
	forcedOut = 3503

	toTransactions = "/realtime/transactions/subscribe"
	toTickets      = "/realtime/subscribe"
)

func TestAMerchantHearsOfItsMoneyAsItHappens(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 1_000_000)
	l := m.portal(t).listens(t, shared)
	l.subscribe(t, toTransactions, m.transactionsChannel())

	id := m.invoice(t, 150_000, nil)
	// It is told when it begins, before the provider has answered.
	l.hears(t, "transaction.created", object{"transaction_id": id, "status": "PENDING", "total": 150_000})
	m.sandbox(t, id, "pay", nil)
	l.hears(t, "invoice.paid", object{"transaction_id": id, "status": "PAID"}).sameAs(t, m.get(t, "/payments/%s/status", id))
	l.hears(t, "balance.updated", object{"saldo": 1_145_560}).sameAs(t, m.get(t, "/account/balance"))
	m.sandbox(t, id, "settle", nil)
	l.hears(t, "invoice.paid", object{"transaction_id": id, "status": "SETTLED"}).sameAs(t, m.get(t, "/payments/%s/status", id))

	late := m.invoice(t, 20_000, nil)
	m.sandbox(t, late, "expire", nil)
	l.hears(t, "invoice.expired", object{"transaction_id": late, "status": "EXPIRED"}).sameAs(t, m.get(t, "/payments/%s/status", late))

	wd := m.withdraws(t, 100_000, "http://127.0.0.1:9/")
	l.hears(t, "withdrawal.updated", object{"id": wd, "status": "pending"}).sameAs(t, m.get(t, "/withdrawals/%d", wd))
	l.hears(t, "balance.updated", object{"ditahan": 105_000}).sameAs(t, m.get(t, "/account/balance"))
	m.gateway.admin(t).post(t, "/admin/withdrawals/"+itoa(wd)+"/approve", nil).wants(t, 200)
	l.hears(t, "withdrawal.updated", object{"id": wd, "status": "processing"})
	m.post(t, "/sandbox/withdrawals/"+itoa(wd)+"/complete", nil).wants(t, 200)
	l.hears(t, "withdrawal.updated", object{"id": wd, "status": "completed"}).sameAs(t, m.get(t, "/withdrawals/%d", wd))

	recorded := m.post(t, "/transactions", object{"total": 5_000}).wants(t, 201)
	l.hears(t, "transaction.created", object{"channel": "recorded"}).sameAs(t, recorded)
}

func TestBothSidesHearTheRepliesToATicket(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	c := m.portal(t)
	id := c.asks(t)
	l := c.listens(t, shared)
	l.subscribe(t, toTickets, "chat:ticket."+id)
	own := c.post(t, "/tickets/"+id+"/reply", message).wants(t, 201)
	l.hears(t, "ticket.reply", object{"is_admin": false}).has(t, "", replyShape).sameAs(t, own)
	theirs := shared.staff(t, "support").post(t, "/admin/tickets/"+id+"/reply", message).wants(t, 201)
	l.hears(t, "ticket.reply", object{"is_admin": true}).sameAs(t, theirs)
}

func TestWhoGetsARealtimeToken(t *testing.T) {
	t.Parallel()
	m, other := newMerchant(t), newMerchant(t)
	mine, theirs, pending := m.portal(t), other.portal(t), shared.register(t).portal(t)
	ticket := "chat:ticket." + mine.asks(t)
	connection := shape{"token": "string", "expires_in": "integer"}
	channel := connection.and(shape{"channel": "string"})

	mine.get(t, "/realtime/token").wants(t, 200).has(t, "", connection).is(t, object{"expires_in": 3600})
	mine.get(t, toTickets+"?channel=%s", ticket).wants(t, 200).has(t, "", channel).is(t, object{"channel": ticket, "expires_in": 3600})
	mine.get(t, toTransactions+"?channel=%s", m.transactionsChannel()).wants(t, 200).has(t, "", channel).is(t, object{"expires_in": 3600})

	theirs.get(t, toTickets+"?channel=%s", ticket).refuses(t, 403, "ticket_forbidden")
	theirs.get(t, toTransactions+"?channel=%s", m.transactionsChannel()).refuses(t, 403, "not_your_channel")
	theirs.get(t, toTransactions+"?channel=transactions:client.999999999").refuses(t, 403, "not_your_channel")
	mine.get(t, toTickets+"?channel=chat:ticket.999999999").refuses(t, 404, "not_found")
	for _, path := range []string{"", "?channel=", "?channel=news:ticket.1", "?channel=chat:ticket.x", "?channel=chat:ticket.01", "?channel=" + m.transactionsChannel()} {
		mine.get(t, "%s%s", toTickets, path).refusesField(t, "channel")
	}
	for _, path := range []string{"", "?channel=transactions:client.", "?channel=transactions:client.-1", "?channel=" + ticket, "?channel=TRANSACTIONS:client.1"} {
		mine.get(t, "%s%s", toTransactions, path).refusesField(t, "channel")
	}
	for _, path := range []string{"/realtime/token", toTickets + "?channel=" + ticket, toTransactions + "?channel=" + m.transactionsChannel()} {
		pending.get(t, "%s", path).refuses(t, 403, "account_not_approved")
		m.get(t, "%s", path).wants(t, 401) // an API key is no session
		shared.anybody().get(t, "%s", path).wants(t, 401)
	}
}

func TestNobodyListensWithSomebodyElsesToken(t *testing.T) {
	t.Parallel()
	m, other := newMerchant(t), newMerchant(t)
	l := m.portal(t).listens(t, shared)
	channel := other.transactionsChannel()
	theirs, err := other.portal(t).token(toTransactions + "?channel=" + channel)
	if err != nil {
		t.Fatal(err)
	}
	if code := l.subscribeWith(t, channel, centrifuge.SubscriptionConfig{Token: theirs}); code != 103 {
		t.Errorf("with the owner's token: %d", code)
	}
	if err := l.RemoveSubscription(l.Subscriptions()[channel]); err != nil {
		t.Fatal(err)
	}
	if code := l.subscribeWith(t, channel, centrifuge.SubscriptionConfig{}); code != 103 {
		t.Errorf("without a token: %d", code)
	}
}
