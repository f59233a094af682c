package server

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// backlogTimeout bounds the query of one scrape.
const backlogTimeout = time.Second

// ReportBacklog adds how many notifications of payments wait for the provider's confirmation, and how long the
// oldest has waited. If the query fails, the scrape has neither figure.
func (m *Metrics) ReportBacklog(
	read func(ctx context.Context) (waiting int64, oldest time.Time, err error), now func() time.Time,
) {
	m.backlog(read, now, "gateway_payment_reports", "Notifications of payments that wait to be confirmed.")
}

// ApprovalBacklog adds how many approvals wait for a second administrator, and how long the oldest has waited.
// If the query fails, the scrape has neither figure.
func (m *Metrics) ApprovalBacklog(
	read func(ctx context.Context) (waiting int64, oldest time.Time, err error), now func() time.Time,
) {
	m.backlog(read, now, "gateway_approvals", "Acts of administrators that wait for a second one.")
}

func (m *Metrics) backlog(
	read func(ctx context.Context) (waiting int64, oldest time.Time, err error), now func() time.Time, name, help string,
) {
	m.registry.MustRegister(&backlogCollector{
		read: read, now: now,
		waiting: prometheus.NewDesc(name+"_waiting", help, nil, nil),
		oldest:  prometheus.NewDesc(name+"_oldest_seconds", "How long the oldest of them has waited; 0 when none waits.", nil, nil),
	})
}

// MailBacklog adds how many mails wait to be sent, and how long the oldest has waited. If the query fails, the
// scrape has neither figure.
func (m *Metrics) MailBacklog(
	read func(ctx context.Context) (waiting int64, oldest time.Time, err error), now func() time.Time,
) {
	m.registry.MustRegister(&backlogCollector{
		read: read, now: now,
		waiting: prometheus.NewDesc("gateway_mails_waiting", "Mails that wait to be sent.", nil, nil),
		oldest:  prometheus.NewDesc("gateway_mails_oldest_seconds", "How long the oldest of them has waited; 0 when none waits.", nil, nil),
	})
}

type backlogCollector struct {
	read            func(context.Context) (int64, time.Time, error)
	now             func() time.Time
	waiting, oldest *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (b *backlogCollector) Describe(d chan<- *prometheus.Desc) { d <- b.waiting; d <- b.oldest }

// Collect implements prometheus.Collector.
func (b *backlogCollector) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), backlogTimeout)
	defer cancel()
	n, oldest, err := b.read(ctx)
	if err != nil {
		return
	}
	age := 0.0
	if n > 0 {
		age = max(0, b.now().Sub(oldest).Seconds())
	}
	metrics <- prometheus.MustNewConstMetric(b.waiting, prometheus.GaugeValue, float64(n))
	metrics <- prometheus.MustNewConstMetric(b.oldest, prometheus.GaugeValue, age)
}
