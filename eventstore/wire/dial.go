package wire

import (
	"context"
	"net"
	"time"
)

// ConnectTimeout limits a connection attempt if the DSN has no limit.
const ConnectTimeout = 5 * time.Second

// Dialer makes connections with a timeout for each read and write. Without it a read
// would block for minutes after the server's host or the network failed.
type Dialer struct{ IOTimeout time.Duration }

// Dial implements pq.Dialer.
func (d Dialer) Dial(network, address string) (net.Conn, error) {
	return d.DialTimeout(network, address, ConnectTimeout)
}

// DialTimeout implements pq.Dialer.
func (d Dialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

// DialContext implements pq.DialerContext.
func (d Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	var plain net.Dialer
	c, err := plain.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return deadlineConn{Conn: c, ioTimeout: d.IOTimeout}, nil
}

// deadlineConn sets a deadline before each read and write.
type deadlineConn struct {
	net.Conn
	ioTimeout time.Duration
}

// Read implements net.Conn.
func (c deadlineConn) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.ioTimeout)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

// Write implements net.Conn.
func (c deadlineConn) Write(p []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.ioTimeout)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}
