package recovery

import (
	"net/http"
	"strings"
	"testing"

	"gateway/test/installation"
	"gateway/test/poll"
)

// The disk of the log is full: PostgreSQL answers, but accepts no event. The balancer must not send requests to
// the instance. It serves again by itself when there is space, even if no request comes that could show it.
func TestAnInstanceWhoseAppendsFailIsOutOfServiceUntilOneWouldSucceed(t *testing.T) {
	in := installation.New(t, installation.Options{})
	events := func(what string) string {
		t.Helper()
		return in.Query(t, installation.Log, `SELECT `+what+`::text FROM events`)
	}
	setFull := func(full bool) {
		t.Helper()
		how := "DISABLE"
		if full {
			how = "ENABLE ALWAYS"
		}
		in.Do(t, installation.Log, `ALTER TABLE events `+how+` TRIGGER no_space`)
	}
	in.Do(t, installation.Log, `
		CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full';
		END $$;
		CREATE TRIGGER no_space BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION no_space()`)
	if status, body := in.Instances[0].Get("/readyz"); status != http.StatusOK {
		t.Fatalf("no append failed yet: %d %s", status, body)
	}
	// Events that the gateway records by itself may come at any time.
	const ofRequests = "count(*) FILTER (WHERE stream NOT LIKE 'store-%')"
	setFull(true)
	before := events(ofRequests)
	refused, err := in.Anonymous().Send(t.Context(), "POST", "/auth/register", map[string]any{
		"nama": "Toko", "email": "toko@example.com", "password": "a good password", "whatsapp": "081234567890",
	})
	if err != nil || refused.Status != http.StatusServiceUnavailable {
		t.Fatalf("%v %v", refused, err)
	}
	poll.Within(t, poll.Limit, "/readyz says that appends fail", func() (bool, any) {
		status, body := in.Instances[0].Get("/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(body, "appends"), body
	})
	setFull(false)
	in.Instances[0].AwaitReady(t)
	if after := events(ofRequests); after != before || events("count(*) FILTER (WHERE stream = 'tried')") != "0" {
		t.Errorf("there were %s events, and are %s", before, after)
	}
}
