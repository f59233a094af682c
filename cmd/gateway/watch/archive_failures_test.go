package watch

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/eventstore/archive"
	"gateway/eventstore/postgres"
	"gateway/http/server"

	"github.com/sirupsen/logrus/hooks/test"
)

func TestEachFailureOfTheArchiveIsCountedByItsReasonAndLoggedOnceAMinute(t *testing.T) {
	t.Parallel()
	logger, lines := test.NewNullLogger()
	metrics := server.NewMetrics()
	f := NewArchiveFailures(logger, metrics)
	for _, err := range []error{
		fmt.Errorf("read: %w", &archive.AlteredError{File: "a", Part: "block 1"}),
		fmt.Errorf("read: %w", &archive.AlteredError{File: "a", Part: "block 1"}),
		fmt.Errorf("read: %w", archive.ErrMissing), errors.New("connection refused"), fmt.Errorf("positions: %w", postgres.ErrNoArchive),
	} {
		f.Count(err)
	}
	scraped := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(scraped, httptest.NewRequest("GET", "/metrics", nil))
	for reason, want := range map[string]int{archiveAltered: 2, archiveMissing: 1, ArchiveUnreachable: 2} {
		if line := fmt.Sprintf("gateway_archive_failures_total{reason=%q} %d\n", reason, want); !strings.Contains(scraped.Body.String(), line) {
			t.Errorf("there is no line %s", line)
		}
	}
	if got := len(lines.AllEntries()); got != 3 {
		t.Errorf("%d lines of the log", got)
	}
}
