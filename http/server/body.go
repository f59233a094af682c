package server

import (
	"gateway/http/server/strangers"

	"github.com/gin-gonic/gin"
)

// readBody reads the body before the caller is known, as far as package strangers allows. Otherwise a caller
// could have the session checked, hold the rest of the body back, and act after the session has ended. It skips
// unknown paths, which need no body.
func readBody(bodies *strangers.Budgets, people pagesByPrefix) gin.HandlerFunc {
	refuse := func(c *gin.Context, r *strangers.Refusal) {
		if p := people.of(c.Request.URL.Path); p != nil {
			strangers.SetRetry(c)
			p.Crowded(c, r.Status)
			c.Abort()
			return
		}
		r.Answer(c)
	}
	return func(c *gin.Context) {
		if c.FullPath() == "" {
			return
		}
		bodies.Read(c, refuse)
	}
}
