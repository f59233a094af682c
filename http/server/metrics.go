package server

import (
	"context"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/mail"
	"gateway/domain/pricing"
	"gateway/projections/engine"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/shopspring/decimal"
)

// Metrics are the figures of /metrics. NewMetrics makes them. They are safe for concurrent use.
type Metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.HistogramVec
	appends   prometheus.Counter
	batches   prometheus.Histogram
	durations prometheus.Histogram
	callbacks *prometheus.CounterVec

	mails          *prometheus.CounterVec
	payoutCalls    *prometheus.CounterVec
	contradictions prometheus.Counter
	floatEmpty     *prometheus.GaugeVec
	providerUp     *prometheus.GaugeVec

	paymentsFound         *prometheus.CounterVec
	paymentContradictions prometheus.Counter
	wrongTokens           *prometheus.CounterVec
	refusedNotifications  *prometheus.CounterVec
	providerCalls         *prometheus.HistogramVec
	reversals             *prometheus.CounterVec
	auditRuns             *prometheus.CounterVec
	failedAdminLogins     *prometheus.CounterVec
}

// NewMetrics makes the figures of requests, appends and callbacks, and those of the Go
// runtime and the process.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "gateway_http_request_seconds", Help: "Duration of requests.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"method", "route", "status"}),
		appends: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gateway_events_appended_total", Help: "Events appended by this process.",
		}),
		batches: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "gateway_append_batch_events", Help: "Events per transaction of the event store.",
			Buckets: prometheus.ExponentialBuckets(1, 2, 11),
		}),
		durations: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "gateway_append_seconds", Help: "Duration of the transactions of the event store.",
			Buckets: prometheus.ExponentialBuckets(.0005, 2, 12),
		}),
		callbacks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "gateway_callbacks_total", Help: "Callback attempts by outcome.",
		}, []string{"outcome"}),
		payoutCalls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "gateway_payout_calls_total", Help: "Calls that order a payout from the provider, by outcome.",
		}, []string{"outcome"}),
		contradictions: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gateway_payout_contradictions_total", Help: "Reports of the provider that do not fit a payout.",
		}),
		floatEmpty: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "gateway_provider_float_empty", Help: "1 while the provider refuses payouts for lack of our own money, else 0.",
		}, []string{"connection"}),
		providerUp: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "gateway_provider_up", Help: "1 if the provider answered the last call of this instance and accepted our credentials, else 0.",
		}, []string{"connection"}),
	}
	m.paymentsFound = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gateway_payments_found_total",
		Help: "Payments that were found by asking the provider: their notification did not come. By channel.",
	}, []string{"channel"})
	m.paymentContradictions = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "gateway_payment_contradictions_total", Help: "Notifications of money that the provider, asked, did not confirm.",
	})
	m.reversals = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gateway_payment_reversals_total", Help: "Payments that were taken back, by kind and outcome.",
	}, []string{"kind", "outcome"})
	m.mails = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gateway_mails_total", Help: "Attempts to send mails, by outcome: sent, failed, refused or too_old.",
	}, []string{"outcome"})
	m.wrongTokens = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gateway_notifications_wrong_token_total", Help: "Notifications of a connection without its callback token or signature.",
	}, []string{"connection"})
	m.refusedNotifications = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gateway_notifications_refused_total", Help: "Notifications that could not be taken in, by kind and code.",
	}, []string{"kind", "code"})
	m.auditRuns = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gateway_audit_runs_total",
		Help: "Audit runs that ended in this process, by kind and outcome: sound, found, incomplete, failed or interrupted.",
	}, []string{"kind", "outcome"})
	m.failedAdminLogins = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gateway_admin_logins_failed_total", Help: "Logins of administrators that failed, by the code of the refusal.",
	}, []string{"code"})
	m.providerCalls = newProviderCalls()
	m.startAtZero()
	m.registry.MustRegister(m.providerCalls, m.requests, m.appends, m.batches, m.durations, m.callbacks,
		m.payoutCalls, m.contradictions, m.floatEmpty, m.providerUp, m.paymentsFound, m.paymentContradictions,
		m.mails, m.wrongTokens, m.refusedNotifications, m.reversals, m.auditRuns, m.failedAdminLogins,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler serves the figures in Prometheus' format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Batch counts one transaction of the event store. The store's configuration calls it as OnBatch.
func (m *Metrics) Batch(events, _ int, d time.Duration) {
	m.appends.Add(float64(events))
	m.batches.Observe(float64(events))
	m.durations.Observe(d.Seconds())
}

// Add adds the figures of another part of the gateway.
func (m *Metrics) Add(figures prometheus.Collector) { m.registry.MustRegister(figures) }

// Leader adds a figure that is 1 while this instance runs projections and reactors, and 0 otherwise.
func (m *Metrics) Leader(leads func() bool) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "gateway_leader", Help: "1 when this instance leads projections and reactors, else 0.",
	}, func() float64 {
		if leads() {
			return 1
		}
		return 0
	}))
}

// Callback counts one attempt by its outcome: delivered, failed or exhausted.
func (m *Metrics) Callback(outcome string) { m.callbacks.WithLabelValues(outcome).Inc() }

// Mail counts one attempt to send a mail by its outcome: sent, failed, refused or too_old.
func (m *Metrics) Mail(outcome string) { m.mails.WithLabelValues(outcome).Inc() }

// PayoutCall counts one call that orders a payout, by its outcome: accepted, refused, float_empty or unknown.
func (m *Metrics) PayoutCall(outcome string) { m.payoutCalls.WithLabelValues(outcome).Inc() }

// PayoutContradiction counts one report that contradicts a payout.
func (m *Metrics) PayoutContradiction() { m.contradictions.Inc() }

// FloatEmpty sets whether a connection refuses payouts for lack of our own money.
func (m *Metrics) FloatEmpty(connection string, empty bool) {
	value := 0.0
	if empty {
		value = 1
	}
	m.floatEmpty.WithLabelValues(connection).Set(value)
}

// ProviderUp sets whether the provider of a connection answered last, and accepted our credentials.
func (m *Metrics) ProviderUp(connection string, up bool) {
	value := 0.0
	if up {
		value = 1
	}
	m.providerUp.WithLabelValues(connection).Set(value)
}

// PaymentFound counts a payment whose notification never arrived, by channel.
func (m *Metrics) PaymentFound(channel string) { m.paymentsFound.WithLabelValues(channel).Inc() }

// Reversal counts a report that a payment was taken back.
func (m *Metrics) Reversal(kind, outcome string) { m.reversals.WithLabelValues(kind, outcome).Inc() }

// AuditRun counts an audit run that has ended.
func (m *Metrics) AuditRun(kind, outcome string) { m.auditRuns.WithLabelValues(kind, outcome).Inc() }

// FailedAdminLogin counts a failed login of an administrator, by the code of the refusal.
func (m *Metrics) FailedAdminLogin(code string) { m.failedAdminLogins.WithLabelValues(code).Inc() }

// PaymentContradiction counts a notification about money that the provider did not confirm.
func (m *Metrics) PaymentContradiction() { m.paymentContradictions.Inc() }

// WrongToken counts a notification without a valid callback token or signature of the connection.
func (m *Metrics) WrongToken(_ context.Context, connection string) {
	m.wrongTokens.WithLabelValues(connection).Inc()
}

// Connection adds the figures of a configured connection, from their start. kinds are what is made there, and failing
// reports whether the routing tries it last for such a kind.
func (m *Metrics) Connection(connection string, kinds []string, failing func(kind string) bool) {
	m.FloatEmpty(connection, false)
	m.wrongTokens.WithLabelValues(connection)
	for _, kind := range kinds {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name:        "gateway_connection_failing",
			Help:        "1 while creations of the kind fail at the connection, as this instance sees it, so that others are tried before, else 0.",
			ConstLabels: prometheus.Labels{"connection": connection, "kind": kind},
		}, func() float64 {
			if failing(kind) {
				return 1
			}
			return 0
		}))
	}
}

// RefusedNotification counts a notification that was refused, by kind and code.
func (m *Metrics) RefusedNotification(kind, code string) {
	m.refusedNotifications.WithLabelValues(kind, code).Inc()
}

// measureRequest observes the duration of a request, by route and status.
func (m *Metrics) measureRequest(c *gin.Context) {
	start := time.Now()
	c.Next()
	m.requests.WithLabelValues(methodOf(c.Request.Method), routeOf(c), strconv.Itoa(c.Writer.Status())).Observe(time.Since(start).Seconds())
}

// methodOf returns a method of HTTP, or "other": callers can invent any number of methods, and every label is
// kept for good.
func methodOf(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodConnect, http.MethodOptions, http.MethodTrace:
		return method
	}
	return "other"
}

// lagCollector reads the statuses at every scrape. They are keyed by kind, projection or reactor, because one
// of each may have the same name.
type lagCollector struct {
	statuses func() map[string][]engine.Status
	events   *prometheus.Desc
	live     *prometheus.Desc
	halted   *prometheus.Desc
	late     *prometheus.Desc
	age      func(position int64) time.Duration
}

// Lag adds how many events projections and reactors are behind the log, and whether they are live. The keys of
// statuses are projection and reactor. age returns how long the log has held events after a position.
func (m *Metrics) Lag(statuses func() map[string][]engine.Status, age func(position int64) time.Duration) {
	m.registry.MustRegister(&lagCollector{
		statuses: statuses, age: age,
		late: prometheus.NewDesc("gateway_projection_lag_seconds",
			"For how long the log has held events that a read model has not applied, "+
				"as far as this instance has seen: an hour at most.", []string{"name"}, nil),
		events: prometheus.NewDesc("gateway_projection_lag_events", "Events of the log not applied yet.", []string{"kind", "name"}, nil),
		live:   prometheus.NewDesc("gateway_projection_live", "1 when live, 0 when rebuilding or halted.", []string{"kind", "name"}, nil),
		halted: prometheus.NewDesc(
			"gateway_projection_halted", "1 when halted: it can't apply an event, or fails.", []string{"kind", "name"}, nil),
	})
}

// Describe implements prometheus.Collector.
func (l *lagCollector) Describe(d chan<- *prometheus.Desc) {
	d <- l.events
	d <- l.live
	d <- l.halted
	d <- l.late
}

// Collect implements prometheus.Collector.
func (l *lagCollector) Collect(out chan<- prometheus.Metric) {
	for kind, all := range l.statuses() {
		for _, s := range all {
			live := 0.0
			if s.State == engine.StateLive {
				live = 1
			}
			out <- prometheus.MustNewConstMetric(l.events, prometheus.GaugeValue, float64(s.Lag), kind, s.Name)
			if kind == "projection" {
				out <- prometheus.MustNewConstMetric(l.late, prometheus.GaugeValue, l.age(s.Position).Seconds(), s.Name)
			}
			halted := 0.0
			if s.State == engine.StateHalted {
				halted = 1
			}
			out <- prometheus.MustNewConstMetric(l.halted, prometheus.GaugeValue, halted, kind, s.Name)
			out <- prometheus.MustNewConstMetric(l.live, prometheus.GaugeValue, live, kind, s.Name)
		}
	}
}

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

// ProviderCall counts a call to a provider, and observes its duration, by connection, operation and outcome.
func (m *Metrics) ProviderCall(connection, operation, outcome string, took time.Duration) {
	m.providerCalls.WithLabelValues(connection, operation, outcome).Observe(took.Seconds())
}

func newProviderCalls() *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "gateway_provider_call_seconds",
		Help: "Calls to providers, by connection, operation and outcome: done, no_record, refused, float_empty or unknown.",
		// Up to PROVIDER_TIMEOUT.
		Buckets: []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 20, 30},
	}, []string{"connection", "operation", "outcome"})
}

// Build adds a figure that is always 1 and names the running version.
func (m *Metrics) Build(version string) {
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "gateway_build_info", Help: "1; the labels say which version runs, and by which version of Go it was built.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()},
	})
	info.Set(1)
	m.registry.MustRegister(info)
}

// Parked adds the number of clients whose payments can't be posted. parked returns false on an instance that
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

// FigureSource provides the values for Figures.
type FigureSource struct {
	Read func(ctx context.Context) (readmodel.Figures, error)
	// Short returns what our money lacks, in rupiah, to cover what is owed to clients. Nil leaves the figure out.
	Short func(ctx context.Context) (decimal.Decimal, error)
	// Overdue returns, in rupiah, what clients owe and what lies in suspense for longer than the last age class. Nil leaves
	// the figures out.
	Overdue func(ctx context.Context) (receivables, suspense decimal.Decimal, err error)
	Now     func() time.Time
}

// Figures adds what waits: callbacks, payouts of unknown outcome, suspense, and the age of the signed
// checkpoint. If the query fails, the scrape has none of them.
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
	payoutsOldest  = figure("gateway_payouts_unknown_oldest_seconds", "How long ago the oldest of them was asked for; 0 when there is none.")
	suspenseOpen   = figure("gateway_suspense_open", "Receipts of money that can't be credited to a client.")
	suspenseOldest = figure("gateway_suspense_oldest_seconds", "How long the oldest of them has waited; 0 when there is none.")
	safeguardShort = figure("gateway_safeguarding_short_rupiah",
		"What our money at the bank and the providers lacks to cover what is owed to clients; 0 while it covers.")
	receivablesOld  = figure("gateway_receivables_overdue_rupiah", "What clients owe for longer than the last age class of AGING_CLASSES.")
	suspenseOld     = figure("gateway_suspense_overdue_rupiah", "What lies in suspense for longer than the last age class of AGING_CLASSES.")
	bankLinesOpen   = figure("gateway_bank_lines_unmatched", "Lines of our bank account without a booking.")
	bankLinesOldest = figure("gateway_bank_lines_unmatched_oldest_seconds",
		"How long ago the oldest of them was imported; 0 when there is none.")
	writeOffsOpen   = figure("gateway_write_offs_open", "Write-offs that did not come back in whole.")
	writeOffsLost   = figure("gateway_write_offs_unrecovered_rupiah", "What was written off and did not come back.")
	writeOffsNew    = figure("gateway_write_offs_day", "Write-offs of the last 24 hours.")
	writtenOffNew   = figure("gateway_write_offs_day_rupiah", "What was written off in the last 24 hours.")
	checkpointAge   = figure("gateway_checkpoint_age_seconds", "How old the newest signed checkpoint is; 0 while it covers the whole tree.")
	checkpointLacks = figure("gateway_checkpoint_unsigned_events", "Events of the tree that no signed checkpoint covers.")
)

// Describe implements prometheus.Collector.
func (f *figureCollector) Describe(d chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{
		callbacksWaiting, callbacksOldest, endpointsFailing, payoutsUnknown, payoutsOldest,
		suspenseOpen, suspenseOldest, safeguardShort, receivablesOld, suspenseOld, bankLinesOpen, bankLinesOldest, checkpointAge, checkpointLacks,
		writeOffsOpen, writeOffsLost, writeOffsNew, writtenOffNew,
	} {
		d <- desc
	}
}

// Collect implements prometheus.Collector.
func (f *figureCollector) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), backlogTimeout)
	defer cancel()
	f.collectShort(ctx, metrics)
	f.collectOverdue(ctx, metrics)
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
		{bankLinesOpen, float64(read.BankLinesOpen)},
		{bankLinesOldest, f.since(read.OldestBankLine)},
		{writeOffsOpen, float64(read.WriteOffsOpen)},
		{writeOffsLost, read.WriteOffsUnrecovered.InexactFloat64()},
		{writeOffsNew, float64(read.WriteOffsOfDay)},
		{writtenOffNew, read.WrittenOffInDay.InexactFloat64()},
		{checkpointAge, f.unsignedAge(read)},
		{checkpointLacks, float64(max(0, read.TreeSize-read.CheckpointSize))},
	} {
		metrics <- prometheus.MustNewConstMetric(one.desc, prometheus.GaugeValue, one.value)
	}
}

// collectShort adds what our money lacks. If it can't be computed, the scrape has no such figure.
func (f *figureCollector) collectShort(ctx context.Context, metrics chan<- prometheus.Metric) {
	if f.Short == nil {
		return
	}
	if short, err := f.Short(ctx); err == nil {
		metrics <- prometheus.MustNewConstMetric(safeguardShort, prometheus.GaugeValue, short.InexactFloat64())
	}
}

// collectOverdue adds the old debts. If they can't be read, the scrape has no such figures.
func (f *figureCollector) collectOverdue(ctx context.Context, metrics chan<- prometheus.Metric) {
	if f.Overdue == nil {
		return
	}
	if receivables, suspense, err := f.Overdue(ctx); err == nil {
		metrics <- prometheus.MustNewConstMetric(receivablesOld, prometheus.GaugeValue, receivables.InexactFloat64())
		metrics <- prometheus.MustNewConstMetric(suspenseOld, prometheus.GaugeValue, suspense.InexactFloat64())
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

// startAtZero creates the series whose labels are known. If a counter first appeared with 1, an alert rule
// would see no increase.
func (m *Metrics) startAtZero() {
	for _, outcome := range []string{callback.StatusDelivered, callback.AttemptFailed, callback.StatusExhausted} {
		m.callbacks.WithLabelValues(outcome)
	}
	for _, outcome := range []string{balance.CallAccepted, balance.CallRefused, balance.FloatEmpty, balance.CallUnknown} {
		m.payoutCalls.WithLabelValues(outcome)
	}
	for _, outcome := range []string{mail.StatusSent, mail.AttemptFailed, mail.ReasonRefused, mail.ReasonTooOld} {
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
