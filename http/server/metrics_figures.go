package server

import (
	"context"
	"runtime"
	"time"

	"gateway/domain/pricing"
	"gateway/projections/readmodel"

	"github.com/prometheus/client_golang/prometheus"
)

// ProviderCall counts a call to the provider by its operation and outcome, and its duration.
func (m *Metrics) ProviderCall(operation, outcome string, took time.Duration) {
	m.providerCalls.WithLabelValues(operation, outcome).Observe(took.Seconds())
}

func newProviderCalls() *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "gateway_provider_call_seconds",
		Help: "Calls to the provider, by operation and outcome: done, no_record, refused, float_empty or unknown.",
		// Up to PROVIDER_TIMEOUT.
		Buckets: []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 20, 30},
	}, []string{"operation", "outcome"})
}

// Build adds a figure that is always 1 and says what runs.
func (m *Metrics) Build(version string) {
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "gateway_build_info", Help: "1; the labels say which version runs, and by which version of Go it was built.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()},
	})
	info.Set(1)
	m.registry.MustRegister(info)
}

// Parked adds how many clients' payments can't be posted. parked returns false on an instance that
// does not post.
func (m *Metrics) Parked(parked func() (clients int, posts bool)) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "gateway_parked_clients", Help: "Clients whose payments can't be posted; 0 on an instance that does not lead.",
	}, func() float64 {
		n, posts := parked()
		if !posts {
			return 0
		}
		return float64(n)
	}))
}

// FigureSource is where Figures come from.
type FigureSource struct {
	Read func(ctx context.Context) (readmodel.Figures, error)
	Now  func() time.Time
}

// Figures adds what waits: callbacks, unknown payouts, suspense, and the age of the signed
// checkpoint. A scrape that can't be answered has none of them.
func (m *Metrics) Figures(source FigureSource) {
	m.registry.MustRegister(&figureCollector{source})
}

type figureCollector struct{ FigureSource }

func figure(name, help string) *prometheus.Desc { return prometheus.NewDesc(name, help, nil, nil) }

var (
	callbacksWaiting = figure("gateway_callbacks_waiting", "Callbacks that are neither delivered nor given up.")
	callbacksOldest  = figure("gateway_callbacks_oldest_seconds",
		"How long the oldest of them has waited, as far as this instance has seen: an hour at most; 0 when none waits.")
	endpointsFailing = figure("gateway_endpoints_failing", "Callback endpoints that took nothing for a day.")
	payoutsUnknown   = figure("gateway_payouts_unknown",
		"Payouts whose outcome at the provider is not known; 1000 stands for as many or more.")
	payoutsOldest   = figure("gateway_payouts_unknown_oldest_seconds", "How long ago the oldest of them was asked for; 0 when there is none.")
	suspenseOpen    = figure("gateway_suspense_open", "Receipts of money that can't be credited to a client.")
	suspenseOldest  = figure("gateway_suspense_oldest_seconds", "How long the oldest of them has waited; 0 when there is none.")
	checkpointAge   = figure("gateway_checkpoint_age_seconds", "How old the newest signed checkpoint is; 0 while it covers the whole tree.")
	checkpointLacks = figure("gateway_checkpoint_unsigned_events", "Events of the tree that no signed checkpoint covers.")
)

// Describe implements prometheus.Collector.
func (f *figureCollector) Describe(d chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{
		callbacksWaiting, callbacksOldest, endpointsFailing, payoutsUnknown, payoutsOldest,
		suspenseOpen, suspenseOldest, checkpointAge, checkpointLacks,
	} {
		d <- desc
	}
}

// Collect implements prometheus.Collector.
func (f *figureCollector) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), backlogTimeout)
	defer cancel()
	read, err := f.Read(ctx)
	if err != nil {
		return
	}
	for _, one := range []struct {
		desc  *prometheus.Desc
		value float64
	}{
		{callbacksWaiting, float64(read.CallbacksPending)},
		{callbacksOldest, f.since(read.OldestCallback)},
		{endpointsFailing, float64(read.EndpointsFailing)},
		{payoutsUnknown, float64(read.PayoutsUnknown)},
		{payoutsOldest, f.since(read.OldestUnknownPayout)},
		{suspenseOpen, float64(read.SuspenseOpen)},
		{suspenseOldest, f.since(read.OldestSuspense)},
		{checkpointAge, f.unsignedAge(read)},
		{checkpointLacks, float64(max(0, read.TreeSize-read.CheckpointSize))},
	} {
		metrics <- prometheus.MustNewConstMetric(one.desc, prometheus.GaugeValue, one.value)
	}
}

func (f *figureCollector) unsignedAge(read readmodel.Figures) float64 {
	if read.TreeSize <= read.CheckpointSize {
		return 0
	}
	return f.since(read.CheckpointAt)
}

func (f *figureCollector) since(at *time.Time) float64 {
	if at == nil {
		return 0
	}
	return max(0, f.Now().Sub(*at).Seconds())
}

// startAtZero makes the series whose labels are known: a counter that begins with 1 has risen by 0
// for a rule that looks at its increase.
func (m *Metrics) startAtZero() {
	for _, outcome := range []string{"delivered", "failed", "exhausted"} {
		m.callbacks.WithLabelValues(outcome)
	}
	for _, outcome := range []string{"accepted", "refused", "float_empty", "unknown"} {
		m.payoutCalls.WithLabelValues(outcome)
	}
	for _, outcome := range []string{"sent", "failed", "refused", "too_old"} {
		m.mails.WithLabelValues(outcome)
	}
	for _, channel := range pricing.Kinds() {
		m.paymentsFound.WithLabelValues(string(channel))
	}
	for _, code := range []string{"wrong_credentials", "wrong_code", "too_many_requests"} {
		m.failedAdminLogins.WithLabelValues(code)
	}
	for _, kind := range []string{"verify", "reconcile"} {
		for _, outcome := range []string{"sound", "found", "incomplete", "failed", "interrupted"} {
			m.auditRuns.WithLabelValues(kind, outcome)
		}
	}
}
