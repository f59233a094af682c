package app

import (
	"errors"
	"sync"
	"time"

	"gateway/eventstore/archive"
	"gateway/eventstore/postgres"
	"gateway/http/server"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/sirupsen/logrus"
)

// archiveFailures tells the operator of reads of the archive that failed.
type archiveFailures struct {
	logger logrus.FieldLogger
	met    *prometheus.CounterVec

	mu     sync.Mutex
	logged map[string]time.Time // by reason
}

// sayAgain is how often a failure for the same reason is logged: what needs the file tries again
// all the time.
const sayAgain = time.Minute

// The reasons of failures.
const (
	archiveAltered     = "altered"
	archiveMissing     = "missing"
	archiveUnreachable = "unreachable"
)

var archiveReasons = []string{archiveAltered, archiveMissing, archiveUnreachable}

// archiveReason is the reason of a failed read. A directory that is not mounted lacks no file.
func archiveReason(err error) string {
	if _, altered := errors.AsType[*archive.AlteredError](err); altered {
		return archiveAltered
	}
	if errors.Is(err, archive.ErrMissing) {
		return archiveMissing
	}
	return archiveUnreachable
}

func newArchiveFailures(logger logrus.FieldLogger, metrics *server.Metrics) *archiveFailures {
	f := &archiveFailures{logger: logger, logged: make(map[string]time.Time), met: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gateway_archive_failures_total",
		Help: "Reads of the log's archive that failed. By the reason: the file was altered, is missing, or the archive could not be reached.",
	}, []string{"reason"})}
	for _, reason := range archiveReasons {
		f.met.WithLabelValues(reason)
	}
	metrics.Add(f.met)
	return f
}

// count is the OnArchiveFailure of the store.
func (f *archiveFailures) count(err error) {
	reason := archiveReason(err)
	f.met.WithLabelValues(reason).Inc()
	if !f.isNews(reason) {
		return
	}
	advice := "put a sound copy of the file in its place"
	switch {
	case errors.Is(err, postgres.ErrNoArchive):
		advice = "set ARCHIVE_URL on this instance, too"
	case reason == archiveUnreachable:
		advice = "mount the directory, or see to the object store and its login"
	}
	f.logger.WithError(err).WithField("reason", reason).Error("can't read the log's archive: what needs it fails; " + advice)
}

func (f *archiveFailures) isNews(reason string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.logged[reason]) < sayAgain {
		return false
	}
	f.logged[reason] = time.Now()
	return true
}
