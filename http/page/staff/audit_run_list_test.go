package staff

import (
	"testing"

	"gateway/domain/words"
	"gateway/http/page"
	"gateway/http/service/state"
)

func TestWhatARunComparedIsADayWithItsYear(t *testing.T) {
	t.Parallel()
	c := &page.Context{Language: words.English}
	for arguments, want := range map[string]string{
		`{"from":"2026-11-22","to":"2026-11-22"}`: "22 November 2026",
		`{"from":"2025-12-31","to":"2026-01-01"}`: "31 December 2025 to 1 January 2026",
	} {
		if got := runScope(c, state.AuditRun{Kind: state.ReconcileRun, Arguments: []byte(arguments)}); got != want {
			t.Errorf("%s is %q, want %q", arguments, got, want)
		}
	}
}
