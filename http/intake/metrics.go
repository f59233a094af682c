package intake

import "github.com/prometheus/client_golang/prometheus"

var (
	connectionsOpen = prometheus.NewDesc("gateway_connections", "Open connections, websockets apart.", nil, nil)
	bytesHeld       = prometheus.NewDesc("gateway_stranger_bytes", "Bytes of bodies that are held for callers who are not known yet.", nil, nil)
	refusedTotal    = prometheus.NewDesc("gateway_strangers_refused_total",
		"Connections and bodies that were refused, by the limit: of one address, of all, or, for a body, of time.", []string{"what", "limit"}, nil)
)

// Describe implements prometheus.Collector.
func (i *Intake) Describe(d chan<- *prometheus.Desc) {
	d <- connectionsOpen
	d <- bytesHeld
	d <- refusedTotal
}

// Collect implements prometheus.Collector.
func (i *Intake) Collect(metrics chan<- prometheus.Metric) {
	metrics <- prometheus.MustNewConstMetric(connectionsOpen, prometheus.GaugeValue, float64(i.connections.held()))
	metrics <- prometheus.MustNewConstMetric(bytesHeld, prometheus.GaugeValue, float64(i.strangers.held()))
	refused := func(n int64, what, limit string) {
		metrics <- prometheus.MustNewConstMetric(refusedTotal, prometheus.CounterValue, float64(n), what, limit)
	}
	refused(i.connections.refusals(addressFull), "connection", "address")
	refused(i.connections.refusals(allFull), "connection", "total")
	refused(i.strangers.refusals(addressFull)+i.known.refusals(addressFull), "body", "address")
	refused(i.strangers.refusals(allFull)+i.known.refusals(allFull), "body", "total")
	refused(i.slow.Load(), "body", "time")
}
