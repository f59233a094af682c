package realtime

import (
	"bufio"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"gateway/http/envelope"

	"github.com/centrifugal/centrifuge"
	"github.com/gin-gonic/gin"
)

// door is where sockets come in. It counts them all, those too that have shown no
// token yet.
type door struct {
	open    atomic.Bool
	sockets atomic.Int64
	limit   int64
	upgrade http.Handler
}

func newDoor(node *centrifuge.Node, limit int) *door {
	return &door{limit: int64(limit), upgrade: centrifuge.NewWebsocketHandler(node, centrifuge.WebsocketConfig{
		// A page of any origin may connect: what counts is the token that it sends,
		// and no browser adds one by itself as it would a cookie.
		CheckOrigin:      func(*http.Request) bool { return true },
		MessageSizeLimit: maxMessage, UseWriteBufferPool: true,
	})}
}

// Routes mounts the websocket below /connection. Nothing may be mounted in front of
// it that buffers or compresses the answer.
func (n *Node) Routes(r gin.IRouter) { r.GET("/websocket", n.door.enter) }

func (d *door) enter(c *gin.Context) {
	if !d.open.Load() || !d.take() {
		envelope.Refuse(c, http.StatusServiceUnavailable, "realtime_full", "no more connections here now, try again")
		return
	}
	w := &hijacker{ResponseWriter: c.Writer, leave: sync.OnceFunc(d.give)}
	d.upgrade.ServeHTTP(w, c.Request)
	if !w.hijacked {
		w.leave()
	}
}

// take takes a place, if there is one.
func (d *door) take() bool {
	if d.sockets.Add(1) <= d.limit {
		return true
	}
	d.give()
	return false
}

func (d *door) give() { d.sockets.Add(-1) }

// hijacker tells when the connection that is taken from it is closed.
type hijacker struct {
	http.ResponseWriter
	hijacked bool
	leave    func()
}

// Hijack implements http.Hijacker.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffer, err := h.ResponseWriter.(http.Hijacker).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.hijacked = true
	return &socket{Conn: conn, leave: h.leave}, buffer, nil
}

type socket struct {
	net.Conn
	leave func()
}

func (s *socket) Close() error {
	s.leave()
	return s.Conn.Close()
}
