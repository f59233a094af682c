package app

import (
	"net/http"

	"gateway/http/envelope"
	"gateway/http/server"

	"github.com/gin-gonic/gin"
)

// gated is a surface that answers from the read models. While these are being built
// anew, after they were lost, it says 503: a key that is not found yet is no wrong
// key, and a balance of last week is nobody's balance.
type gated struct {
	surface server.Surface
	behind  func() bool
}

// Routes implements server.Surface.
func (g gated) Routes(r gin.IRouter) {
	g.surface.Routes(r.Group("", func(c *gin.Context) {
		if g.behind() {
			c.Header("Retry-After", "1")
			envelope.Refuse(c, http.StatusServiceUnavailable, "unavailable", "the service is catching up with its log, try again")
		}
	}))
}
