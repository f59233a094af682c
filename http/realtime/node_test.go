package realtime

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/test/poll"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/golang-jwt/jwt/v5"
)

// Codes of the protocol.
const (
	connectionExpired = 3005
	shutDown          = 3001
	invalidToken      = 3500
	permissionDenied  = 103
	notAvailable      = 108
	forcedOut         = 3503
	unauthorized      = 1 // said by the library itself, when it has no new token
)

func TestSubscribersHearTheirChannelAlone(t *testing.T) {
	t.Parallel()
	h := open(t, time.Hour, Options{})
	defer h.stop()
	const mine, other, chat = "transactions:client.7", "transactions:client.8", "chat:ticket.5"
	l := h.listener(centrifuge.Config{Token: h.connection(7)})
	for _, channel := range []string{mine, chat} {
		if code := l.subscribe(channel, centrifuge.SubscriptionConfig{Token: h.subscription(7, channel)}); code != 0 {
			t.Fatalf("not subscribed to %s: %d", channel, code)
		}
	}
	if !h.node.HasListeners("") || !h.node.HasListeners(mine) || h.node.HasListeners(other) {
		t.Error("the node does not know who listens")
	}
	h.publish(other, `{"n":1}`)
	h.publish(mine, `{"n":2}`)
	h.publish(chat, `{"n":3}`)
	l.hears(mine + ` {"n":2}`)
	l.hears(chat + ` {"n":3}`)
}

func TestWithoutAGoodTokenNobodyConnects(t *testing.T) {
	t.Parallel()
	h := open(t, time.Hour, Options{})
	defer h.stop()
	key := derive(master, "realtime:connection")
	for name, c := range map[string]struct {
		token string
		code  uint32
	}{
		"wrong":           {"nonsense", invalidToken},
		"none":            {"", invalidToken},
		"foreign":         {issued(t, func() (Issued, error) { return DerivedTokens(other, time.Hour).ForConnection(7) }), invalidToken},
		"names a channel": {sign(t, jwt.SigningMethodHS256, key, with(good(), "channel", "chat:ticket.1")), invalidToken},
		"subscription":    {h.subscription(7, "chat:ticket.1"), invalidToken},
	} {
		t.Run(name, func(t *testing.T) {
			h.listener(centrifuge.Config{Token: c.token}).comes(c.code)
		})
	}
	if h.node.node.Hub().NumClients() != 0 {
		t.Error("somebody is connected")
	}
}

func TestWithAnExpiredTokenAClientIsToldToBringANewOne(t *testing.T) {
	t.Parallel()
	h := open(t, time.Hour, Options{})
	defer h.stop()
	var asked atomic.Int64
	l := h.listener(centrifuge.Config{
		Token: issued(t, func() (Issued, error) { return DerivedTokens(master, -time.Hour).ForConnection(7) }),
		GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) {
			asked.Add(1)
			return h.connection(7), nil
		},
	})
	l.comes(0)
	if asked.Load() != 1 {
		t.Errorf("asked for %d new tokens", asked.Load())
	}
}

func TestWithoutAGoodTokenNobodySubscribes(t *testing.T) {
	t.Parallel()
	h := open(t, time.Hour, Options{})
	defer h.stop()
	l := h.listener(centrifuge.Config{Token: h.connection(7)})
	l.comes(0) // the library may lock itself out when it learns while connecting that there is no token
	key := derive(master, "realtime:subscription")
	for name, c := range map[string]struct{ channel, token string }{
		"none":              {"transactions:client.1", ""},
		"wrong":             {"transactions:client.2", "nonsense"},
		"connection":        {"transactions:client.3", h.connection(7)},
		"another channel's": {"transactions:client.4", h.subscription(7, "transactions:client.7")},
		"another client's":  {"transactions:client.8", h.subscription(8, "transactions:client.8")},
		"channel-less":      {"transactions:client.5", sign(t, jwt.SigningMethodHS256, key, good())},
		"foreign":           {"chat:ticket.1", issued(t, func() (Issued, error) { return DerivedTokens(other, time.Hour).ForChannel(7, "chat:ticket.1") })},
		"other namespace":   {"news:ticket.1", h.subscription(7, "news:ticket.1")},
	} {
		t.Run(name, func(t *testing.T) {
			none := func(centrifuge.SubscriptionTokenEvent) (string, error) { return "", centrifuge.ErrUnauthorized }
			code := l.subscribe(c.channel, centrifuge.SubscriptionConfig{Token: c.token, GetToken: none})
			// Without a token the library does not even ask.
			if code != permissionDenied && (c.token != "" || code != unauthorized) {
				t.Errorf("%d", code)
			}
			if h.node.HasListeners(c.channel) {
				t.Error("somebody listens")
			}
		})
	}
	// The library always has a token where there is a GetToken: without one it asks plainly.
	if code := l.subscribe("transactions:client.7", centrifuge.SubscriptionConfig{}); code != permissionDenied {
		t.Errorf("plainly: %d", code)
	}
	expired := issued(t, func() (Issued, error) { return DerivedTokens(master, -time.Hour).ForChannel(7, "chat:ticket.9") })
	code := l.subscribe("chat:ticket.9", centrifuge.SubscriptionConfig{
		Token: expired, GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) { return "", centrifuge.ErrUnauthorized },
	})
	if code != unauthorized {
		t.Errorf("expired: %d", code)
	}
}

func TestClientsListenAndNothingElse(t *testing.T) {
	t.Parallel()
	h := open(t, time.Hour, Options{})
	defer h.stop()
	const channel = "transactions:client.7"
	l := h.listener(centrifuge.Config{Token: h.connection(7)})
	l.subscribe(channel, centrifuge.SubscriptionConfig{Token: h.subscription(7, channel)})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for name, try := range map[string]func() error{
		"publish":  func() error { _, err := l.Publish(ctx, channel, []byte(`{}`)); return err },
		"history":  func() error { _, err := l.History(ctx, channel); return err },
		"presence": func() error { _, err := l.Presence(ctx, channel); return err },
		"stats":    func() error { _, err := l.PresenceStats(ctx, channel); return err },
		"call":     func() error { _, err := l.RPC(ctx, "any", []byte(`{}`)); return err },
	} {
		var refusal *centrifuge.Error
		if err := try(); !errors.As(err, &refusal) || refusal.Code != notAvailable {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestASessionOutlivesItsTokens(t *testing.T) {
	t.Parallel()
	h := open(t, 2*time.Second, Options{Grace: 2 * time.Second})
	defer h.stop()
	const channel = "transactions:client.7"
	var connections, subscriptions atomic.Int64
	l := h.listener(centrifuge.Config{GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) {
		connections.Add(1)
		return h.connection(7), nil
	}})
	l.subscribe(channel, centrifuge.SubscriptionConfig{GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) {
		subscriptions.Add(1)
		return h.subscription(7, channel), nil
	}})
	began := time.Now()
	// The third pair is asked for when the second, too, has run out.
	poll.Until(h.t, "new tokens", func() bool { return connections.Load() >= 4 && subscriptions.Load() >= 4 })
	if lived := time.Since(began); lived < 3*time.Second {
		t.Errorf("all this took but %s", lived)
	}
	h.publish(channel, `{"n":1}`)
	l.hears(channel + ` {"n":1}`)
	l.comes(0)
	if len(l.codes) != 0 {
		t.Errorf("the connection was lost: %d", <-l.codes)
	}
}

func TestWithoutANewTokenTheConnectionIsClosed(t *testing.T) {
	t.Parallel()
	h := open(t, time.Second, Options{Grace: time.Second})
	defer h.stop()
	late := make(chan struct{})
	defer close(late)
	l := h.listener(centrifuge.Config{
		Token: h.connection(7), MinReconnectDelay: time.Minute, MaxReconnectDelay: time.Minute,
		GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) {
			<-late
			return "", centrifuge.ErrUnauthorized
		},
	})
	defer l.Close()
	l.comes(0)
	l.comes(connectionExpired)
}

func TestWithATokenOfAnotherClientASessionDoesNotGoOn(t *testing.T) {
	t.Parallel()
	h := open(t, time.Second, Options{Grace: time.Minute})
	defer h.stop()
	l := h.listener(centrifuge.Config{Token: h.connection(7), GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) {
		return h.connection(8), nil
	}})
	l.comes(0)
	l.comes(invalidToken)
}

func TestWithoutANewTokenASubscriptionEnds(t *testing.T) {
	t.Parallel()
	h := open(t, time.Second, Options{Grace: time.Second})
	defer h.stop()
	const channel = "chat:ticket.5"
	late := make(chan struct{})
	defer close(late)
	long := issued(t, func() (Issued, error) { return DerivedTokens(master, time.Hour).ForConnection(7) })
	l := h.listener(centrifuge.Config{Token: long})
	code := l.subscribe(channel, centrifuge.SubscriptionConfig{
		Token: h.subscription(7, channel),
		GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) {
			<-late
			return "", centrifuge.ErrUnauthorized
		},
	})
	if code != 0 || !h.node.HasListeners(channel) {
		t.Fatalf("not subscribed: %d", code)
	}
	poll.Until(h.t, "the end of the subscription", func() bool { return !h.node.HasListeners(channel) })
}

func TestWhoMayListenNoMoreIsCutAndComesInNoMore(t *testing.T) {
	t.Parallel()
	var out, unknown atomic.Bool
	h := open(t, time.Hour, Options{MayListen: func(_ context.Context, client int64) error {
		switch {
		case unknown.Load():
			return errors.New("nobody answers")
		case client == 7 && out.Load():
			return domain.Refuse(domain.Forbidden, "account_suspended", "")
		}
		return nil
	}})
	defer h.stop()
	const first, second, other = "chat:ticket.1", "chat:ticket.2", "transactions:client.8"
	l, bystander := h.listener(centrifuge.Config{Token: h.connection(7)}), h.listener(centrifuge.Config{Token: h.connection(8)})
	l.subscribe(first, centrifuge.SubscriptionConfig{Token: h.subscription(7, first)})
	bystander.subscribe(other, centrifuge.SubscriptionConfig{Token: h.subscription(8, other)})
	out.Store(true)
	// The one that the cut would have missed, had it been about to subscribe.
	if code := l.subscribe(second, centrifuge.SubscriptionConfig{Token: h.subscription(7, second)}); code != permissionDenied {
		t.Errorf("subscribed when shut out: %d", code)
	}
	if err := h.node.Disconnect(context.Background(), []int64{7, 9}); err != nil {
		t.Fatal(err)
	}
	l.comes(forcedOut)
	h.listener(centrifuge.Config{Token: h.connection(7)}).comes(forcedOut)
	h.publish(other, `{"n":1}`)
	bystander.hears(other + ` {"n":1}`)

	out.Store(false)
	unknown.Store(true)
	again := h.listener(centrifuge.Config{Token: h.connection(7)})
	time.AfterFunc(100*time.Millisecond, func() { unknown.Store(false) })
	again.comes(0) // tried again by itself when nobody could say
}

func TestSocketsAreCounted(t *testing.T) {
	t.Parallel()
	h := open(t, time.Hour, Options{Connections: 1})
	defer h.stop()
	if got := h.knock(); got != http.StatusBadRequest {
		t.Errorf("a request that is no websocket: %d", got)
	}
	l := h.listener(centrifuge.Config{Token: h.connection(7)})
	l.comes(0)
	if got := h.knock(); got != http.StatusServiceUnavailable {
		t.Errorf("beyond the limit: %d", got)
	}
	l.Close()
	poll.Until(h.t, "the place is free again", func() bool { return h.node.door.sockets.Load() == 0 })
	h.listener(centrifuge.Config{Token: h.connection(7)}).comes(0)
}

func TestAtTheEndClientsAreToldToComeAgain(t *testing.T) {
	t.Parallel()
	h := open(t, time.Hour, Options{})
	l := h.listener(centrifuge.Config{Token: h.connection(7)})
	l.comes(0)
	h.stop()
	l.comes(shutDown)
	if got := h.knock(); got != http.StatusServiceUnavailable {
		t.Errorf("after the end: %d", got)
	}
}
