package wiring

import (
	"context"
	"fmt"
	"io"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/eventstore"
	"gateway/http/outbound/callbacksender"
	"gateway/http/outbound/providers"
	"gateway/http/server"
	"gateway/http/service"
	"gateway/http/service/routingservice"
	"gateway/http/service/safeguardservice"
	"gateway/projections/engine"
	"gateway/projections/leader"
	"gateway/projections/reactor"
	"gateway/projections/reactor/accountreactor"
	"gateway/projections/reactor/approvalreactor"
	"gateway/projections/reactor/bookreactor"
	"gateway/projections/reactor/callbackreactor"
	"gateway/projections/reactor/noticereactor"
	"gateway/projections/reactor/paymentreactor"
	"gateway/projections/reactor/payoutreactor"
	"gateway/projections/reactor/postingreactor"
	"gateway/projections/reactor/refundreactor"
	"gateway/projections/reactor/reportreactor"

	"github.com/prometheus/client_golang/prometheus/collectors"
)

// openReactors makes the reactors and the leadership that decides whether they run here.
func (a *App) openReactors(keys config.Secrets, metrics *server.Metrics, out io.Writer) {
	b := a.core
	sender := callbacksender.NewSender(callbacksender.Options{AllowPrivate: a.config.AllowsPrivateReceivers()})
	secrets := callbacksender.Secrets(b.Log, keys.Masters)
	sending := callbackreactor.CallbackOptions{
		Now: b.Now, OnAttempt: metrics.Callback, KeepAnswer: b.State.KeepAnswer, KeepAttempts: b.State.KeepEndpointAttempts,
	}
	reports := a.reports(metrics)
	posting := postingreactor.NewPosting(b.Log, a.databases.Read.DB, a.logger)
	payments := paymentreactor.NewPaymentWatch(reports, b.Queries, paymentreactor.Connections{
		Payments: providers.Ports[paymentreactor.PaymentProvider](a.providers), Books: providers.Ports[reportreactor.BookingLister](a.providers),
	}, b.Watcher, a.logger, paymentreactor.PaymentWatchOptions{
		OnContradiction: metrics.PaymentContradiction, Shares: len(a.providers.Names()) > 1,
	})
	var kinds []string
	for _, subject := range routingservice.Subjects() {
		kinds = append(kinds, string(subject))
	}
	for _, i := range a.providers.Info() {
		metrics.Connection(i.Name, kinds, func(kind string) bool {
			return a.shared.routing.Health.Fails(i.Name, routingservice.Subject(kind))
		})
	}
	payers := providers.Ports[payoutreactor.PayoutProvider](a.providers)
	a.refunds = refundreactor.New(reports, b.Queries, b.Watcher, a.logger, refundreactor.Options{
		Rules: a.refundRules(), Ports: a.refundPorts(), Route: a.routePayout, PayerNames: a.payerNames(),
		CallTimeout: a.config.ProviderTimeout, PollFirst: a.simulatedPoll(time.Second), PollMax: a.simulatedPoll(10 * time.Second),
	})
	reactors := []reactor.Reactor{
		posting,
		reactor.Gated(payoutreactor.NewPayouts(reports, b.Queries, payers, b.Watcher, a.logger, payoutreactor.PayoutOptions{
			ProviderAPI: a.config.ProviderPayoutAPI, CallTimeout: a.config.ProviderTimeout, OnCall: metrics.PayoutCall,
			OnFloat: metrics.FloatEmpty, OnAttempt: a.recordPayout, Route: a.routePayout, Payers: payersOf(a.providers),
			PollFirst: a.simulatedPoll(time.Second), PollMax: a.simulatedPoll(10 * time.Second),
			Books: listersOf(a.providers), Arrival: a.config.ProviderTimeout + a.config.PayoutAttemptMargin,
		}), a.payoutsOff),
		reactor.Gated(a.refunds, a.payoutsOff),
		payments.Confirming, payments.Expiring, payments.Closing,
		paymentreactor.NewDisputeWatch(b.Log, b.Queries, b.Watcher, a.logger, b.Now),
		callbackreactor.NewCallbacks(b.Log, b.Queries, sender, secrets, b.Watcher, a.logger, sending),
		callbackreactor.NewEndpoints(b.Log, b.Queries, sender, secrets, b.Watcher, a.logger, sending),
		accountreactor.NewRecoveries(b.Log, b.Queries, a.shared.accounts, b.Watcher, a.logger, b.Now),
		approvalreactor.NewApprovals(b.Log, b.Queries, a.shared.approvals, b.Watcher, a.logger, b.Now),
	}
	if a.config.HoldDays > 0 {
		reactors = append(reactors, paymentreactor.NewHoldEnding(b.Log, b.Queries, b.Watcher, a.logger, paymentreactor.HoldEndingOptions{
			After: time.Duration(a.config.HoldDays) * 24 * time.Hour, Now: b.Now,
		}))
	}
	if names, listed := booksOf(a.providers); a.config.ProviderListingRate > 0 {
		for i, at := range listed {
			reactors = append(reactors, bookreactor.NewProviderListing(reports, at, at, b.State, a.logger, bookreactor.ProviderListingOptions{
				Connection: names[i], Rate: a.config.ProviderListingRate, After: a.config.ProviderListingAfter, Days: b.Calendar,
				Consumers: []bookreactor.BookingConsumer{
					reports, bookreactor.ProviderFees{Log: b.Log, Now: b.Now}, bookreactor.BookedPayouts{Reports: reports},
				},
			}))
		}
	}
	if costs := costsOf(a.providers); len(costs) > 0 {
		reactors = append(reactors, bookreactor.NewFeeEstimates(b.Log, b.Queries, costs, b.Watcher, a.logger, b.Now))
	}
	if mails, ok := a.mailReactor(keys, metrics, out); ok {
		reactors = append(reactors, mails, noticereactor.New(b.Log, b.Queries, b.Watcher, a.logger, noticereactor.Options{
			Now: b.Now, Calendar: b.Calendar, HoldDays: a.config.HoldDays,
		}))
	}
	if a.realtime.centrifugo != nil {
		reactors = append(reactors, a.newRealtimeReactor(a.realtime.centrifugo))
	}
	a.reactors = reactor.NewGroup(a.store, a.logger, reactors...)
	a.leader = leader.New(a.databases.State.DB, a.logger)
	a.leader.Label = a.databases.Version
	a.guard.OnRefuse = a.leader.StandDown
	metrics.Leader(a.leader.Leads)
	lag := func(position int64) time.Duration { return a.heads.Lag(position, time.Now()) }
	metrics.Lag(a.statuses, lag)
	metrics.Parked(posting.Parked)
	metrics.Figures(server.FigureSource{
		Read: b.Queries.Figures, Short: shortOf(b).Get, Overdue: a.ages().Overdue, Now: b.Now,
	})
	metrics.Add(collectors.NewDBStatsCollector(a.databases.State.DB, "log"))
	metrics.Add(collectors.NewDBStatsCollector(a.databases.Read.DB, "read_models"))
	metrics.ReportBacklog(b.Queries.PaymentReportBacklog, b.Now)
	metrics.ApprovalBacklog(b.Queries.ApprovalBacklog, b.Now)
}

// simulatedPoll is how soon a payout is asked for where several connections are played. SNAP BI has no notification of a
// transfer, and in a sandbox somebody waits for it. Zero means the usual time.
func (a *App) simulatedPoll(after time.Duration) time.Duration {
	if len(a.played) > 1 {
		return after
	}
	return 0
}

// payoutsOff returns why no payouts may be sent. After a new generation of the log starts, none may until an
// operator has compared the provider's payouts with it.
func (a *App) payoutsOff(ctx context.Context) (reason string, err error) {
	g, err := eventstore.ReadGeneration(ctx, a.store)
	if err != nil || !g.PayoutsOff {
		return "", err
	}
	return fmt.Sprintf("no payout is sent: generation %d of the log began after a restore, and the provider may know payouts that the "+
		"log lacks; compare with gateway audit reconcile, then run gateway events resume-payouts", g.Number), nil
}

// reports makes the code that applies the provider's reports to payments and payouts.
func (a *App) reports(metrics *server.Metrics) *reportreactor.Reports {
	b := a.core
	return &reportreactor.Reports{
		Log: b.Log, IDs: b.IDs, Now: b.Now, Logger: a.logger, Confirm: a.config.Confirms(), ConfirmAt: a.confirmsAt(),
		OnContradiction: metrics.PayoutContradiction, OnFound: metrics.PaymentFound,
		Payments: b.Queries, Refunds: b.Queries, OnRefundNews: a.refundNews, OnReversal: metrics.Reversal, Bind: a.shared.routing.Bind,
	}
}

// refundNews has the refunds' reactor look a refund up.
func (a *App) refundNews(transactionID string, id int64) {
	if a.refunds != nil {
		a.refunds.News(transactionID, id)
	}
}

// statuses returns the statuses of projections and reactors, by kind. It leaves out a kind whose statuses
// cannot be read within a second.
func (a *App) statuses() map[string][]engine.Status {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	all := make(map[string][]engine.Status)
	if models, err := a.engine.Statuses(ctx); err == nil {
		all["projection"] = models
	}
	if reactors, err := a.reactors.Statuses(ctx); err == nil {
		all["reactor"] = reactors
	}
	if a.realtime.reactors != nil {
		if own, err := a.realtime.reactors.Statuses(ctx); err == nil {
			all["reactor"] = append(all["reactor"], own...)
		}
	}
	return all
}

// shortOf returns what our money lacks to cover what is owed, for metrics. Each computation is a trial balance.
func shortOf(core *service.Core) *safeguardservice.Figure {
	return &safeguardservice.Figure{Compute: safeguardservice.New(core).Short, MaxAge: time.Minute, Now: core.Now}
}
