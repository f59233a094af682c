package wiring

import (
	"context"
	"errors"
	"sync"
	"time"

	"gateway/cmd/gateway/watch"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/http/server"
	"gateway/http/service/state"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/sirupsen/logrus"
)

const (
	// archiveInterval is the time between two checks of the archive.
	archiveInterval = 15 * time.Second
	// archiveTimeout limits one check of the archive, and one of the sealing. An archive that answers later
	// is unreachable.
	archiveTimeout = 10 * time.Second
)

// watchedStore is what the watch checks. *postgres.Store implements it.
type watchedStore interface {
	CheckArchive(ctx context.Context) error
	RangeFigures(ctx context.Context) (postgres.RangeFigures, error)
}

// logJobs reads the last runs of seal and archive. *state.DB implements it.
type logJobs interface {
	LogJobs(ctx context.Context) ([]state.LogJob, error)
}

// archiveWatch checks whether the archive of the log is reachable, and how far the sealing is. It is safe for
// concurrent use.
type archiveWatch struct {
	store  watchedStore
	jobs   logJobs
	logger logrus.FieldLogger
	now    func() time.Time
	// archives is true when an archive is configured. Without one, it is normal that the archive command
	// never ran.
	archives bool

	problem, failed, age, ranges *prometheus.GaugeVec
	oldest                       prometheus.Gauge

	mu   sync.Mutex
	away string // why the archive can't be read, or ""
}

func newArchiveWatch(store watchedStore, jobs logJobs, archives bool, logger logrus.FieldLogger, metrics *server.Metrics) *archiveWatch {
	gauge := func(name, help string, label string) *prometheus.GaugeVec {
		g := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{label})
		metrics.Add(g)
		return g
	}
	w := &archiveWatch{
		store: store, jobs: jobs, archives: archives, logger: logger, now: time.Now,
		problem: gauge("gateway_archive_problem",
			"1 while the log's archive can't be read, by the reason: a file was altered or is missing, or the archive can't be reached.", "reason"),
		ranges: gauge("gateway_log_ranges", "Ranges of the log that are full, sealed or archived.", "state"),
		failed: gauge("gateway_log_job_failed", "1 when the last run of gateway events seal or archive failed.", "task"),
		age: gauge("gateway_log_job_age_seconds",
			"For how long gateway events seal or archive has not succeeded, also where it was never run.", "task"),
		oldest: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "gateway_log_unsealed_oldest_seconds", Help: "The age of the last event of the oldest range that is full and not sealed.",
		}),
	}
	metrics.Add(w.oldest)
	w.setProblem("")
	for _, job := range []string{state.JobSeal, state.JobArchive} {
		w.failed.WithLabelValues(job) // starts at 0
	}
	return w
}

// Run checks until ctx ends.
func (w *archiveWatch) Run(ctx context.Context) {
	tick := time.NewTicker(archiveInterval)
	defer tick.Stop()
	for {
		w.look(ctx)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Problem returns why the archive cannot be read, or "".
func (w *archiveWatch) Problem() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.away
}

func (w *archiveWatch) look(ctx context.Context) {
	w.lookAtArchive(ctx)
	w.lookAtSealing(ctx)
}

func (w *archiveWatch) lookAtArchive(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, archiveTimeout)
	defer cancel()
	switch err := w.store.CheckArchive(ctx); {
	case err == nil:
		w.setProblem("")
	case errors.Is(err, eventstore.ErrArchive):
		w.setProblem(watch.ArchiveReason(err))
	}
}

// setProblem sets the reason why the archive can't be read.
func (w *archiveWatch) setProblem(reason string) {
	for _, r := range watch.ArchiveReasons {
		w.problem.WithLabelValues(r).Set(0)
	}
	if reason != "" {
		w.problem.WithLabelValues(reason).Set(1)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.away != "" && reason == "" {
		w.logger.Warn("the log's archive can be read again")
	}
	w.away = reason
}

// lookAtSealing checks the sealing. It keeps the previous figures when the database does not answer.
func (w *archiveWatch) lookAtSealing(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, archiveTimeout)
	defer cancel()
	if f, err := w.store.RangeFigures(ctx); err == nil {
		for name, n := range map[string]int{"full": f.Full, "sealed": f.Sealed, "archived": f.Archived} {
			w.ranges.WithLabelValues(name).Set(float64(n))
		}
		w.oldest.Set(0)
		if f.Full > 0 {
			w.oldest.Set(w.now().Sub(f.OldestFull).Seconds())
		}
	}
	jobs, err := w.jobs.LogJobs(ctx)
	if err != nil {
		return
	}
	for _, j := range jobs {
		if !j.Ran && j.Job == state.JobArchive && !w.archives {
			continue
		}
		w.age.WithLabelValues(j.Job).Set(w.now().Sub(j.IdleSince).Seconds())
		w.failed.WithLabelValues(j.Job).Set(0)
		if j.Error != "" {
			w.failed.WithLabelValues(j.Job).Set(1)
		}
	}
}
