package adminapi

import (
	"context"
	"testing"

	"gateway/domain"
	"gateway/http/service/servicetest"
	"gateway/projections/engine"
	"gateway/projections/rebuild"
)

// readModel is a single read model that can be rebuilt once.
type readModel struct{ requested map[string]bool }

func newReadModel() readModel { return readModel{requested: make(map[string]bool)} }

func (s readModel) Statuses(context.Context) ([]engine.Status, error) {
	status := engine.Status{Name: "balances", Position: 7, Head: 7, State: engine.StateLive, Progress: 1}
	if s.requested["balances"] {
		status.State, status.Progress = engine.StateRebuilding, 0.5
	}
	return []engine.Status{status}, nil
}

func (s readModel) Rebuild(ctx context.Context, name string) (engine.Status, error) {
	if name != "balances" {
		return engine.Status{}, domain.Refuse(domain.NotFound, "not_found", "no")
	}
	if s.requested[name] {
		return engine.Status{}, domain.Refuse(domain.Conflict, "rebuild_under_way", "already")
	}
	s.requested[name] = true
	all, err := s.Statuses(ctx)
	return all[0], err
}

func (s readModel) Detail(ctx context.Context, name string) (rebuild.Detail, error) {
	all, err := s.Statuses(ctx)
	return rebuild.Detail{Status: all[0]}, err
}

func (s readModel) Compare(ctx context.Context, name string) (engine.Status, error) {
	return s.Rebuild(ctx, name)
}

func (s readModel) Rollback(ctx context.Context, name string) (engine.Status, error) {
	return s.Rebuild(ctx, name)
}

func (s readModel) Clean(ctx context.Context, name string) (rebuild.Detail, error) {
	return s.Detail(ctx, name)
}

func TestARebuildIsRequestedOnceAndListed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	want := engine.Status{Name: "balances", Position: 7, Head: 7, State: engine.StateRebuilding, Progress: 0.5}
	if got := servicetest.Into[engine.Status](t, f.want(f.as(root, "POST", "/projections/balances/rebuild", ""), 200, "")); got != want {
		t.Errorf("the answer is %+v, want %+v", got, want)
	}
	f.want(f.as(root, "POST", "/projections/balances/rebuild", ""), 409, "rebuild_under_way")
	f.want(f.as(root, "POST", "/projections/posting/rebuild", ""), 404, "not_found")
	listed := servicetest.Into[[]engine.Status](t, f.want(f.as(root, "GET", "/projections", ""), 200, ""))
	if len(listed) != 1 || listed[0] != want {
		t.Errorf("listed is %+v", listed)
	}
}
