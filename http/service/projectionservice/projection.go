// Package projectionservice implements the use cases in which administrators request work on read models. The
// work is queued, and the log records who requested it.
package projectionservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/projection"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/engine"
	"gateway/projections/rebuild"
)

// Queue does the work. All methods on one read model may refuse with not_found; those that change it also
// with rebuild_under_way; Rollback also with nothing_retired and retired_differs. *rebuild.Queue implements
// it.
type Queue interface {
	Statuses(ctx context.Context) ([]engine.Status, error)
	Detail(ctx context.Context, name string) (rebuild.Detail, error)
	Rebuild(ctx context.Context, name string) (engine.Status, error)
	Compare(ctx context.Context, name string) (engine.Status, error)
	Rollback(ctx context.Context, name string) (engine.Status, error)
	Clean(ctx context.Context, name string) (rebuild.Detail, error)
}

// Projections implements the use cases for read models. Its methods and refusals are those of the queue. Work
// that the queue accepts is recorded in the log.
type Projections struct {
	*service.Core
	Queue
}

// Rebuild rebuilds a read model.
func (p Projections) Rebuild(ctx context.Context, name string) (engine.Status, error) {
	return recorded(ctx, p, projection.Rebuild, name, p.Queue.Rebuild)
}

// Compare rebuilds a read model and compares the tables.
func (p Projections) Compare(ctx context.Context, name string) (engine.Status, error) {
	return recorded(ctx, p, projection.Compare, name, p.Queue.Compare)
}

// Rollback makes the former tables serve again.
func (p Projections) Rollback(ctx context.Context, name string) (engine.Status, error) {
	return recorded(ctx, p, projection.Rollback, name, p.Queue.Rollback)
}

// Clean removes what rebuilds keep.
func (p Projections) Clean(ctx context.Context, name string) (rebuild.Detail, error) {
	return recorded(ctx, p, projection.Clean, name, p.Queue.Clean)
}

// recorded does work, and records it if the queue accepted it. It waits for no read model, because the one
// that is worked on may be halted.
func recorded[T any](
	ctx context.Context, p Projections, work, name string, do func(ctx context.Context, name string) (T, error),
) (T, error) {
	answer, err := do(ctx, name)
	if err != nil {
		return answer, err
	}
	return answer, Record(ctx, p.Core, work, name)
}

// Record records that the actor requested work on a read model. work is a kind of package domain/projection.
func Record(ctx context.Context, core *service.Core, work, name string) error {
	event := projection.WorkAsked{Name: name, Work: work, By: service.Actor(ctx), At: core.Now()}
	_, err := eventstore.Execute(ctx, core.Log, projection.Aggregate, projection.Stream(name, event.At),
		func(struct{}) ([]domain.Event, error) { return []domain.Event{event}, nil })
	return err
}
