package realtime

import (
	"context"
	"errors"
	"fmt"
	"gateway/domain/realtime"
	"time"

	"github.com/centrifugal/centrifuge"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/sirupsen/logrus"
)

// Limits of one instance. Whoever goes beyond is refused or cut.
const (
	// DefaultConnections is how many sockets are open at once.
	DefaultConnections = 20_000
	// maxPerClient is how many of them one client may have.
	maxPerClient = 2_000
	// maxChannels is how many channels a connection may have.
	maxChannels = 100
	// maxChannelName is more than the names of our channels ever need.
	maxChannelName = 64
	// maxMessage bounds what a client sends at once: a reconnecting one asks for
	// all of its channels, each with a token.
	maxMessage = 64 << 10
	// maxQueue bounds the bytes that wait for a slow client.
	maxQueue = 1 << 20
	// stopLimit bounds the time for the goodbye at the end.
	stopLimit = 2 * time.Second
)

// defaultGrace is how long a client may be late with its new token.
const defaultGrace = 25 * time.Second

// Options of a Node.
type Options struct {
	Tokens *Tokens
	Logger *logrus.Entry
	// MayListen is asked whenever a client connects or subscribes, whatever its token
	// says. A *domain.Refusal is a no; after any other error the client tries again.
	MayListen func(ctx context.Context, clientID int64) error
	// Connections overrides DefaultConnections.
	Connections int
	// Grace overrides how long a client may be late with its new token. It counts in
	// whole seconds.
	Grace time.Duration
}

// Node is the embedded messaging server. It knows the clients that are connected to
// this process alone: each instance brings the messages to its own.
type Node struct {
	node    *centrifuge.Node
	door    *door
	tokens  *Tokens
	may     func(ctx context.Context, clientID int64) error
	figures *prometheus.Registry
}

// NewNode makes a node. It answers 503 until Run.
func NewNode(o Options) (*Node, error) {
	if o.Connections <= 0 {
		o.Connections = DefaultConnections
	}
	if o.Grace <= 0 {
		o.Grace = defaultGrace
	}
	n := &Node{tokens: o.Tokens, may: o.MayListen, figures: prometheus.NewRegistry()}
	var err error
	n.node, err = centrifuge.New(centrifuge.Config{
		Name: "gateway", LogLevel: centrifuge.LogLevelWarn, LogHandler: logTo(o.Logger),
		ClientExpiredCloseDelay: o.Grace, ClientExpiredSubCloseDelay: o.Grace, ClientPresenceUpdateInterval: o.Grace,
		ClientQueueMaxSize: maxQueue, ClientChannelLimit: maxChannels, UserConnectionLimit: maxPerClient,
		ChannelMaxLength: maxChannelName,
		Metrics:          centrifuge.MetricsConfig{MetricsNamespace: "gateway_realtime", RegistererGatherer: n.figures},
	})
	if err != nil {
		return nil, fmt.Errorf("realtime node: %w", err)
	}
	n.door = newDoor(n.node, o.Connections)
	n.node.OnConnecting(n.connecting)
	n.node.OnConnect(n.connected)
	return n, nil
}

func logTo(logger *logrus.Entry) centrifuge.LogHandler {
	return func(e centrifuge.LogEntry) {
		entry := logger.WithField("part", "realtime").WithFields(e.Fields)
		if e.Level == centrifuge.LogLevelError {
			entry.Error(e.Message)
		} else {
			entry.Warn(e.Message)
		}
	}
}

// Run serves until the context ends, then says goodbye to all clients, which makes
// them connect again elsewhere. A Node runs once.
func (n *Node) Run(ctx context.Context) error {
	if err := n.node.Run(); err != nil {
		return fmt.Errorf("realtime node: %w", err)
	}
	n.door.open.Store(true)
	<-ctx.Done()
	n.door.open.Store(false)
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
	defer cancel()
	_ = n.node.Shutdown(stop) // who does not answer the goodbye is cut when the process ends
	return nil
}

// Figures are the node's own, for the service's metrics.
func (n *Node) Figures() prometheus.Collector { return n.figures }

// Listened reports whether anybody here is subscribed to the channel; whether anybody
// is connected, when it is empty.
func (n *Node) HasListeners(channel string) bool {
	if channel == "" {
		return n.node.Hub().NumClients() > 0
	}
	return n.node.Hub().NumSubscribers(channel) > 0
}

// Publish hands messages to those who are subscribed here. It does not wait until
// they have arrived.
func (n *Node) Publish(_ context.Context, messages []realtime.Message) error {
	var errs []error
	for _, m := range messages {
		if _, err := n.node.Publish(m.Channel, m.Data); err != nil {
			errs = append(errs, fmt.Errorf("publish to %s: %w", m.Channel, err))
		}
	}
	return errors.Join(errs...)
}

// Cut ends the clients' connections here, and tells them not to come back. Who may
// listen no more must be known to MayListen before: then none slips in meanwhile.
func (n *Node) Disconnect(_ context.Context, clientIDs []int64) error {
	var errs []error
	for _, id := range clientIDs {
		if err := n.node.Disconnect(user(id)); err != nil {
			errs = append(errs, fmt.Errorf("disconnect client %d: %w", id, err))
		}
	}
	return errors.Join(errs...)
}
