package watch

import (
	"strconv"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/http/server"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/sirupsen/logrus"
)

// ForeignEvents reports to the operator the events that other programs wrote into the log.
type ForeignEvents struct {
	logger logrus.FieldLogger
	met    *prometheus.CounterVec
}

// NewForeignEvents makes the counter and adds it to the metrics.
func NewForeignEvents(logger logrus.FieldLogger, metrics *server.Metrics) *ForeignEvents {
	f := &ForeignEvents{logger: logger, met: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gateway_foreign_events_total",
		Help: "Events of other programs that this process met in the log and passed by. By whether they are in a stream of the gateway.",
	}, []string{"inside"})}
	for _, inside := range []bool{false, true} {
		f.met.WithLabelValues(strconv.FormatBool(inside))
	}
	metrics.Add(f.met)
	return f
}

// Meet is the OnForeign callback of the log. Only the gateway may write into its own streams.
func (f *ForeignEvents) Meet(r eventstore.Recorded) {
	inside := catalogue.Owns(r.Stream)
	f.met.WithLabelValues(strconv.FormatBool(inside)).Inc()
	line := f.logger.WithFields(logrus.Fields{"position": r.Position.Commit, "stream": r.Stream, "type": r.Type})
	if inside {
		line.Error("another program wrote into a stream of the gateway: the event is passed by, and gateway events foreign lists it")
		return
	}
	line.Debug("an event of another program is passed by")
}
