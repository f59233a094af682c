package strangers

import "github.com/prometheus/client_golang/prometheus"

var (
	connectionsOpen = prometheus.NewDesc("gateway_connections", "Open connections, websockets apart.", nil, nil)
	bytesHeld       = prometheus.NewDesc("gateway_stranger_bytes", "Bytes of bodies of callers who are not known yet.", nil, nil)
	refusedTotal    = prometheus.NewDesc("gateway_strangers_refused_total",
		"Connections, bodies and requests behind a proxy that were refused, by the limit: of an address, of all, or, for a body, of time.",
		[]string{"what", "limit"}, nil)
)

// Describe implements prometheus.Collector.
func (s *Budgets) Describe(d chan<- *prometheus.Desc) {
	d <- connectionsOpen
	d <- bytesHeld
	d <- refusedTotal
}

// Collect implements prometheus.Collector.
func (s *Budgets) Collect(metrics chan<- prometheus.Metric) {
	metrics <- prometheus.MustNewConstMetric(connectionsOpen, prometheus.GaugeValue, float64(s.connections.held()))
	metrics <- prometheus.MustNewConstMetric(bytesHeld, prometheus.GaugeValue, float64(s.bytes.held()))
	refused := func(n int64, what, limit string) {
		metrics <- prometheus.MustNewConstMetric(refusedTotal, prometheus.CounterValue, float64(n), what, limit)
	}
	refused(s.connections.refusals(addressFull), "connection", "address")
	refused(s.requests.refusals(addressFull), "request", "address")
	refused(s.connections.refusals(allFull), "connection", "total")
	refused(s.bytes.refusals(addressFull)+s.known.refusals(addressFull), "body", "address")
	refused(s.bytes.refusals(allFull)+s.known.refusals(allFull), "body", "total")
	refused(s.slow.Load(), "body", "time")
}
