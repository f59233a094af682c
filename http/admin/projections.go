package admin

import (
	"gateway/http/envelope"
	"gateway/projections/engine"

	"github.com/gin-gonic/gin"
)

// ListProjections tells how far everything has come that works off the log.
func (a *Admin) ListProjections(c *gin.Context) {
	all := []engine.Status{}
	for _, w := range a.watched {
		statuses, err := w.Statuses(c.Request.Context())
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		all = append(all, statuses...)
	}
	envelope.OK(c, all)
}

// RebuildProjection starts it; ListProjections shows how far it is.
func (a *Admin) RebuildProjection(c *gin.Context, name ProjectionName) {
	status, err := a.models.Rebuild(c.Request.Context(), name)
	answer(c, status, err)
}
