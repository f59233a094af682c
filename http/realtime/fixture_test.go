package realtime

import (
	"context"
	"fmt"
	"gateway/domain/realtime"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"gateway/test/poll"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/gin-gonic/gin"
	"github.com/sirupsen/logrus"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	gin.SetMode(gin.ReleaseMode)
	code := m.Run()
	if err := left(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, "left running:", err)
		code = 1
	}
	os.Exit(code)
}

// left gives what runs on. The libraries on both sides take seconds to end their
// last goroutines, and leave the one that sums up the node's metrics.
func left() (err error) {
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if err = goleak.Find(goleak.IgnoreTopFunction("github.com/FZambia/eagle.(*Eagle).aggregate")); err == nil {
			return nil
		}
	}
	return err
}

// patience is far beyond what anything here takes.
const patience = 15 * time.Second

// house is a node that is served over real sockets.
type house struct {
	t      *testing.T
	node   *Node
	tokens *Tokens
	url    string
	stop   func()
}

func open(t *testing.T, ttl time.Duration, o Options) *house {
	t.Helper()
	h := &house{t: t, tokens: DerivedTokens(master, ttl)}
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	o.Tokens, o.Logger = h.tokens, logrus.NewEntry(logger)
	if o.MayListen == nil {
		o.MayListen = func(context.Context, int64) error { return nil }
	}
	var err error
	if h.node, err = NewNode(o); err != nil {
		t.Fatal(err)
	}
	router := gin.New()
	h.node.Routes(router.Group("/connection"))
	server := httptest.NewUnstartedServer(router)
	server.Config.ReadTimeout, server.Config.WriteTimeout = time.Second, time.Second // sockets outlive them
	server.Start()
	t.Cleanup(server.Close)
	h.url = "ws" + strings.TrimPrefix(server.URL, "http") + "/connection/websocket"
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- h.node.Run(ctx) }()
	h.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	poll.Until(h.t, "the door is open", h.node.door.open.Load)
	return h
}

func (h *house) connection(client int64) string {
	return issued(h.t, func() (Issued, error) { return h.tokens.ForConnection(client) })
}

func (h *house) subscription(client int64, channel string) string {
	return issued(h.t, func() (Issued, error) { return h.tokens.ForChannel(client, channel) })
}

// listener is a client with the real library.
type listener struct {
	*centrifuge.Client
	h *house
	// ups and downs are what the library tells: connected is 0, else the code.
	codes chan uint32
	heard chan string
}

func (h *house) listener(c centrifuge.Config) *listener {
	h.t.Helper()
	l := &listener{Client: centrifuge.NewJsonClient(h.url, c), h: h, codes: make(chan uint32, 64), heard: make(chan string, 64)}
	l.OnConnected(func(centrifuge.ConnectedEvent) { l.codes <- 0 })
	l.OnDisconnected(func(e centrifuge.DisconnectedEvent) { l.codes <- e.Code })
	l.OnConnecting(func(e centrifuge.ConnectingEvent) {
		if e.Code != 0 { // not the first time
			l.codes <- e.Code
		}
	})
	h.t.Cleanup(l.Close)
	if err := l.Connect(); err != nil {
		h.t.Fatal(err)
	}
	return l
}

// comes waits for the code, whatever comes before it.
func (l *listener) comes(code uint32) {
	l.h.t.Helper()
	var seen []uint32
	for end := time.After(patience); ; {
		select {
		case got := <-l.codes:
			if seen = append(seen, got); got == code {
				return
			}
		case <-end:
			l.h.t.Fatalf("code %d never came, but %v", code, seen)
		}
	}
}

// subscribe gives what becomes of it: 0 when subscribed, else the code.
func (l *listener) subscribe(channel string, c centrifuge.SubscriptionConfig) uint32 {
	l.h.t.Helper()
	sub, err := l.NewSubscription(channel, c)
	if err != nil {
		l.h.t.Fatal(err)
	}
	outcome := make(chan uint32, 64)
	sub.OnSubscribed(func(centrifuge.SubscribedEvent) { outcome <- 0 })
	sub.OnUnsubscribed(func(e centrifuge.UnsubscribedEvent) { outcome <- e.Code })
	sub.OnPublication(func(e centrifuge.PublicationEvent) { l.heard <- channel + " " + string(e.Data) })
	if err := sub.Subscribe(); err != nil {
		l.h.t.Fatal(err)
	}
	select {
	case code := <-outcome:
		return code
	case <-time.After(patience):
		l.h.t.Fatalf("nothing became of the subscription to %s", channel)
		return 0
	}
}

func (l *listener) hears(want string) {
	l.h.t.Helper()
	select {
	case got := <-l.heard:
		if got != want {
			l.h.t.Errorf("heard %s, want %s", got, want)
		}
	case <-time.After(patience):
		l.h.t.Errorf("never heard %s", want)
	}
}

func (h *house) publish(channel, data string) {
	h.t.Helper()
	if err := h.node.Publish(context.Background(), []realtime.Message{{Channel: channel, Data: []byte(data)}}); err != nil {
		h.t.Fatal(err)
	}
}

// knock asks for a socket without the means to have one.
func (h *house) knock() int {
	h.t.Helper()
	answer, err := http.Get("http" + strings.TrimPrefix(h.url, "ws"))
	if err != nil {
		h.t.Fatal(err)
	}
	_ = answer.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	return answer.StatusCode
}
