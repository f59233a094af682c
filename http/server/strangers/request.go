package strangers

import (
	"net"
	"net/http"
	"net/netip"

	"gateway/http/api/envelope"
	"gateway/http/server/origin"

	"github.com/gin-gonic/gin"
)

// bodyKey is the key of the body in gin's context.
const bodyKey = "stranger_body"

// Read reads the body of a request before its caller is known, up to MaxStranger bytes, and then runs the next
// handlers. If a budget has no room, refuse answers. The bytes count until the caller is known (Admit,
// Admitted) or the request has been answered. A request that a trusted proxy forwards counts as well, because
// its connection does not count for any address.
func (s *Budgets) Read(c *gin.Context, refuse func(*gin.Context, *Refusal)) {
	address := origin.Network(c.ClientIP())
	forwarded := s.isForwarded(c.RemoteIP(), address)
	if forwarded {
		if v := s.requests.take(address, 1); v != admitted {
			hurry(c.Writer)
			refuse(c, refusalOf(v, "requests"))
			return
		}
	}
	b, refusal := s.open(c.Request, address)
	switch {
	case b == nil && !forwarded:
		return
	case b == nil:
		b = &body{budgets: s, address: address, counts: s.bytes}
	}
	b.forwarded = forwarded
	defer b.release()
	if refusal != nil {
		hurry(c.Writer)
		refuse(c, refusal)
		return
	}
	c.Set(bodyKey, b)
	c.Next()
}

// isForwarded reports whether a request comes from a trusted proxy on behalf of another address.
func (s *Budgets) isForwarded(remote, address string) bool {
	if len(s.trusted) == 0 {
		return false
	}
	peer, err := netip.ParseAddr(remote)
	return err == nil && s.isTrusted(peer.Unmap()) && origin.Network(remote) != address
}

// Admitted says that the caller of a request is known. What the request holds no longer counts as a stranger's.
// A long body counts against another budget until the request has been answered.
func Admitted(c *gin.Context) {
	b := bodyOf(c)
	switch {
	case b == nil:
	case b.again:
		b.releaseRequest()
	default:
		b.release()
	}
}

func bodyOf(c *gin.Context) *body {
	b, _ := c.Get(bodyKey)
	read, _ := b.(*body)
	return read
}

// Admit returns a handler that runs the checks of the caller; each check aborts a request that it refuses. If
// the body was withheld, it is read after the checks, and then they run again, because the caller may have been
// disabled while the body arrived.
func Admit(checks ...gin.HandlerFunc) gin.HandlerFunc {
	run := func(c *gin.Context) (passed bool) {
		for _, check := range checks {
			if check(c); c.IsAborted() {
				return false
			}
		}
		return true
	}
	return func(c *gin.Context) {
		if !run(c) {
			return
		}
		if Withheld(c) {
			if refusal := ReadRest(c); refusal != nil {
				refusal.Answer(c)
				return
			}
			if !run(c) {
				return
			}
		}
		Admitted(c)
	}
}

// Withheld reports whether the body is longer than the part that is read for a stranger.
func Withheld(c *gin.Context) bool {
	b := bodyOf(c)
	return b != nil && b.withheld
}

// ReadRest reads a withheld body, up to envelope.Limit bytes, after its caller was checked. The caller must
// be checked once more afterwards. Admit does both.
func ReadRest(c *gin.Context) *Refusal {
	b := bodyOf(c)
	b.again = true
	refusal := b.rest(c.Request, envelope.Limit(c))
	if refusal != nil {
		hurry(c.Writer)
	}
	return refusal
}

// IsSecondCheck reports whether the caller was checked before, so that a check can count each request once.
func IsSecondCheck(c *gin.Context) bool {
	b := bodyOf(c)
	return b != nil && b.again
}

// Handler is Read for a handler without gin: it reads the body of each request up to MaxStranger bytes, and
// then calls next. The address is that of the connection.
func (s *Budgets) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, refusal := s.open(r, hostOf(r.RemoteAddr))
		if refusal != nil {
			hurry(w)
			w.Header().Set("Retry-After", retryAfter)
			http.Error(w, refusal.Message, refusal.Status)
			return
		}
		if b != nil {
			defer b.release()
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf returns what counts as one address, from a host and a port.
func hostOf(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	return origin.Network(host)
}
