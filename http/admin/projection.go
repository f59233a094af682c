package admin

import (
	"context"

	"gateway/http/envelope"
	"gateway/projections/engine"

	"github.com/gin-gonic/gin"
)

// StatusReporter tells how far parts of the gateway have come that follow the log: the
// projections, or the reactors.
type StatusReporter interface {
	Statuses(ctx context.Context) ([]engine.Status, error)
}

// Projections are the read models. *rebuild.Queue implements it. Refusals of Rebuild:
// not_found, rebuild_under_way.
type Projections interface {
	StatusReporter
	Rebuild(ctx context.Context, name string) (engine.Status, error)
}

// ListProjections is GET /admin/projections. It lists the reactors, too.
func (a *Admin) ListProjections(c *gin.Context) {
	all := []engine.Status{}
	for _, reporter := range append([]StatusReporter{a.Projections}, a.reactors...) {
		statuses, err := reporter.Statuses(c.Request.Context())
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		all = append(all, statuses...)
	}
	envelope.OK(c, all)
}

// RebuildProjection is POST /admin/projections/{name}/rebuild. It starts the rebuild;
// ListProjections shows how far it is.
func (a *Admin) RebuildProjection(c *gin.Context, name ProjectionName) {
	status, err := a.Projections.Rebuild(c.Request.Context(), name)
	envelope.Respond(c, status, err)
}
