package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/projections/engine"
	"gateway/projections/rebuild"

	"github.com/gin-gonic/gin"
)

// StatusReporter reports how far the followers of the log have come: the projections or the reactors.
type StatusReporter interface {
	Statuses(ctx context.Context) ([]engine.Status, error)
}

// Projections manages the read models. projectionservice.Projections implements it. Refusals: not_found from all
// methods that take a name; rebuild_under_way from those that change the projection; nothing_retired and
// retired_differs from Rollback.
type Projections interface {
	StatusReporter
	Detail(ctx context.Context, name string) (rebuild.Detail, error)
	Rebuild(ctx context.Context, name string) (engine.Status, error)
	Compare(ctx context.Context, name string) (engine.Status, error)
	Rollback(ctx context.Context, name string) (engine.Status, error)
	Clean(ctx context.Context, name string) (rebuild.Detail, error)
}

// ListProjections is GET /admin/projections. It also lists the reactors.
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

// RebuildProjection is POST /admin/projections/{name}/rebuild. It only starts the rebuild; ListProjections
// shows its progress.
func (a *Admin) RebuildProjection(c *gin.Context, name ProjectionName) {
	status, err := a.Projections.Rebuild(c.Request.Context(), name)
	envelope.Respond(c, status, err)
}

// GetProjection is GET /admin/projections/{name}.
func (a *Admin) GetProjection(c *gin.Context, name ProjectionName) {
	detail, err := a.Projections.Detail(c.Request.Context(), name)
	envelope.Respond(c, detail, err)
}

// CompareProjection is POST /admin/projections/{name}/compare. It starts the comparison.
func (a *Admin) CompareProjection(c *gin.Context, name ProjectionName) {
	status, err := a.Projections.Compare(c.Request.Context(), name)
	envelope.Respond(c, status, err)
}

// RollBackProjection is POST /admin/projections/{name}/rollback. It starts the rollback.
func (a *Admin) RollBackProjection(c *gin.Context, name ProjectionName) {
	status, err := a.Projections.Rollback(c.Request.Context(), name)
	envelope.Respond(c, status, err)
}

// CleanProjection is POST /admin/projections/{name}/clean.
func (a *Admin) CleanProjection(c *gin.Context, name ProjectionName) {
	detail, err := a.Projections.Clean(c.Request.Context(), name)
	envelope.Respond(c, detail, err)
}
