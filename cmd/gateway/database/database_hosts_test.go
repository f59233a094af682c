package database

import (
	"testing"

	"gateway/cmd/gateway/config"
)

func TestSeveralHostsAreThoseOfAPrimaryAndItsStandbys(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string][3]string{ // host, port, target_session_attrs
		"postgres://u:p@a.example:5432,b.example:6432/gateway":        {"a.example,b.example", "5432,6432", "primary"},
		"postgres://u:p@a.example,b.example/gateway":                  {"a.example,b.example", "5432,5432", "primary"},
		"postgres://u:p@a.example,b.example/gateway?port=6000,6001":   {"a.example,b.example", "6000,6001", "primary"},
		"postgres://u:p@/gateway?host=/run/a,/run/b":                  {"/run/a,/run/b", "", "primary"},
		"postgres://u:p@a,b/gateway?target_session_attrs=read-write":  {"a,b", "5432,5432", "primary"},
		"postgres://u:p@a,b/gateway?target_session_attrs=any":         {"a,b", "5432,5432", "any"},
		"postgres://u:p@a.example:5432/gateway":                       {"", "", ""},
		"postgres://u:p@a,b/gateway?target_session_attrs=primary&x=1": {"a,b", "5432,5432", "primary"},
	} {
		u, err := config.ParseURL(raw)
		if err != nil {
			t.Errorf("%s: %v", raw, err)
			continue
		}
		q := u.Query()
		if got := [3]string{q.Get("host"), q.Get("port"), q.Get("target_session_attrs")}; got != want {
			t.Errorf("%s: got %v, want %v", raw, got, want)
		}
		if events, err := eventsURL(raw); err != nil || databaseName(events) != "gateway_events" {
			t.Errorf("%s: the log is at %s, %v", raw, events, err)
		}
		if _, err := config.ParseURL(u.String()); err != nil {
			t.Errorf("%s: %v", u, err)
		}
	}
}
