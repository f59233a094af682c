package period_test

import (
	"strings"
	"testing"
	"time"

	"gateway/domain/period"
)

func TestAReportIsKeptInPartsAndOnlyOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text  string
		parts int
	}{
		"small": {`{"id": 7}`, 1}, "empty": {"", 1}, "exact": {strings.Repeat("x", 400_000), 1}, "large": {strings.Repeat("x", 400_001), 2},
		"characters of several bytes": {strings.Repeat("é…", 250_000), 4},
	} {
		r := period.Report{Run: 7, Kind: "verify", Text: c.text}
		var s period.KeptReport
		for range c.parts {
			if _, ok := s.Text(); ok {
				t.Errorf("%s is whole too soon", name)
			}
			events, err := period.KeepReport(s, r, time.Time{})
			if err != nil || len(events) != 1 {
				t.Fatalf("%s: %v %v", name, events, err)
			}
			e := events[0].(period.ReportKept)
			if e.Hash != r.Hash() || !strings.HasPrefix(c.text[len(c.text)-len(e.Report):], e.Report) && e.Part == e.Parts || len(e.Report) > 400_000 {
				t.Errorf("%s: part %d of %d", name, e.Part, e.Parts)
			}
			s = period.Reports.Evolve(s, e)
		}
		if text, ok := s.Text(); !ok || text != c.text || r.Parts() != c.parts {
			t.Errorf("%s: %t, %d parts, %d bytes", name, ok, r.Parts(), len(text))
		}
		if events, err := period.KeepReport(s, r, time.Time{}); err != nil || len(events) > 0 {
			t.Errorf("%s again: %v %v", name, events, err)
		}
	}
}
