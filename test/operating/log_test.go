package operating

import (
	"encoding/json"
	"strings"
	"testing"
)

// line is a line of the log.
type line map[string]any

func (l line) text(field string) string {
	text, _ := l[field].(string) // an absent field is empty
	return text
}

func TestEveryLineIsJSONSaysWhatHappenedAndHoldsNoSecret(t *testing.T) {
	i, planted := busyGateway(t, "LOG_FORMAT=json", "LOG_LEVEL=info", "SLOW_QUERY_AFTER=1ns")
	i.Terminate()
	i.AwaitEnd(t)
	said := i.Output(t)
	i.Start(t) // for the checks at the end of the test
	seen := map[string]line{}
	for text := range strings.Lines(said) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Errorf("a line is not JSON: %s", text)
			continue
		}
		if l["part"] == "terminal" {
			continue // a sandbox prints its mails to the log, for the developer
		}
		for _, secret := range planted {
			if strings.Contains(text, secret) {
				t.Errorf("the log holds %s: %s", secret, text)
			}
		}
		if name := l.text("msg") + " " + l.text("route"); seen[name] == nil {
			seen[name] = l
		}
	}
	const prefix = "request /api/v2"
	for name, fields := range map[string][]string{
		prefix + "/payments/qris":        {"method", "status", "ms", "client_id", "request_id"},
		prefix + "/transactions":         {"method", "status", "ms", "client_id", "request_id"},
		prefix + "/admin/auth/login":     {"method", "status", "ms", "request_id"},
		"request none":                   {"method", "status", "ms", "request_id"},
		"a call to the provider failed ": {"operation", "outcome", "reason", "reference", "request_id", "ms"},
		"a callback was not delivered ":  {"callback", "client_id", "subject", "problem", "attempt"},
		"a notification was refused: see the event notification.refused.v1 ": {"kind", "code", "request_id"},
		"a notification without the callback token was refused ":             {"request_id"},
		"a slow query ":                {"statement", "fingerprint", "ms"},
		"the gateway starts ":          {"version", "address"},
		"the gateway is ready ":        {"url"},
		"this instance leads ":         nil,
		"this instance leads no more ": nil,
		"the gateway stops: it takes no new requests and finishes those under way ": nil,
		"the gateway has stopped ": nil,
	} {
		l, ok := seen[name]
		if !ok {
			t.Errorf("no line says %q", name)
			continue
		}
		for _, field := range fields {
			if l[field] == nil || l[field] == "" {
				t.Errorf("%q has no %s: %v", name, field, l)
			}
		}
	}
	for name := range seen {
		if strings.HasSuffix(name, "/readyz") || strings.HasSuffix(name, "/healthz") {
			t.Errorf("it is not quiet at rest: %s", name)
		}
	}
}
