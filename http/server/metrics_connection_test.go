package server_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/http/server"
)

func TestFiguresOfConnectionsAreTheirs(t *testing.T) {
	t.Parallel()
	m := server.NewMetrics()
	failing := map[string]bool{"va": true}
	m.Connection("doku-1", []string{"va", "payout"}, func(kind string) bool { return failing[kind] })
	m.Connection("xendit", []string{"va"}, func(string) bool { return false })
	m.WrongToken(t.Context(), "doku-1")
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	for _, line := range []string{
		`gateway_connection_failing{connection="doku-1",kind="va"} 1`, `gateway_connection_failing{connection="doku-1",kind="payout"} 0`,
		`gateway_connection_failing{connection="xendit",kind="va"} 0`, `gateway_provider_float_empty{connection="xendit"} 0`,
		`gateway_notifications_wrong_token_total{connection="doku-1"} 1`, `gateway_notifications_wrong_token_total{connection="xendit"} 0`,
	} {
		if !strings.Contains(answer.Body.String(), line) {
			t.Errorf("there is no %s:\n%s", line, answer.Body)
		}
	}
}
