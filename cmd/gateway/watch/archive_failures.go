package watch

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

// ArchiveFailures reports failed reads of the archive to the operator.
type ArchiveFailures struct {
	logger logrus.FieldLogger
	met    *prometheus.CounterVec

	mu     sync.Mutex
	logged map[string]time.Time // by reason
}

// sayAgain is how often a failure with the same reason is logged, because a reader that needs the file
// retries all the time.
const sayAgain = time.Minute

// The reasons of failures.
const (
	archiveAltered     = "altered"
	archiveMissing     = "missing"
	ArchiveUnreachable = "unreachable"
)

// ArchiveReasons are the reasons by which failed reads are counted.
var ArchiveReasons = []string{archiveAltered, archiveMissing, ArchiveUnreachable}

// ArchiveReason returns the reason of a failed read. A directory that is not mounted is unreachable, and does
// not count as a missing file.
func ArchiveReason(err error) string {
	if _, altered := errors.AsType[*archive.AlteredError](err); altered {
		return archiveAltered
	}
	if errors.Is(err, archive.ErrMissing) {
		return archiveMissing
	}
	return ArchiveUnreachable
}

// NewArchiveFailures makes the counter and adds it to the metrics.
func NewArchiveFailures(logger logrus.FieldLogger, metrics *server.Metrics) *ArchiveFailures {
	f := &ArchiveFailures{logger: logger, logged: make(map[string]time.Time), met: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gateway_archive_failures_total",
		Help: "Reads of the log's archive that failed. By the reason: the file was altered, is missing, or the archive could not be reached.",
	}, []string{"reason"})}
	for _, reason := range ArchiveReasons {
		f.met.WithLabelValues(reason)
	}
	metrics.Add(f.met)
	return f
}

// Count is the OnArchiveFailure callback of the store.
func (f *ArchiveFailures) Count(err error) {
	reason := ArchiveReason(err)
	f.met.WithLabelValues(reason).Inc()
	if !f.isNews(reason) {
		return
	}
	advice := "put a sound copy of the file in its place"
	switch {
	case errors.Is(err, postgres.ErrNoArchive):
		advice = "set ARCHIVE_URL on this instance, too"
	case reason == ArchiveUnreachable:
		advice = "mount the directory, or see to the object store and its login"
	}
	f.logger.WithError(err).WithField("reason", reason).Error("can't read the log's archive: what needs it fails; " + advice)
}

func (f *ArchiveFailures) isNews(reason string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.logged[reason]) < sayAgain {
		return false
	}
	f.logged[reason] = time.Now()
	return true
}
