package wiring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gateway/cmd/gateway/watch"
	"gateway/eventstore"
	"gateway/eventstore/archive"
	"gateway/eventstore/postgres"
	"gateway/http/server"
	"gateway/http/service/state"

	"github.com/sirupsen/logrus/hooks/test"
)

type figures struct {
	archive error
	hangs   bool
	ranges  postgres.RangeFigures
	jobs    []state.LogJob
	err     error
}

func (f *figures) CheckArchive(ctx context.Context) error {
	if f.hangs {
		<-ctx.Done()
		return fmt.Errorf("%w: it did not answer in time", eventstore.ErrArchive)
	}
	return f.archive
}

func (f *figures) RangeFigures(ctx context.Context) (postgres.RangeFigures, error) {
	return f.ranges, cmp.Or(ctx.Err(), f.err)
}

func (f *figures) LogJobs(ctx context.Context) ([]state.LogJob, error) {
	return f.jobs, cmp.Or(ctx.Err(), f.err)
}

func TestAnArchiveThatHangsIsUnreachableAndDoesNotHideTheSealing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		logger, _ := test.NewNullLogger()
		metrics, f := server.NewMetrics(), &figures{hangs: true, ranges: postgres.RangeFigures{Full: 1, OldestFull: time.Now()}}
		w := newArchiveWatch(f, f, true, logger, metrics)
		began := time.Now()
		w.look(t.Context())
		if w.Problem() != watch.ArchiveUnreachable || time.Since(began) != archiveTimeout {
			t.Errorf("after %v the problem is %q", time.Since(began), w.Problem())
		}
		answer := httptest.NewRecorder()
		metrics.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
		if !strings.Contains(answer.Body.String(), "\ngateway_log_ranges{state=\"full\"} 1\n") {
			t.Error("how far the sealing is was not looked at")
		}
	})
}

func TestTheWatchTellsOfTheArchiveAndOfTheSealing(t *testing.T) {
	t.Parallel()
	logger, _ := test.NewNullLogger()
	metrics, f := server.NewMetrics(), &figures{}
	w := newArchiveWatch(f, f, true, logger, metrics)
	noon := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	w.now = func() time.Time { return noon }
	shows := func(lines ...string) {
		t.Helper()
		w.look(t.Context())
		answer := httptest.NewRecorder()
		metrics.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
		for _, line := range lines {
			if !strings.Contains("\n"+answer.Body.String(), "\n"+line+"\n") {
				t.Errorf("the metrics lack %s:\n%s", line, answer.Body)
			}
		}
	}
	shows(`gateway_archive_problem{reason="unreachable"} 0`, "gateway_log_unsealed_oldest_seconds 0")
	for reason, err := range map[string]error{
		"unreachable": archive.ErrNotMounted, "missing": archive.ErrMissing, "altered": &archive.AlteredError{},
	} {
		f.archive = fmt.Errorf("%w: %w", eventstore.ErrArchive, err)
		shows(fmt.Sprintf(`gateway_archive_problem{reason=%q} 1`, reason))
		if w.Problem() != reason {
			t.Errorf("%v: the problem is %q", err, w.Problem())
		}
	}
	f.archive = fmt.Errorf("%w: the database does not answer", eventstore.ErrUnavailable)
	if shows(); w.Problem() == "" {
		t.Error("the database does not answer, so the archive may still be away")
	}
	f.archive = nil
	if shows(`gateway_archive_problem{reason="altered"} 0`); w.Problem() != "" {
		t.Errorf("the problem is %q", w.Problem())
	}
	before := noon.Add(-time.Hour)
	f.ranges = postgres.RangeFigures{Full: 2, Sealed: 3, Archived: 4, OldestFull: before}
	f.jobs = []state.LogJob{{Job: state.JobArchive, Ran: true, Error: "no", IdleSince: before}, {Job: state.JobSeal, IdleSince: before}}
	want := []string{
		`gateway_log_ranges{state="full"} 2`, `gateway_log_ranges{state="sealed"} 3`, `gateway_log_ranges{state="archived"} 4`,
		"gateway_log_unsealed_oldest_seconds 3600", `gateway_log_job_failed{task="archive"} 1`, `gateway_log_job_failed{task="seal"} 0`,
		`gateway_log_job_age_seconds{task="seal"} 3600`, `gateway_log_job_age_seconds{task="archive"} 3600`,
	}
	shows(want...)
	f.err = errors.New("the database does not answer")
	shows(want...)
}

func TestThatNothingWasArchivedIsShownOnlyWhereThereIsAnArchive(t *testing.T) {
	t.Parallel()
	logger, _ := test.NewNullLogger()
	for _, archives := range []bool{true, false} {
		metrics, f := server.NewMetrics(), &figures{jobs: []state.LogJob{{Job: state.JobArchive}, {Job: state.JobSeal}}}
		w := newArchiveWatch(f, f, archives, logger, metrics)
		w.look(t.Context())
		answer := httptest.NewRecorder()
		metrics.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
		if shown := strings.Contains(answer.Body.String(), `gateway_log_job_age_seconds{task="archive"}`); shown != archives {
			t.Errorf("with an archive: %v, that it was never written to is shown: %v", archives, shown)
		}
		if !strings.Contains(answer.Body.String(), `gateway_log_job_age_seconds{task="seal"}`) {
			t.Error("that nothing was ever sealed is not shown")
		}
	}
}
