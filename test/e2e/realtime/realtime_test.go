package realtime

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"

	centrifuge "github.com/centrifugal/centrifuge-go"
)

// listener is a realtime client: Centrifuge's own library, connected.
type listener struct {
	*centrifuge.Client
	caller caller
	// heard receives the messages of all channels, in order.
	heard chan heard
	lost  chan centrifuge.ConnectingEvent
	// ended receives a value when the library does not reconnect.
	ended chan centrifuge.DisconnectedEvent
}

type heard struct {
	channel string
	Event   string          `json:"event"`
	Data    json.RawMessage `json:"data"`
}

// listen connects to a gateway with a token that the API issues to the caller.
func listen(tb testing.TB, c caller, to *harness.Gateway) *listener {
	tb.Helper()
	l, connected := dial(tb, c, to, centrifuge.Config{
		GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) { return token(c, "/realtime/token") },
	})
	select {
	case <-connected:
	case <-time.After(15 * time.Second):
		tb.Fatal("not connected")
	}
	return l
}

// dial starts to connect. The channel gets a value at each connection.
func dial(tb testing.TB, c caller, to *harness.Gateway, config centrifuge.Config) (l *listener, connected chan struct{}) {
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

// isCutOff checks that the server ends the connection and allows no other.
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

// token asks the API for a token. The library's goroutines call it.
func token(c caller, path string) (string, error) {
	a, err := c.Send("GET", path, nil)
	if err != nil {
		return "", err
	}
	if a.Status != 200 {
		return "", fmt.Errorf("%s: %d %s", path, a.Status, a.Body)
	}
	return a.Envelope["data"].(map[string]any)["token"].(string), nil
}

// subscribe subscribes to a channel, with tokens from the path of the API.
func (l *listener) subscribe(tb testing.TB, path, channel string) {
	tb.Helper()
	code := l.subscribeWith(tb, channel, centrifuge.SubscriptionConfig{
		GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) {
			return token(l.caller, path+"?channel="+channel)
		},
	})
	if code != 0 {
		tb.Fatalf("not subscribed to %s: %d", channel, code)
	}
}

// subscribeWith returns 0 once it is subscribed, or the protocol's code of the refusal.
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

// hears waits for the event with these fields, and returns its data. Other events may come before it.
func (l *listener) hears(tb testing.TB, event string, fields object) answer {
	tb.Helper()
	var before []string
	for end := time.After(15 * time.Second); ; {
		select {
		case h := <-l.heard:
			a := answer{Request: h.channel + " " + h.Event, Body: h.Data, Envelope: map[string]any{}}
			d := json.NewDecoder(strings.NewReader(`{"data":` + string(h.Data) + `}`))
			d.UseNumber()
			if err := d.Decode(&a.Envelope); err != nil {
				tb.Fatal(err)
			}
			if h.Event == event && a.Matches(tb, fields) {
				return a
			}
			before = append(before, h.Event+" "+string(h.Data))
		case <-end:
			tb.Fatalf("never heard %s %v, but:\n%s", event, fields, strings.Join(before, "\n"))
		}
	}
}

const (
	// forcedOut is the protocol's code for a connection that must not reconnect.
	forcedOut = 3503

	toTransactions = "/realtime/transactions/subscribe"
	toTickets      = "/realtime/subscribe"
)

func TestAMerchantGetsMessagesAboutPaymentsPayoutsAndItsBalance(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 1_000_000)
	l := listen(t, m.LogIn(t), harness.Shared(t))
	l.subscribe(t, toTransactions, m.TransactionsChannel())

	id := m.OpenInvoice(t, 150_000, nil)
	// The event comes when the creation starts, before the provider has answered.
	l.hears(t, "transaction.created", object{"transaction_id": id, "status": "PENDING", "total": 150_000})
	m.ActInSandbox(t, id, "pay", nil)
	l.hears(t, "invoice.paid", object{"transaction_id": id, "status": "PAID"}).SameAs(t, m.Get(t, "/payments/%s/status", id))
	l.hears(t, "balance.updated", object{"saldo": 1_145_560}).SameAs(t, m.Get(t, "/account/balance"))
	m.ActInSandbox(t, id, "settle", nil)
	l.hears(t, "invoice.paid", object{"transaction_id": id, "status": "SETTLED"}).SameAs(t, m.Get(t, "/payments/%s/status", id))

	late := m.OpenInvoice(t, 20_000, nil)
	m.ActInSandbox(t, late, "expire", nil)
	l.hears(t, "invoice.expired", object{"transaction_id": late, "status": "EXPIRED"}).SameAs(t, m.Get(t, "/payments/%s/status", late))

	wd := m.Withdraw(t, 100_000, "http://127.0.0.1:9/")
	l.hears(t, "withdrawal.updated", object{"id": wd, "status": "pending"}).SameAs(t, m.Get(t, "/withdrawals/%d", wd))
	l.hears(t, "balance.updated", object{"ditahan": 105_000}).SameAs(t, m.Get(t, "/account/balance"))
	m.Gateway.Admin(t).Post(t, "/admin/withdrawals/"+fmt.Sprint(wd)+"/approve", nil).Wants(t, 200)
	l.hears(t, "withdrawal.updated", object{"id": wd, "status": "processing"})
	m.Post(t, "/sandbox/withdrawals/"+fmt.Sprint(wd)+"/complete", nil).Wants(t, 200)
	l.hears(t, "withdrawal.updated", object{"id": wd, "status": "completed"}).SameAs(t, m.Get(t, "/withdrawals/%d", wd))

	recorded := m.Post(t, "/transactions", object{"total": 5_000}).Wants(t, 201)
	l.hears(t, "transaction.created", object{"channel": "recorded"}).SameAs(t, recorded)
}

func TestBothSidesGetTheRepliesToATicket(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	c := m.LogIn(t)
	id := c.OpenTicket(t)
	l := listen(t, c, harness.Shared(t))
	l.subscribe(t, toTickets, "chat:ticket."+id)
	own := c.Post(t, "/tickets/"+id+"/reply", harness.Message).Wants(t, 201)
	l.hears(t, "ticket.reply", object{"is_admin": false}).Has(t, "", harness.ReplyShape).SameAs(t, own)
	theirs := harness.Shared(t).AddAdmin(t, "support").Post(t, "/admin/tickets/"+id+"/reply", harness.Message).Wants(t, 201)
	l.hears(t, "ticket.reply", object{"is_admin": true}).SameAs(t, theirs)
}

func TestARealtimeTokenIsGivenForTheClientsOwnChannelsOnly(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	mine, theirs, pending := m.LogIn(t), other.LogIn(t), harness.Shared(t).Register(t).LogIn(t)
	ticket := "chat:ticket." + mine.OpenTicket(t)
	connection := shape{"token": "string", "expires_in": "integer"}
	channel := connection.And(shape{"channel": "string"})

	mine.Get(t, "/realtime/token").Wants(t, 200).Has(t, "", connection).Is(t, object{"expires_in": 3600})
	mine.Get(t, toTickets+"?channel=%s", ticket).Wants(t, 200).Has(t, "", channel).Is(t, object{"channel": ticket, "expires_in": 3600})
	mine.Get(t, toTransactions+"?channel=%s", m.TransactionsChannel()).Wants(t, 200).Has(t, "", channel).Is(t, object{"expires_in": 3600})

	theirs.Get(t, toTickets+"?channel=%s", ticket).Refuses(t, 403, "ticket_forbidden")
	theirs.Get(t, toTransactions+"?channel=%s", m.TransactionsChannel()).Refuses(t, 403, "not_your_channel")
	theirs.Get(t, toTransactions+"?channel=transactions:client.999999999").Refuses(t, 403, "not_your_channel")
	mine.Get(t, toTickets+"?channel=chat:ticket.999999999").Refuses(t, 404, "not_found")
	for _, path := range []string{"", "?channel=", "?channel=news:ticket.1", "?channel=chat:ticket.x", "?channel=chat:ticket.01", "?channel=" + m.TransactionsChannel()} {
		mine.Get(t, "%s%s", toTickets, path).RefusesField(t, "channel")
	}
	for _, path := range []string{"", "?channel=transactions:client.", "?channel=transactions:client.-1", "?channel=" + ticket, "?channel=TRANSACTIONS:client.1"} {
		mine.Get(t, "%s%s", toTransactions, path).RefusesField(t, "channel")
	}
	for _, path := range []string{"/realtime/token", toTickets + "?channel=" + ticket, toTransactions + "?channel=" + m.TransactionsChannel()} {
		pending.Get(t, "%s", path).Refuses(t, 403, "account_not_approved")
		m.Get(t, "%s", path).Wants(t, 401) // an API key is no session
		harness.Shared(t).Anonymous().Get(t, "%s", path).Wants(t, 401)
	}
}

func TestASubscriptionNeedsATokenOfTheSameClient(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	l := listen(t, m.LogIn(t), harness.Shared(t))
	channel := other.TransactionsChannel()
	theirs, err := token(other.LogIn(t), toTransactions+"?channel="+channel)
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
