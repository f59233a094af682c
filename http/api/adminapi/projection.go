package adminapi

import (
	"context"

	"gateway/projections/engine"
	"gateway/projections/rebuild"
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

// statuses returns how far the projections have come, then the reactors.
func (a *Admin) statuses(ctx context.Context) ([]engine.Status, error) {
	all := []engine.Status{}
	for _, reporter := range append([]StatusReporter{a.Projections}, a.reactors...) {
		statuses, err := reporter.Statuses(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, statuses...)
	}
	return all, nil
}
