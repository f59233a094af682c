package admin

import (
	"gateway/http/envelope"
	"gateway/projections"

	"github.com/gin-gonic/gin"
)

// listProjections tells how far everything has come that works off the log.
func (a *Admin) listProjections(c *gin.Context) {
	all := []projections.Status{}
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

// rebuildProjection starts it; listProjections shows how far it is.
func (a *Admin) rebuildProjection(c *gin.Context) {
	status, err := a.models.Rebuild(c.Request.Context(), c.Param("name"))
	answer(c, status, err)
}
