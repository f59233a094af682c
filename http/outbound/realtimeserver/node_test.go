package realtimeserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/http/server/strangers"
	"gateway/test/poll"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/golang-jwt/jwt/v5"
)

// The codes of the protocol.
const (
	connectionExpired = 3005
	shutDown          = 3001
	invalidToken      = 3500
	permissionDenied  = 103
	notAvailable      = 108
	forcedOut         = 3503
	unauthorized      = 1 // reported by the library itself when it has no new token
)

func TestSubscribersGetTheMessagesOfTheirChannelsOnly(t *testing.T) {
	t.Parallel()
	n := startNode(t, time.Hour, Options{})
	defer n.stop()
	const mine, other, chat = "transactions:client.7", "transactions:client.8", "chat:ticket.5"
	l := n.connect(centrifuge.Config{Token: n.connection(7)})
	for _, channel := range []string{mine, chat} {
		if code := l.subscribe(channel, centrifuge.SubscriptionConfig{Token: n.subscription(7, channel)}); code != 0 {
			t.Fatalf("not subscribed to %s: %d", channel, code)
		}
	}
	if !n.node.HasListeners("") || !n.node.HasListeners(mine) || n.node.HasListeners(other) {
		t.Error("the node does not know who listens")
	}
	n.publish(other, `{"n":1}`)
	n.publish(mine, `{"n":2}`)
	n.publish(chat, `{"n":3}`)
	l.expectMessage(mine + ` {"n":2}`)
	l.expectMessage(chat + ` {"n":3}`)
}

func TestAConnectionNeedsAValidToken(t *testing.T) {
	t.Parallel()
	n := startNode(t, time.Hour, Options{})
	defer n.stop()
	key := deriveKey(master, "realtime:connection")
	for name, c := range map[string]struct {
		token string
		code  uint32
	}{
		"wrong": {"nonsense", invalidToken},
		"none":  {"", invalidToken},
		"of another gateway": {tokenOf(t, func() (Issued, error) {
			return DerivedTokens(otherMasters, time.Hour).ForConnection(7)
		}), invalidToken},
		"names a channel": {sign(t, jwt.SigningMethodHS256, key, with(validClaims(), "channel", "chat:ticket.1")), invalidToken},
		"subscription":    {n.subscription(7, "chat:ticket.1"), invalidToken},
	} {
		t.Run(name, func(t *testing.T) {
			n.connect(centrifuge.Config{Token: c.token}).expectCode(c.code)
		})
	}
	if n.node.node.Hub().NumClients() != 0 {
		t.Error("a client is connected")
	}
}

func TestAClientWithAnExpiredTokenIsAskedForANewOne(t *testing.T) {
	t.Parallel()
	n := startNode(t, time.Hour, Options{})
	defer n.stop()
	var asked atomic.Int64
	l := n.connect(centrifuge.Config{
		Token: tokenOf(t, func() (Issued, error) { return DerivedTokens(masters, -time.Hour).ForConnection(7) }),
		GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) {
			asked.Add(1)
			return n.connection(7), nil
		},
	})
	l.expectCode(0)
	if asked.Load() != 1 {
		t.Errorf("asked for %d new tokens", asked.Load())
	}
}

func TestASubscriptionNeedsAValidToken(t *testing.T) {
	t.Parallel()
	n := startNode(t, time.Hour, Options{})
	defer n.stop()
	l := n.connect(centrifuge.Config{Token: n.connection(7)})
	l.expectCode(0) // the library may deadlock if it learns while connecting that there is no token
	key := deriveKey(master, "realtime:subscription")
	for name, c := range map[string]struct{ channel, token string }{
		"none":              {"transactions:client.1", ""},
		"wrong":             {"transactions:client.2", "nonsense"},
		"connection":        {"transactions:client.3", n.connection(7)},
		"another channel's": {"transactions:client.4", n.subscription(7, "transactions:client.7")},
		"another client's":  {"transactions:client.8", n.subscription(8, "transactions:client.8")},
		"channel-less":      {"transactions:client.5", sign(t, jwt.SigningMethodHS256, key, validClaims())},
		"of another gateway": {"chat:ticket.1", tokenOf(t, func() (Issued, error) {
			return DerivedTokens(otherMasters, time.Hour).ForChannel(7, "chat:ticket.1")
		})},
		"other namespace": {"news:ticket.1", n.subscription(7, "news:ticket.1")},
	} {
		t.Run(name, func(t *testing.T) {
			none := func(centrifuge.SubscriptionTokenEvent) (string, error) { return "", centrifuge.ErrUnauthorized }
			code := l.subscribe(c.channel, centrifuge.SubscriptionConfig{Token: c.token, GetToken: none})
			// Without a token the library does not even ask.
			if code != permissionDenied && (c.token != "" || code != unauthorized) {
				t.Errorf("%d", code)
			}
			if n.node.HasListeners(c.channel) {
				t.Error("a client listens")
			}
		})
	}
	// The library always has a token if there is a GetToken. Without one it sends a plain request.
	if code := l.subscribe("transactions:client.7", centrifuge.SubscriptionConfig{}); code != permissionDenied {
		t.Errorf("plainly: %d", code)
	}
	expired := tokenOf(t, func() (Issued, error) { return DerivedTokens(masters, -time.Hour).ForChannel(7, "chat:ticket.9") })
	code := l.subscribe("chat:ticket.9", centrifuge.SubscriptionConfig{
		Token: expired, GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) { return "", centrifuge.ErrUnauthorized },
	})
	if code != unauthorized {
		t.Errorf("expired: %d", code)
	}
}

func TestClientsMayOnlyListen(t *testing.T) {
	t.Parallel()
	n := startNode(t, time.Hour, Options{})
	defer n.stop()
	const channel = "transactions:client.7"
	l := n.connect(centrifuge.Config{Token: n.connection(7)})
	l.subscribe(channel, centrifuge.SubscriptionConfig{Token: n.subscription(7, channel)})
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
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

func TestAConnectionOutlivesItsTokens(t *testing.T) {
	t.Parallel()
	n := startNode(t, 2*time.Second, Options{Grace: 2 * time.Second})
	defer n.stop()
	const channel = "transactions:client.7"
	var connections, subscriptions atomic.Int64
	l := n.connect(centrifuge.Config{GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) {
		connections.Add(1)
		return n.connection(7), nil
	}})
	l.subscribe(channel, centrifuge.SubscriptionConfig{GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) {
		subscriptions.Add(1)
		return n.subscription(7, channel), nil
	}})
	began := time.Now()
	// The third pair of tokens is requested when the second has also expired.
	poll.Until(n.t, "new tokens", func() bool { return connections.Load() >= 4 && subscriptions.Load() >= 4 })
	if lived := time.Since(began); lived < 3*time.Second {
		t.Errorf("all this took only %s", lived)
	}
	n.publish(channel, `{"n":1}`)
	l.expectMessage(channel + ` {"n":1}`)
	l.expectCode(0)
	if len(l.codes) != 0 {
		t.Errorf("the connection was lost: %d", <-l.codes)
	}
}

// shortLife is the lifetime of a token that expires during a test. It is long enough to connect with it on a
// slow machine.
const shortLife = 3 * time.Second

func TestAConnectionWithoutANewTokenIsClosed(t *testing.T) {
	t.Parallel()
	n := startNode(t, shortLife, Options{Grace: time.Second})
	defer n.stop()
	late := make(chan struct{})
	defer close(late)
	l := n.connect(centrifuge.Config{
		Token: n.connection(7), MinReconnectDelay: time.Minute, MaxReconnectDelay: time.Minute,
		GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) {
			<-late
			return "", centrifuge.ErrUnauthorized
		},
	})
	defer l.Close()
	l.expectCode(0)
	l.expectCode(connectionExpired)
}

func TestAConnectionIsNotExtendedByAnotherClientsToken(t *testing.T) {
	t.Parallel()
	n := startNode(t, shortLife, Options{Grace: time.Minute})
	defer n.stop()
	l := n.connect(centrifuge.Config{Token: n.connection(7), GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) {
		return n.connection(8), nil
	}})
	l.expectCode(0)
	l.expectCode(invalidToken)
}

func TestASubscriptionWithoutANewTokenEnds(t *testing.T) {
	t.Parallel()
	n := startNode(t, shortLife, Options{Grace: time.Second})
	defer n.stop()
	const channel = "chat:ticket.5"
	late := make(chan struct{})
	defer close(late)
	long := tokenOf(t, func() (Issued, error) { return DerivedTokens(masters, time.Hour).ForConnection(7) })
	l := n.connect(centrifuge.Config{Token: long})
	code := l.subscribe(channel, centrifuge.SubscriptionConfig{
		Token: n.subscription(7, channel),
		GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) {
			<-late
			return "", centrifuge.ErrUnauthorized
		},
	})
	if code != 0 || !n.node.HasListeners(channel) {
		t.Fatalf("not subscribed: %d", code)
	}
	poll.Until(n.t, "the end of the subscription", func() bool { return !n.node.HasListeners(channel) })
}

func TestATokenOfBeforeTheEndOfAccessIsTakenForAnExpiredOne(t *testing.T) {
	t.Parallel()
	var ended atomic.Int64
	n := startNode(t, time.Hour, Options{EndedAt: func(_ context.Context, client int64) (time.Time, error) {
		if client != 7 || ended.Load() == 0 {
			return time.Time{}, nil
		}
		return time.Unix(ended.Load(), 0), nil
	}})
	defer n.stop()
	check := func(client int64, issuedAt int64, want error) {
		t.Helper()
		token := verifiedToken{clientID: strconv.FormatInt(client, 10), issuedAt: issuedAt}
		if err := n.node.checkMayListen(context.Background(), token); !errors.Is(err, want) {
			t.Errorf("a token of client %d of %d: %v, want %v", client, issuedAt, err, want)
		}
	}
	check(7, 100, nil)
	ended.Store(100)
	check(7, 99, errExpired)
	check(7, 100, errExpired)
	check(7, 101, nil)
	check(8, 99, nil)
}

func TestASuspendedClientIsDisconnectedAndRefused(t *testing.T) {
	t.Parallel()
	var out, unknown atomic.Bool
	n := startNode(t, time.Hour, Options{MayListen: func(_ context.Context, client int64) error {
		switch {
		case unknown.Load():
			return errors.New("no answer")
		case client == 7 && out.Load():
			return domain.Refuse(domain.Forbidden, "account_suspended", "")
		}
		return nil
	}})
	defer n.stop()
	const first, second, other = "chat:ticket.1", "chat:ticket.2", "transactions:client.8"
	l, bystander := n.connect(centrifuge.Config{Token: n.connection(7)}), n.connect(centrifuge.Config{Token: n.connection(8)})
	l.subscribe(first, centrifuge.SubscriptionConfig{Token: n.subscription(7, first)})
	bystander.subscribe(other, centrifuge.SubscriptionConfig{Token: n.subscription(8, other)})
	out.Store(true)
	// Disconnect misses a client that is about to subscribe; MayListen refuses it.
	if code := l.subscribe(second, centrifuge.SubscriptionConfig{Token: n.subscription(7, second)}); code != permissionDenied {
		t.Errorf("a suspended client subscribed: %d", code)
	}
	if err := n.node.Disconnect(context.Background(), []int64{7, 9}); err != nil {
		t.Fatal(err)
	}
	l.expectCode(forcedOut)
	n.connect(centrifuge.Config{Token: n.connection(7)}).expectCode(forcedOut)
	n.publish(other, `{"n":1}`)
	bystander.expectMessage(other + ` {"n":1}`)

	out.Store(false)
	unknown.Store(true)
	again := n.connect(centrifuge.Config{Token: n.connection(7)})
	time.AfterFunc(100*time.Millisecond, func() { unknown.Store(false) })
	again.expectCode(0) // the library retries after the error
}

func TestTheNumberOfSocketsIsLimited(t *testing.T) {
	t.Parallel()
	n := startNode(t, time.Hour, Options{Connections: 1})
	defer n.stop()
	if got := n.requestStatus(); got != http.StatusBadRequest {
		t.Errorf("a request that is no websocket: %d", got)
	}
	l := n.connect(centrifuge.Config{Token: n.connection(7)})
	l.expectCode(0)
	if got := n.requestStatus(); got != http.StatusServiceUnavailable {
		t.Errorf("beyond the limit: %d", got)
	}
	l.Close()
	poll.Until(n.t, "the closed socket is no longer counted", func() bool { return n.node.websocket.sockets.Load() == 0 })
	n.connect(centrifuge.Config{Token: n.connection(7)}).expectCode(0)
}

// A socket without a token counts for its address, so that a stranger cannot open more sockets than other
// connections.
func TestASocketCountsForItsAddressUntilItHasShownAToken(t *testing.T) {
	t.Parallel()
	n := startNodeBehind(t, time.Hour, Options{}, strangers.Limits{Connections: 1, ConnectionsPerAddress: 1})
	defer n.stop()
	for client := range int64(3) {
		n.connect(centrifuge.Config{Token: n.connection(client + 1)}).expectCode(0)
	}
	silent := n.upgrade()
	if answer := n.requestStatus(); answer != http.StatusTooManyRequests {
		t.Errorf("beside a socket without a token: %d", answer)
	}
	silent.Close()
	poll.Until(t, "the address has room again", func() bool { return n.requestStatus() == http.StatusBadRequest })
}

// upgrade opens a socket and sends no token.
func (n *testNode) upgrade() net.Conn {
	n.t.Helper()
	host, path, _ := strings.Cut(strings.TrimPrefix(n.url, "ws://"), "/")
	c, err := net.Dial("tcp", host)
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { c.Close() })
	fmt.Fprintf(c, "GET /%s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n", path, host)
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		n.t.Fatalf("no socket: %v %v", answer, err)
	}
	return c
}

func TestAtTheStopClientsAreToldToReconnect(t *testing.T) {
	t.Parallel()
	n := startNode(t, time.Hour, Options{})
	l := n.connect(centrifuge.Config{Token: n.connection(7)})
	l.expectCode(0)
	n.stop()
	l.expectCode(shutDown)
	if got := n.requestStatus(); got != http.StatusServiceUnavailable {
		t.Errorf("after the end: %d", got)
	}
}
