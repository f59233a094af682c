package server_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gateway/http/server"
	"gateway/projections/engine"
)

func TestMetricsTellAProjectionFromAReactorOfTheSameName(t *testing.T) {
	t.Parallel()
	m := server.NewMetrics()
	m.Lag(func() map[string][]engine.Status {
		return map[string][]engine.Status{
			"projection": {{Name: "payouts", Lag: 3}},
			"reactor":    {{Name: "payouts", Lag: 5, State: engine.StateLive}},
		}
	}, func(position int64) time.Duration { return time.Minute })
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	for _, line := range []string{
		`gateway_projection_lag_events{kind="projection",name="payouts"} 3`, `gateway_projection_lag_seconds{name="payouts"} 60`,
		`gateway_projection_lag_events{kind="reactor",name="payouts"} 5`,
		`gateway_projection_live{kind="reactor",name="payouts"} 1`,
	} {
		if !strings.Contains(answer.Body.String(), line) {
			t.Errorf("%d, without %s:\n%s", answer.Code, line, answer.Body)
		}
	}
}
