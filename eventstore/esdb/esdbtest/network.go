package esdbtest

import (
	"context"
	"net"
	"sync"

	"google.golang.org/grpc/peer"
)

// Disconnect cuts every connection. The server accepts new ones at once.
func (s *Server) Disconnect() {
	s.currentNetwork().cut(func(net.Conn) bool { return true })
}

// Connections returns how many connections are open.
func (s *Server) Connections() int {
	n := s.currentNetwork()
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.conns)
}

// cutPeer cuts the connection that the call came in on.
func (s *Server) cutPeer(ctx context.Context) {
	p, ok := peer.FromContext(ctx)
	if !ok {
		return
	}
	s.currentNetwork().cut(func(c net.Conn) bool { return c.RemoteAddr().String() == p.Addr.String() })
}

func (s *Server) currentNetwork() *network {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.network
}

// network is a listener that keeps track of its connections.
type network struct {
	net.Listener
	mu    sync.Mutex
	conns map[net.Conn]struct{}
}

// Accept implements net.Listener.
func (n *network) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	if err != nil {
		return nil, err
	}
	tracked := &conn{Conn: c, network: n}
	n.mu.Lock()
	n.conns[tracked] = struct{}{}
	n.mu.Unlock()
	return tracked, nil
}

// cut closes the connections for which the function which returns true.
func (n *network) cut(which func(net.Conn) bool) {
	n.mu.Lock()
	var cut []net.Conn
	for c := range n.conns {
		if which(c) {
			cut = append(cut, c)
		}
	}
	n.mu.Unlock()
	for _, c := range cut {
		_ = c.Close() // the connection may have ended by itself
	}
}

// conn is a connection that leaves the network when it is closed.
type conn struct {
	net.Conn
	network *network
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.network.mu.Lock()
	delete(c.network.conns, c)
	c.network.mu.Unlock()
	return c.Conn.Close()
}
