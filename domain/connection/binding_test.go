package connection_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
)

var at = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)

func bound(name, provider string) domain.Event {
	return connection.Bound{Connection: name, Provider: provider, At: at}
}

func released(name, provider string) domain.Event {
	return connection.Released{Connection: name, Provider: provider, By: "budi", At: at}
}

func of(events ...domain.Event) connection.State {
	return connection.Aggregate.Fold(connection.State{}, events...)
}

func TestTheLogBindsAConnectionToOneProvider(t *testing.T) {
	t.Parallel()
	both := map[string]string{"xendit": "xendit", "doku-1": "doku"}
	for name, c := range map[string]struct {
		given      []domain.Event
		connection string
		configured map[string]string
		want       []domain.Event
		refused    bool
	}{
		"a log with the first connection alone":   {nil, "xendit", map[string]string{"xendit": "xendit"}, nil, false},
		"the first connection of several":         {nil, "xendit", both, nil, false},
		"another one names the first, too":        {nil, "doku-1", both, []domain.Event{bound("xendit", "xendit"), bound("doku-1", "doku")}, false},
		"another one without the first":           {nil, "doku-1", map[string]string{"doku-1": "doku"}, []domain.Event{bound("doku-1", "doku")}, false},
		"the first name is another company's":     {nil, "xendit", map[string]string{"xendit": "doku"}, []domain.Event{bound("xendit", "doku")}, false},
		"the first connection after another":      {[]domain.Event{bound("doku-1", "doku")}, "xendit", both, []domain.Event{bound("xendit", "xendit")}, false},
		"again":                                   {[]domain.Event{bound("doku-1", "doku")}, "doku-1", both, nil, false},
		"another company":                         {[]domain.Event{bound("doku-1", "midtrans")}, "doku-1", both, nil, true},
		"again after it was left":                 {[]domain.Event{bound("doku-1", "doku"), released("doku-1", "doku")}, "doku-1", both, []domain.Event{bound("doku-1", "doku")}, false},
		"another company after it was left":       {[]domain.Event{bound("doku-1", "dana"), released("doku-1", "dana")}, "doku-1", both, nil, true},
		"a connection that is not configured now": {[]domain.Event{bound("doku-1", "doku")}, "doku-1", nil, nil, true},
	} {
		got, err := connection.Bind(of(c.given...), connection.BindCmd{Connection: c.connection, Configured: c.configured, At: at})
		if !slices.Equal(got, c.want) || errors.Is(err, connection.ErrTaken) != c.refused || !c.refused && err != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestTheConfigurationMustHaveWhatTheLogNames(t *testing.T) {
	t.Parallel()
	log := of(bound("xendit", "xendit"), bound("doku-1", "doku"), bound("dana-1", "dana"), released("dana-1", "dana"))
	for name, c := range map[string]struct {
		configured map[string]string
		want       []connection.Fault
	}{
		"all":                  {map[string]string{"xendit": "xendit", "doku-1": "doku", "dana-1": "dana"}, nil},
		"without the one left": {map[string]string{"xendit": "xendit", "doku-1": "doku", "new": "dana"}, nil},
		"one missing":          {map[string]string{"xendit": "xendit"}, []connection.Fault{{connection.Binding{Connection: "doku-1", Provider: "doku"}, ""}}},
		"one is another's":     {map[string]string{"xendit": "xendit", "doku-1": "midtrans"}, []connection.Fault{{connection.Binding{Connection: "doku-1", Provider: "doku"}, "midtrans"}}},
		"the one left, another's": {map[string]string{"xendit": "xendit", "doku-1": "doku", "dana-1": "doku"}, []connection.Fault{
			{connection.Binding{Connection: "dana-1", Provider: "dana", Released: true}, "doku"},
		}},
	} {
		if got := log.Faults(c.configured); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
	former := of().WithFormer()
	if got := former.Faults(map[string]string{"doku-1": "doku"}); len(got) != 1 || got[0].Connection != "xendit" {
		t.Errorf("a log of a former version: %v", got)
	}
	if got := of(bound("doku-1", "doku")).WithFormer().All(); len(got) != 1 {
		t.Errorf("a log that names its connections: %v", got)
	}
}

func TestAConnectionIsLeftOnce(t *testing.T) {
	t.Parallel()
	leave := connection.ReleaseCmd{Connection: "doku-1", By: "budi", At: at}
	if got, err := connection.Release(of(bound("doku-1", "doku")), leave); err != nil || !slices.Equal(got, []domain.Event{released("doku-1", "doku")}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := connection.Release(of(bound("doku-1", "doku"), released("doku-1", "doku")), leave); err != nil || got != nil {
		t.Errorf("again: %v, %v", got, err)
	}
	if got, err := connection.Release(of(), leave); !errors.Is(err, connection.ErrNotBound) {
		t.Errorf("one that the log does not name: %v, %v", got, err)
	}
}
