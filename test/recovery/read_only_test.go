package recovery

import (
	"net/http"
	"strings"
	"testing"

	"gateway/test/installation"
	"gateway/test/poll"
)

// The log's database refuses writes, as after a fail-over that left the gateway connected to a standby. The
// balancer must not send requests to the instance. It serves again by itself.
func TestAReadOnlyLogTakesAnInstanceOutOfService(t *testing.T) {
	in := installation.New(t, installation.Options{})
	setReadOnly := func(value string) {
		t.Helper()
		in.Query(t, "postgres", `ALTER DATABASE `+installation.Log+` SET default_transaction_read_only = `+value)
		in.Query(t, "postgres", `SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity WHERE datname = '`+installation.Log+`'`)
	}
	setReadOnly("on")
	poll.Within(t, poll.Limit, "/readyz says that the log is read-only", func() (bool, any) {
		status, body := in.Instances[0].Get("/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(body, "read-only"), body
	})
	if status, body := in.Instances[0].Get("/healthz"); status != http.StatusOK {
		t.Errorf("a restart would not help, and /healthz asks for one: %d %s", status, body)
	}
	setReadOnly("off")
	in.Instances[0].AwaitReady(t)
}
