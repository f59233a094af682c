package books

import "testing"

func TestATimeIsOneThatAnAnswerCanShow(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"": true, "2026-01-31": true, "2026-01-31T12:00:00+07:00": true, "2026-01-31T12:00:00 07:00": true, "9999-12-31": true,
		"yesterday": false, "0000-01-01T00:00:00Z": false, "0001-01-01T00:00:00+14:00": false, "9999-12-31T23:59:59-14:00": false,
	} {
		_, err := Moment("at", text, true)
		if (err == nil) != ok {
			t.Errorf("%q: %v, want accepted %t", text, err, ok)
		}
		if err == nil {
			continue
		}
		if got := err.Error(); got != "invalid_field: at: must be a time such as 2026-01-31T12:00:00+07:00, or a date" {
			t.Errorf("%q: %s", text, got)
		}
	}
}
