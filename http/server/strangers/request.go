package strangers

import (
	"net"
	"net/http"
	"net/netip"

	"gateway/http/server/origin"

	"github.com/gin-gonic/gin"
)

// bodyKey is where Read leaves the body in the context of gin.
const bodyKey = "stranger_body"

// Read reads the body of a request before its caller is known, up to MaxStranger bytes, and runs the handlers after it.
// refuse answers where a budget has no room. What was read counts until the caller is known (Admit, Admitted), or until
// the request has been answered. So does a request that a trusted proxy brings: its connection counts for no address.
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

// isForwarded reports whether a request comes from a trusted proxy, for somebody else.
func (s *Budgets) isForwarded(remote, address string) bool {
	if len(s.trusted) == 0 {
		return false
	}
	peer, err := netip.ParseAddr(remote)
	return err == nil && s.isTrusted(peer.Unmap()) && origin.Network(remote) != address
}

// Admitted says that the caller of a request is known: what it holds is no stranger's any more. A long body of it counts
// until the request has been answered.
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

// Admit returns a handler that checks who calls, by checks of which each aborts a request that it refuses. Where the body
// was withheld, it is read after the checks, and then they run again: the caller may have been disabled while the body
// came.
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

// Withheld reports whether the body is longer than what is read of a stranger's.
func Withheld(c *gin.Context) bool {
	b := bodyOf(c)
	return b != nil && b.withheld
}

// ReadRest reads a body that was withheld, up to envelope.MaxBody bytes, after its caller was checked. The caller must be checked
// once more after it. Admit does both.
func ReadRest(c *gin.Context) *Refusal {
	b := bodyOf(c)
	b.again = true
	refusal := b.rest(c.Request)
	if refusal != nil {
		hurry(c.Writer)
	}
	return refusal
}

// IsSecondCheck reports whether the caller was checked before, so that a check counts a request once.
func IsSecondCheck(c *gin.Context) bool {
	b := bodyOf(c)
	return b != nil && b.again
}

// Handler is Read for a handler without gin: it reads the body of each request up to MaxStranger bytes, and runs next. The
// address is that of the connection.
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

// hostOf returns what counts as one address of a host and a port.
func hostOf(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	return origin.Network(host)
}
