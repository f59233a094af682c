package strangers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"gateway/http/api/envelope"
	"gateway/http/api/errorcode"
	"gateway/http/server/origin"
)

const (
	// refusalTime is how long a refused connection stays open at most, so that the caller can read the answer.
	refusalTime = 500 * time.Millisecond
	// refusalsAtOnce is how many refused connections get an answer at once. Others are just closed.
	refusalsAtOnce = 512
	// lingerTime is how long a refused connection stays open after its answer at most.
	lingerTime = 200 * time.Millisecond
	// refusalBytes is how many bytes of a refused caller are read. Each byte read lets the caller send another one.
	refusalBytes = MaxStranger
	// receiveBuffer is how many bytes of a connection the system is asked to hold until the gateway reads them
	// (Linux doubles the number, for its own records). The system's own choice is several times larger, and
	// grows: strangers would make the machine copy and hold bytes that the gateway never reads.
	receiveBuffer = 32 << 10
)

// Listen counts the connections of a listener. A connection beyond a limit gets an answer that says so, and is
// closed. Error: the listener's socket refuses its options.
func (s *Budgets) Listen(l net.Listener) (net.Listener, error) {
	if err := limitReceiveBuffer(l); err != nil {
		return nil, err
	}
	return &listener{Listener: l, budgets: s, telling: make(chan struct{}, refusalsAtOnce)}, nil
}

// limitReceiveBuffer sets the receive buffer of a listener of TCP. Its connections inherit the size.
func limitReceiveBuffer(l net.Listener) error {
	tcp, ok := l.(*net.TCPListener)
	if !ok {
		return nil
	}
	socket, err := tcp.SyscallConn()
	if err != nil {
		return fmt.Errorf("socket of %s: %w", l.Addr(), err)
	}
	var refused error
	err = socket.Control(func(fd uintptr) {
		refused = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, receiveBuffer)
	})
	if err = errors.Join(err, refused); err != nil {
		return fmt.Errorf("receive buffer of %s: %w", l.Addr(), err)
	}
	return nil
}

type listener struct {
	net.Listener
	budgets *Budgets
	telling chan struct{}
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := l.budgets.ownerOf(c.RemoteAddr())
		v := l.budgets.connections.take(address, 1)
		if v == admitted {
			return &conn{Conn: c, counts: l.budgets.connections, address: address, inTotal: true, inShare: true}, nil
		}
		l.refuse(c, refusals[v])
	}
}

// ownerOf returns the address that a connection counts for, empty for a trusted proxy.
func (s *Budgets) ownerOf(remote net.Addr) string {
	tcp, ok := remote.(*net.TCPAddr)
	if !ok {
		return origin.Network(remote.String())
	}
	address, _ := netip.AddrFromSlice(tcp.IP)
	if address = address.Unmap(); s.isTrusted(address) {
		return ""
	}
	return origin.Network(address.String())
}

// refuse answers and closes the connection in the background.
func (l *listener) refuse(c net.Conn, answer []byte) {
	select {
	case l.telling <- struct{}{}:
	default:
		_ = c.Close() // there is nothing to do about an error of closing
		return
	}
	go func() {
		defer func() { _ = c.Close(); <-l.telling }()
		tell(c, answer)
	}()
}

// tell answers a refused caller, and waits until the caller has closed the connection or lingerTime has passed.
// If the connection were closed at once, with unread bytes, it would be reset, and the caller would lose the answer.
func tell(c net.Conn, answer []byte) {
	_ = c.SetDeadline(time.Now().Add(refusalTime))
	// The answer must not arrive before the request was sent, or the caller ignores it.
	read := make([]byte, 4<<10)
	if _, err := c.Read(read); err != nil {
		return
	}
	if _, err := c.Write(answer); err != nil {
		return
	}
	end := time.Now().Add(lingerTime)
	_ = c.SetDeadline(end)
	_ = closeWrite(c)
	n, _ := io.CopyBuffer(struct{ io.Writer }{io.Discard}, io.LimitReader(c, refusalBytes), read)
	if n == refusalBytes {
		time.Sleep(time.Until(end))
	}
}

// refusals are the answers. They are fixed, because nothing of the request was read.
var refusals = map[verdict][]byte{
	addressFull: rawAnswer(tooMany("connections")),
	allFull:     rawAnswer(noRoom("connections")),
}

func rawAnswer(r *Refusal) []byte {
	body, err := json.Marshal(envelope.Answer{
		Message: errorcode.Advise(r.Code, r.Message), Code: r.Status, Data: envelope.Problem{ErrorCode: r.Code},
	})
	if err != nil {
		panic(err) // can't happen: the answer only has strings
	}
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: %d\r\n"+
		"Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nRetry-After: %s\r\nConnection: close\r\n\r\n%s",
		r.Status, http.StatusText(r.Status), len(body), retryAfter, body)
}

// conn is a connection that counts until it is closed.
type conn struct {
	net.Conn
	counts  *budget
	address string

	mu               sync.Mutex
	inTotal, inShare bool
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.leaveTotal()
	c.leaveShare()
	return c.Conn.Close()
}

// CloseWrite closes the writing side. The server calls it so that the last answer is not lost.
func (c *conn) CloseWrite() error { return closeWrite(c.Conn) }

func closeWrite(c net.Conn) error {
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

func (c *conn) leaveTotal() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inTotal {
		c.inTotal = false
		c.counts.giveTotal(1)
	}
}

func (c *conn) leaveShare() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inShare {
		c.inShare = false
		c.counts.giveAddress(c.address, 1)
	}
}

type connKey struct{}

// ConnContext is a function for http.Server. It puts the connection into the contexts of its requests, for Known.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// ConnState is a function for http.Server. A connection that became a websocket leaves the total, because
// websockets have a limit of their own.
func ConnState(c net.Conn, state http.ConnState) {
	if counted, ok := c.(*conn); ok && state == http.StateHijacked {
		counted.leaveTotal()
	}
}

// Known says that the websocket of ctx has sent a valid token. It no longer counts for its address.
func Known(ctx context.Context) {
	if counted, ok := ctx.Value(connKey{}).(*conn); ok {
		counted.leaveShare()
	}
}
