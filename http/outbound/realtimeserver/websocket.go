package realtimeserver

import (
	"bufio"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"gateway/http/api/envelope"

	"github.com/centrifugal/centrifuge"
	"github.com/gin-gonic/gin"
)

// websocketHandler accepts websockets while it is open, up to its limit. Connections that have not sent a
// token yet count, too.
type websocketHandler struct {
	open    atomic.Bool
	sockets atomic.Int64
	limit   int64
	upgrade http.Handler
}

func newWebsocketHandler(node *centrifuge.Node, limit int) *websocketHandler {
	return &websocketHandler{limit: int64(limit), upgrade: centrifuge.NewWebsocketHandler(node, centrifuge.WebsocketConfig{
		// Pages of any origin may connect: a connection needs a token, which a browser does not add by itself
		// as it does with a cookie.
		CheckOrigin:      func(*http.Request) bool { return true },
		MessageSizeLimit: maxMessage, UseWriteBufferPool: true,
	})}
}

// Routes mounts the websocket below /connection. No middleware before it may buffer or
// compress the answer.
func (n *Node) Routes(r gin.IRouter) { r.GET("/websocket", n.websocket.serve) }

func (h *websocketHandler) serve(c *gin.Context) {
	if !h.open.Load() || !h.acquire() {
		envelope.Refuse(c, http.StatusServiceUnavailable, "realtime_full", "no more connections here now, try again")
		return
	}
	w := &hijacker{ResponseWriter: c.Writer, onClose: sync.OnceFunc(h.release)}
	h.upgrade.ServeHTTP(w, c.Request)
	if !w.hijacked {
		w.onClose()
	}
}

// acquire counts one more socket, and reports whether the limit allows it.
func (h *websocketHandler) acquire() bool {
	if h.sockets.Add(1) <= h.limit {
		return true
	}
	h.release()
	return false
}

func (h *websocketHandler) release() { h.sockets.Add(-1) }

// hijacker calls onClose when a connection hijacked from it is closed.
type hijacker struct {
	http.ResponseWriter
	hijacked bool
	onClose  func()
}

// Hijack implements http.Hijacker.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffer, err := h.ResponseWriter.(http.Hijacker).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.hijacked = true
	return &socket{Conn: conn, onClose: h.onClose}, buffer, nil
}

// socket is a hijacked connection that calls onClose when it is closed.
type socket struct {
	net.Conn
	onClose func()
}

func (s *socket) Close() error {
	s.onClose()
	return s.Conn.Close()
}
