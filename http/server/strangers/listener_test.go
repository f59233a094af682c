package strangers_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"gateway/http/server/strangers"
)

// plug is a connection from an address that the test chooses.
type plug struct {
	net.Conn
	from string
}

func (p plug) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(p.from)) }

// socket is a listener whose connections the test makes.
type socket chan net.Conn

func (s socket) Accept() (net.Conn, error) {
	if c, open := <-s; open {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (s socket) Close() error   { return nil }
func (s socket) Addr() net.Addr { return &net.TCPAddr{} }

// entrance is a listener of Budgets, and the connections that it has accepted.
type entrance struct {
	t        *testing.T
	socket   socket
	accepted chan net.Conn
}

func newEntrance(t *testing.T, l strangers.Limits) *entrance {
	t.Helper()
	i, err := strangers.New(l)
	if err != nil {
		t.Fatal(err)
	}
	e := &entrance{t: t, socket: make(socket), accepted: make(chan net.Conn)}
	listener, err := i.Listen(e.socket)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			e.accepted <- c
		}
	}()
	t.Cleanup(func() { close(e.socket) })
	return e
}

// connect returns the server's side of the connection, or the answer that the caller gets.
func (e *entrance) connect(from string) (net.Conn, *http.Response) {
	e.t.Helper()
	server, client := net.Pipe()
	e.socket <- plug{server, from}
	answer := make(chan *http.Response, 1)
	go func() {
		_, _ = client.Write([]byte("GET / HTTP/1.1\r\n")) // an accepted connection does not read it
		if r, err := http.ReadResponse(bufio.NewReader(client), nil); err == nil {
			answer <- r
		}
	}()
	select {
	case c := <-e.accepted:
		e.t.Cleanup(func() { c.Close() })
		return c, nil
	case r := <-answer:
		return nil, r
	}
}

// wants connects, and checks the status of the refusal; 0 means that the connection is accepted.
func (e *entrance) wants(from string, status int) net.Conn {
	e.t.Helper()
	c, r := e.connect(from)
	switch {
	case r == nil && status != 0:
		e.t.Errorf("%s is let in, want %d", from, status)
	case r != nil && r.StatusCode != status:
		e.t.Errorf("%s is refused with %d, want %d", from, r.StatusCode, status)
	}
	return c
}

func TestConnectionsAreCountedByAddressAndInTotal(t *testing.T) {
	t.Parallel()
	e := newEntrance(t, strangers.Limits{Connections: 5, ConnectionsPerAddress: 2})
	first := e.wants("192.0.2.1:1", 0)
	e.wants("192.0.2.1:2", 0)
	e.wants("192.0.2.1:3", 429)
	e.wants("[::ffff:192.0.2.1]:3", 429) // the same address
	e.wants("[2001:db8:1:2:a::1]:1", 0)
	e.wants("[2001:db8:1:2:b::1]:1", 0)
	e.wants("[2001:db8:1:2:c::1]:1", 429) // one /64
	e.wants("[2001:db8:1:3::1]:1", 0)     // the next /64
	e.wants("192.0.2.2:1", 503)
	first.Close()
	first.Close() // further calls do not count
	e.wants("192.0.2.1:4", 0)
	e.wants("192.0.2.2:1", 503)
}

func TestTheConnectionsOfATrustedProxyCountForNoAddress(t *testing.T) {
	t.Parallel()
	e := newEntrance(t, strangers.Limits{Connections: 5, ConnectionsPerAddress: 1, TrustedProxies: []string{"10.0.0.0/8", " 192.0.2.9", "2001:db8::/32"}})
	for _, from := range []string{"10.1.2.3:1", "10.1.2.3:2", "192.0.2.9:1", "[2001:db8::1]:1"} {
		e.wants(from, 0)
	}
	e.wants("192.0.2.1:1", 0)
	e.wants("192.0.2.1:2", 429)
	e.wants("10.1.2.3:3", 503) // the limit on the total applies to all
}

func TestARefusedConnectionIsToldWhy(t *testing.T) {
	t.Parallel()
	e := newEntrance(t, strangers.Limits{ConnectionsPerAddress: 1})
	e.wants("192.0.2.1:1", 0)
	_, r := e.connect("192.0.2.1:2")
	body, err := io.ReadAll(r.Body)
	if err != nil || !strings.Contains(string(body), `"error_code":"too_many_requests"`) || r.Header.Get("Retry-After") != "1" || !r.Close {
		t.Errorf("%v %v %s", err, r.Header, body)
	}
}

// listenTCP returns a listener of real sockets whose second connection is refused, and the accepted connections.
func listenTCP(t *testing.T) (address string, accepted <-chan net.Conn) {
	t.Helper()
	b, err := strangers.New(strangers.Limits{ConnectionsPerAddress: 1})
	if err != nil {
		t.Fatal(err)
	}
	socket, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	bounded, err := b.Listen(socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bounded.Close() })
	connections := make(chan net.Conn)
	go func() {
		for c, err := bounded.Accept(); err == nil; c, err = bounded.Accept() {
			connections <- c
		}
	}()
	return socket.Addr().String(), connections
}

// send opens a connection and writes in the background until the other side ends it. The request is made before
// the connection, because the other side does not wait long for it.
func send(t *testing.T, address string) (c net.Conn, sent <-chan int) {
	t.Helper()
	request := "POST / HTTP/1.1\r\nContent-Length: 8388608\r\n\r\n" + strings.Repeat(" ", 8<<20)
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.(*net.TCPConn).SetWriteBuffer(16 << 10); err != nil {
		t.Fatal(err)
	}
	done := make(chan int, 1)
	go func() {
		n, _ := io.WriteString(c, request)
		done <- n
	}()
	return c, done
}

func TestARefusedCallerWithALongBodyGetsTheAnswer(t *testing.T) {
	t.Parallel()
	address, accepted := listenTCP(t)
	send(t, address)
	<-accepted
	refused, sent := send(t, address)
	r, err := http.ReadResponse(bufio.NewReader(refused), nil)
	if err != nil || r.StatusCode != http.StatusTooManyRequests {
		t.Fatalf("%v %v", r, err)
	}
	if n := <-sent; n > 512<<10 {
		t.Errorf("%d bytes of the refused body went out", n)
	}
}

func TestTheSystemHoldsFewBytesOfAConnectionThatIsNotRead(t *testing.T) {
	t.Parallel()
	address, accepted := listenTCP(t)
	c, sent := send(t, address)
	server := <-accepted
	// The sender's own buffer takes some bytes, too. Nothing reads; the deadline ends the sender's wait.
	if err := c.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if n := <-sent; n > 128<<10 {
		t.Errorf("the system took %d bytes that nothing reads", n)
	}
	server.Close()
}

func TestAWebsocketLeavesTheTotalAndWithATokenItsAddress(t *testing.T) {
	t.Parallel()
	e := newEntrance(t, strangers.Limits{Connections: 2, ConnectionsPerAddress: 2})
	socket := e.wants("192.0.2.1:1", 0)
	e.wants("192.0.2.2:1", 0)
	e.wants("192.0.2.3:1", 503)
	strangers.ConnState(socket, http.StateActive)
	e.wants("192.0.2.3:1", 503)
	strangers.ConnState(socket, http.StateHijacked)
	e.wants("192.0.2.1:2", 0) // the total has room again
	e.wants("192.0.2.1:3", 429)
	strangers.Known(strangers.ConnContext(context.Background(), socket))
	e.wants("192.0.2.1:3", 503)
	socket.Close() // a second close gives nothing back
	e.wants("192.0.2.1:3", 503)
	strangers.Known(context.Background()) // a context without such a connection
}

func TestATrustedProxyIsAnAddressOrANetwork(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"balancer", "10.0.0.0/33", "10.0.0"} {
		if _, err := strangers.New(strangers.Limits{TrustedProxies: []string{wrong}}); err == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
}
