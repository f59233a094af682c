package realtimeserver

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/domain/realtime"

	"github.com/centrifugal/centrifuge"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/sirupsen/logrus"
)

// The limits of one instance. What exceeds them is refused or disconnected.
const (
	// DefaultConnections is the maximum number of open websockets.
	DefaultConnections = 20_000
	// maxPerClient is the maximum number of websockets per client.
	maxPerClient = 2_000
	// maxChannels is the maximum number of channels that a connection subscribes to.
	maxChannels = 100
	// maxChannelName is the maximum length of a channel name.
	maxChannelName = 64
	// maxMessage is the maximum number of bytes in one message of a client. A client that reconnects
	// subscribes to all of its channels at once, with a token for each.
	maxMessage = 64 << 10
	// maxQueue is the maximum number of bytes that wait for a slow client.
	maxQueue = 1 << 20
	// stopLimit limits the time to disconnect clients at the stop.
	stopLimit = 2 * time.Second
)

// defaultGrace is how long a client has to send a new token after the old one has expired.
const defaultGrace = 25 * time.Second

// Options are the options of a Node.
type Options struct {
	Tokens *Tokens
	Logger *logrus.Entry
	// MayListen is called whenever a client with a valid token connects or subscribes. A
	// *domain.Refusal refuses the client; after any other error the client tries again.
	MayListen func(ctx context.Context, clientID int64) error
	// EndedAt returns when all access of a client was last ended, or the zero time. A token issued before
	// counts as expired. Nil means that access was never ended.
	EndedAt func(ctx context.Context, clientID int64) (time.Time, error)
	// IsPerson is called with the person of a token whenever MayListen is. A *domain.Refusal says that the
	// client no longer has this person. Nil accepts every person.
	IsPerson func(ctx context.Context, clientID, personID int64) error
	// Connections overrides DefaultConnections.
	Connections int
	// Grace overrides how long a client has to send a new token after the old one has expired. It is
	// truncated to whole seconds.
	Grace time.Duration
}

// Node is the embedded messaging server. It knows only the clients that are connected to this process, so
// each instance publishes every message to its own clients.
type Node struct {
	node      *centrifuge.Node
	websocket *websocketHandler
	tokens    *Tokens
	mayListen func(ctx context.Context, clientID int64) error
	endedAt   func(ctx context.Context, clientID int64) (time.Time, error)
	isPerson  func(ctx context.Context, clientID, personID int64) error
	figures   *prometheus.Registry
}

// NewNode makes a node. It answers 503 until Run has started it.
func NewNode(o Options) (*Node, error) {
	if o.Connections <= 0 {
		o.Connections = DefaultConnections
	}
	if o.Grace <= 0 {
		o.Grace = defaultGrace
	}
	n := &Node{tokens: o.Tokens, mayListen: o.MayListen, endedAt: o.EndedAt, isPerson: o.IsPerson, figures: prometheus.NewRegistry()}
	var err error
	n.node, err = centrifuge.New(centrifuge.Config{
		Name: "gateway", LogLevel: centrifuge.LogLevelWarn, LogHandler: logHandler(o.Logger),
		ClientExpiredCloseDelay: o.Grace, ClientExpiredSubCloseDelay: o.Grace, ClientPresenceUpdateInterval: o.Grace,
		ClientQueueMaxSize: maxQueue, ClientChannelLimit: maxChannels, UserConnectionLimit: maxPerClient,
		ChannelMaxLength: maxChannelName,
		Metrics:          centrifuge.MetricsConfig{MetricsNamespace: "gateway_realtime", RegistererGatherer: n.figures},
	})
	if err != nil {
		return nil, fmt.Errorf("realtime node: %w", err)
	}
	n.websocket = newWebsocketHandler(n.node, o.Connections)
	n.node.OnConnecting(n.onConnecting)
	n.node.OnConnect(n.onConnect)
	return n, nil
}

// logHandler logs the warnings and errors of the library.
func logHandler(logger *logrus.Entry) centrifuge.LogHandler {
	return func(e centrifuge.LogEntry) {
		entry := logger.WithField("part", "realtime").WithFields(e.Fields)
		if e.Level == centrifuge.LogLevelError {
			entry.Error(e.Message)
		} else {
			entry.Warn(e.Message)
		}
	}
}

// Run serves until the context ends. Then it disconnects all clients, which makes them
// reconnect to another instance. A Node runs once.
func (n *Node) Run(ctx context.Context) error {
	if err := n.node.Run(); err != nil {
		return fmt.Errorf("realtime node: %w", err)
	}
	n.websocket.open.Store(true)
	<-ctx.Done()
	n.websocket.open.Store(false)
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
	defer cancel()
	_ = n.node.Shutdown(stop) // the connections that remain end with the process
	return nil
}

// Figures returns the node's figures for /metrics.
func (n *Node) Figures() prometheus.Collector { return n.figures }

// HasListeners reports whether a client of this instance is subscribed to the channel. For an empty name it
// reports whether any client is connected.
func (n *Node) HasListeners(channel string) bool {
	if channel == "" {
		return n.node.Hub().NumClients() > 0
	}
	return n.node.Hub().NumSubscribers(channel) > 0
}

// Publish queues messages for the clients of this instance that are subscribed to their
// channels. It does not wait for delivery.
func (n *Node) Publish(_ context.Context, messages []realtime.Message) error {
	var errs []error
	for _, m := range messages {
		if _, err := n.node.Publish(m.Channel, m.Data); err != nil {
			errs = append(errs, fmt.Errorf("publish to %s: %w", m.Channel, err))
		}
	}
	return errors.Join(errs...)
}

// Check implements the publishers' interface. It returns nil, because the node is in this process and always
// accepts messages.
func (n *Node) Check(context.Context) error { return nil }

// Disconnect ends the clients' connections to this instance and tells them not to reconnect. MayListen must
// already refuse these clients, so that none connects meanwhile.
func (n *Node) Disconnect(_ context.Context, clientIDs []int64) error {
	var errs []error
	for _, id := range clientIDs {
		if err := n.node.Disconnect(userID(id)); err != nil {
			errs = append(errs, fmt.Errorf("disconnect client %d: %w", id, err))
		}
	}
	return errors.Join(errs...)
}
