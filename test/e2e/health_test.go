package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"gateway/test/poll"
	"gateway/test/receiver"
)

func (g *gateway) page(t *testing.T, path string) (int, string) {
	t.Helper()
	got, err := web.Get(g.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, string(body)
}

func TestHealthAndReadiness(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/healthz", "/readyz"} {
		if status, body := shared.page(t, path); status != http.StatusOK || !strings.HasPrefix(body, `{"success":true,`) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// Requests, appends, batch sizes, projection lag, callback outcomes; and nothing
// that somebody outside made up, nor what is personal.
func TestTheMetricsHaveThePromisedSeries(t *testing.T) {
	t.Parallel()
	m, r := newMerchant(t), receiver.New(t)
	id := m.invoice(t, 20000, object{"metadata": object{"callback_url": r.URL}})
	m.sandbox(t, id, "pay", nil)
	r.Next(t)
	m.get(t, "/invented/by/me")
	var metrics string
	poll.Until(t, "a delivered callback is counted", func() bool {
		_, metrics = shared.page(t, "/metrics")
		return strings.Contains(metrics, `gateway_callbacks_total{outcome="delivered"}`)
	})
	for _, series := range []string{
		`gateway_http_request_seconds_count{method="POST",route="/api/v2/payments/invoice",status="201"}`,
		`gateway_http_request_seconds_bucket{`, `gateway_events_appended_total `, `gateway_append_batch_events_count `,
		`gateway_append_seconds_count `, `gateway_projection_lag_events{kind="projection",name="transactions"}`,
		`gateway_projection_lag_events{kind="reactor",name="posting"}`, `gateway_projection_live{kind="projection",name="balances"} 1`, `go_goroutines `, `process_resident_memory_bytes `,
	} {
		if !strings.Contains(metrics, series) {
			t.Errorf("no %s", series)
		}
	}
	for _, secret := range []string{"invented", m.key, m.email, id} {
		if strings.Contains(metrics, secret) {
			t.Errorf("%s is in the metrics", secret)
		}
	}
}

func TestProjectionsAndReactorsAreLive(t *testing.T) {
	t.Parallel()
	a := shared.admin(t).get(t, "/admin/projections").wants(t, 200).listOf(t, projectionShape)
	for _, item := range a.list(t) {
		if p := item.(map[string]any); p["state"] != "live" {
			t.Errorf("%v", p)
		}
	}
	names := strings.Join(a.column(t, "name"), " ")
	for _, name := range []string{"transactions", "payouts", "balances", "clients", "callbacks", "suspense", "admins", "posting"} {
		if !strings.Contains(names, `"`+name+`"`) {
			t.Errorf("no %s among %s", name, names)
		}
	}
}
