package admin

import (
	"context"
	"testing"

	"gateway/domain"
	"gateway/http/service/servicetest"
	"gateway/projections/engine"
)

// shelf is one read model, which can be rebuilt once.
type shelf struct{ asked map[string]bool }

func newShelf() shelf { return shelf{asked: make(map[string]bool)} }

func (s shelf) Statuses(context.Context) ([]engine.Status, error) {
	status := engine.Status{Name: "balances", Position: 7, Head: 7, State: engine.StateLive, Progress: 1}
	if s.asked["balances"] {
		status.State, status.Progress = engine.StateRebuilding, 0.5
	}
	return []engine.Status{status}, nil
}

func (s shelf) Rebuild(ctx context.Context, name string) (engine.Status, error) {
	if name != "balances" {
		return engine.Status{}, domain.Refuse(domain.NotFound, "not_found", "no")
	}
	if s.asked[name] {
		return engine.Status{}, domain.Refuse(domain.Conflict, "rebuild_under_way", "already")
	}
	s.asked[name] = true
	all, err := s.Statuses(ctx)
	return all[0], err
}

func TestARebuildIsAskedForOnceAndShows(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	root := d.bearer(rootEmail, rootPassword)
	want := engine.Status{Name: "balances", Position: 7, Head: 7, State: engine.StateRebuilding, Progress: 0.5}
	if got := servicetest.Into[engine.Status](t, d.want(d.as(root, "POST", "/projections/balances/rebuild", ""), 200, "")); got != want {
		t.Errorf("the answer is %+v, want %+v", got, want)
	}
	d.want(d.as(root, "POST", "/projections/balances/rebuild", ""), 409, "rebuild_under_way")
	d.want(d.as(root, "POST", "/projections/posting/rebuild", ""), 404, "not_found")
	listed := servicetest.Into[[]engine.Status](t, d.want(d.as(root, "GET", "/projections", ""), 200, ""))
	if len(listed) != 1 || listed[0] != want {
		t.Errorf("listed is %+v", listed)
	}
}
