package realtimeserver

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"gateway/domain/realtime"
	"gateway/http/server/strangers"
	"gateway/test/poll"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/gin-gonic/gin"
	"github.com/sirupsen/logrus"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	gin.SetMode(gin.ReleaseMode)
	code := m.Run()
	if err := findLeaks(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, "left running:", err)
		code = 1
	}
	os.Exit(code)
}

// findLeaks returns an error for goroutines that do not end. Goroutines of the libraries take seconds to end,
// and the one that aggregates the node's metrics never does.
func findLeaks() (err error) {
	for end := time.Now().Add(timeout); time.Now().Before(end); {
		if err = goleak.Find(goleak.IgnoreTopFunction("github.com/FZambia/eagle.(*Eagle).aggregate")); err == nil {
			return nil
		}
	}
	return err
}

// timeout limits the wait for what must happen.
const timeout = 15 * time.Second

// testNode is a node served over HTTP on loopback.
type testNode struct {
	t      *testing.T
	node   *Node
	tokens *Tokens
	url    string
	stop   func()
}

func startNode(t *testing.T, ttl time.Duration, o Options) *testNode {
	t.Helper()
	return startNodeBehind(t, ttl, o, strangers.Limits{})
}

// startNodeBehind starts a node behind a limit on connections.
func startNodeBehind(t *testing.T, ttl time.Duration, o Options, l strangers.Limits) *testNode {
	t.Helper()
	n := &testNode{t: t, tokens: DerivedTokens(masters, ttl)}
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	o.Tokens, o.Logger = n.tokens, logrus.NewEntry(logger)
	if o.MayListen == nil {
		o.MayListen = func(context.Context, int64) error { return nil }
	}
	node, err := NewNode(o)
	if err != nil {
		t.Fatal(err)
	}
	n.node = node
	router := gin.New()
	n.node.Routes(router.Group("/connection"))
	server := httptest.NewUnstartedServer(router)
	server.Config.ReadTimeout, server.Config.WriteTimeout = time.Second, time.Second // sockets outlive them
	server.Config.ConnContext, server.Config.ConnState = strangers.ConnContext, strangers.ConnState
	counted, err := strangers.New(l)
	if err != nil {
		t.Fatal(err)
	}
	if server.Listener, err = counted.Listen(server.Listener); err != nil {
		t.Fatal(err)
	}
	server.Start()
	t.Cleanup(server.Close)
	n.url = "ws" + strings.TrimPrefix(server.URL, "http") + "/connection/websocket"
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- n.node.Run(ctx) }()
	n.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	poll.Until(n.t, "the node accepts connections", n.node.websocket.open.Load)
	return n
}

// connection returns a connection token.
func (n *testNode) connection(client int64) string {
	return tokenOf(n.t, func() (Issued, error) { return n.tokens.ForConnection(client) })
}

// subscription returns a subscription token.
func (n *testNode) subscription(client int64, channel string) string {
	return tokenOf(n.t, func() (Issued, error) { return n.tokens.ForChannel(client, channel) })
}

// testClient is a client with Centrifugo's own library.
type testClient struct {
	*centrifuge.Client
	node *testNode
	// codes are the changes of the connection: 0 for connected, otherwise the library's code.
	codes    chan uint32
	messages chan string
}

func (n *testNode) connect(config centrifuge.Config) *testClient {
	n.t.Helper()
	c := &testClient{Client: centrifuge.NewJsonClient(n.url, config), node: n, codes: make(chan uint32, 64), messages: make(chan string, 64)}
	c.OnConnected(func(centrifuge.ConnectedEvent) { c.codes <- 0 })
	c.OnDisconnected(func(e centrifuge.DisconnectedEvent) { c.codes <- e.Code })
	c.OnConnecting(func(e centrifuge.ConnectingEvent) {
		if e.Code != 0 { // not the first time
			c.codes <- e.Code
		}
	})
	n.t.Cleanup(c.Close)
	if err := c.Connect(); err != nil {
		n.t.Fatal(err)
	}
	return c
}

// expectCode waits for the code and ignores codes before it.
func (c *testClient) expectCode(code uint32) {
	c.node.t.Helper()
	var seen []uint32
	for end := time.After(timeout); ; {
		select {
		case got := <-c.codes:
			if seen = append(seen, got); got == code {
				return
			}
		case <-end:
			c.node.t.Fatalf("code %d did not come, but %v", code, seen)
		}
	}
}

// subscribe subscribes and returns 0, or the code of the refusal.
func (c *testClient) subscribe(channel string, config centrifuge.SubscriptionConfig) uint32 {
	c.node.t.Helper()
	sub, err := c.NewSubscription(channel, config)
	if err != nil {
		c.node.t.Fatal(err)
	}
	outcome := make(chan uint32, 64)
	sub.OnSubscribed(func(centrifuge.SubscribedEvent) { outcome <- 0 })
	sub.OnUnsubscribed(func(e centrifuge.UnsubscribedEvent) { outcome <- e.Code })
	sub.OnPublication(func(e centrifuge.PublicationEvent) { c.messages <- channel + " " + string(e.Data) })
	if err := sub.Subscribe(); err != nil {
		c.node.t.Fatal(err)
	}
	select {
	case code := <-outcome:
		return code
	case <-time.After(timeout):
		c.node.t.Fatalf("no answer to the subscription to %s", channel)
		return 0
	}
}

func (c *testClient) expectMessage(want string) {
	c.node.t.Helper()
	select {
	case got := <-c.messages:
		if got != want {
			c.node.t.Errorf("got %s, want %s", got, want)
		}
	case <-time.After(timeout):
		c.node.t.Errorf("%s did not come", want)
	}
}

func (n *testNode) publish(channel, data string) {
	n.t.Helper()
	if err := n.node.Publish(context.Background(), []realtime.Message{{Channel: channel, Data: []byte(data)}}); err != nil {
		n.t.Fatal(err)
	}
}

// requestStatus returns the status of a request without the websocket headers.
func (n *testNode) requestStatus() int {
	n.t.Helper()
	answer, err := http.Get("http" + strings.TrimPrefix(n.url, "ws"))
	if err != nil {
		n.t.Fatal(err)
	}
	_ = answer.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	return answer.StatusCode
}
