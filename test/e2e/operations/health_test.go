package operations

import (
	"net/http"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

func TestHealthAndReadinessAreAnswered(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/healthz", "/readyz"} {
		if status, body := harness.Shared(t).Page(t, path); status != http.StatusOK || !strings.HasPrefix(body, `{"success":true,`) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// The metrics have no label that a caller can choose, and no personal data.
func TestTheMetricsHaveThePromisedSeries(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	id := m.OpenInvoice(t, 20000, object{"metadata": object{"callback_url": r.URL}})
	m.ActInSandbox(t, id, "pay", nil)
	r.Next(t)
	m.Get(t, "/invented/by/me")
	var metrics string
	poll.Until(t, "a delivered callback is counted", func() bool {
		_, metrics = harness.Shared(t).Page(t, "/metrics")
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
	for _, secret := range []string{"invented", m.Key, m.Email, id} {
		if strings.Contains(metrics, secret) {
			t.Errorf("%s is in the metrics", secret)
		}
	}
}
