package paymentreactor

import (
	"context"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/paymentrows"

	"github.com/sirupsen/logrus"
)

// PaymentQueue lists the payments for which an act is due, page by page. *readmodel.Queries implements it.
type PaymentQueue interface {
	DuePayments(
		ctx context.Context, act paymentrows.Act, until time.Time, after paymentrows.PaymentCursor, limit int,
	) ([]paymentrows.DuePayment, error)
}

// PaymentProvider has what a connection knows of payments, and closes them. Both adapters implement it. Its error is
// report.ErrNoRecord if the provider has no record.
type PaymentProvider interface {
	reportreactor.ReceiptFinder
	FindPayment(ctx context.Context, of report.Lookup) (report.Payment, error)
	// ExpirePayment closes a payment. Errors: *report.Refused if the provider refuses; errors.ErrUnsupported if it
	// has no call for that. After any other error the payment may have been closed.
	ExpirePayment(ctx context.Context, of report.Lookup) error
}

// Connections are what the provider of a payment knows, by the payment's connection.
type Connections struct {
	Payments connection.Ports[PaymentProvider]
	// Books finds the provider's books. A connection without has errors.ErrUnsupported.
	Books connection.Ports[reportreactor.BookingLister]
}

// PaymentWatchOptions tune PaymentWatch. The service sets OnContradiction.
type PaymentWatchOptions struct {
	// Page is how many payments are read from a list at once; 500 when zero.
	Page int
	// Shares says that there are several connections: the look-ups at one take at most half of the places.
	Shares bool
	// OnContradiction, when set, is called for each notification that the provider did not
	// confirm. It must return at once.
	OnContradiction func()
}

const (
	// unopenedAfter is how long after the request of an unanswered creation the provider is asked about it.
	// It is longer than the request that creates it may last, with a second connection that is asked after the first
	// (service.CreateLimit): until then its answer may still come, and be shown to the customer.
	unopenedAfter = 50 * time.Second
	// refuseAfter is how long after its request a payment that the provider does not know counts as refused.
	refuseAfter = 2 * time.Minute
	// expireAfter is how long beyond its expiry a payment stays open while the provider does not answer, or
	// keeps an invoice open.
	expireAfter = 10 * time.Minute
	// confirmLooks is the number of answers without a confirmation after which a notification is disbelieved.
	// That takes about two minutes.
	confirmLooks = 8
	// watchPages bounds the pages of each list in one reading.
	watchPages = 4
)

// PaymentWatch does what is due for payments. A list names the payment, and the state in the stream tells
// what is due. Its three reactors each have their own jobs, so that a slow act does not hold up those of
// another reactor.
type PaymentWatch struct {
	// Confirming asks the provider about notifications of money, and takes in only what the provider confirms.
	Confirming PaymentWorker
	// Expiring asks the provider about payments whose notification did not come. It expires an unpaid payment
	// after asking once more, and finds out what became of a creation that the provider did not answer. If a
	// payment is paid after all, its money is credited whenever the report arrives.
	Expiring PaymentWorker
	// Closing ends payments before their expiry. If the process that opened a replacing payment ended too
	// early, Closing tells the older payment that it is replaced. It also closes cancelled and replaced
	// payments at the provider.
	Closing PaymentWorker

	reports     *reportreactor.Reports
	queue       PaymentQueue
	connections Connections
	o           PaymentWatchOptions
	retries     *reactor.RetrySchedule
	// looks schedules the look-ups that confirm notifications, and counts the answers.
	looks *reactor.RetrySchedule
}

// PaymentWorker is a reactor that does some of the acts of a PaymentWatch.
type PaymentWorker struct{ *reactor.Worker }

// NewPaymentWatch makes the reactors that watch payments.
func NewPaymentWatch(
	reports *reportreactor.Reports, queue PaymentQueue, c Connections, progress reactor.Progress,
	logger *logrus.Entry, o PaymentWatchOptions,
) *PaymentWatch {
	if o.OnContradiction == nil {
		o.OnContradiction = func() {}
	}
	w := &PaymentWatch{
		reports: reports, queue: queue, connections: c, o: o,
		retries: reactor.NewRetrySchedule(reports.Now, reactor.RetryFirst, reactor.RetryMost),
		looks:   reactor.NewRetrySchedule(reports.Now, time.Second, reactor.RetryMost),
	}
	work := func(name string, atOnce int, gap time.Duration, acts ...paymentrows.Act) PaymentWorker {
		return w.work(reactor.NewWorker(name, reports.Log, progress, logger, atOnce, gap), acts)
	}
	w.Confirming = work("payment-confirming", 32, 50*time.Millisecond, paymentrows.ToConfirm)
	w.Expiring = work("payment-watch", 16, 500*time.Millisecond, paymentrows.ToFind, paymentrows.ToExpire)
	w.Closing = work("payment-closing", 16, 100*time.Millisecond, paymentrows.ToReplace, paymentrows.ToClose)
	return w
}

// work makes the worker do the acts.
func (w *PaymentWatch) work(worker *reactor.Worker, acts []paymentrows.Act) PaymentWorker {
	var lists []func(context.Context) error
	for _, act := range acts {
		lists = append(lists, w.list(worker, act).Start)
	}
	worker.StartDue = reactor.TakeTurns(lists...)
	return PaymentWorker{worker}
}

// groupOf tells which connection a payment waits for; nil where there is only one.
func (w *PaymentWatch) groupOf() func(paymentrows.DuePayment) string {
	if !w.o.Shares {
		return nil
	}
	return func(row paymentrows.DuePayment) string { return row.Connection }
}

// list makes the to-do list of an act.
func (w *PaymentWatch) list(worker *reactor.Worker, act paymentrows.Act) *reactor.ToDo[paymentrows.DuePayment, paymentrows.PaymentCursor] {
	l := &reactor.ToDo[paymentrows.DuePayment, paymentrows.PaymentCursor]{
		Worker: worker, Retries: w.retries,
		Key:   func(row paymentrows.DuePayment) string { return retryKey(act, row) },
		Job:   func(row paymentrows.DuePayment) string { return row.TransactionID },
		Do:    func(ctx context.Context, row paymentrows.DuePayment) error { return w.act(ctx, act, row) },
		Group: w.groupOf(),
		List: reactor.List[paymentrows.DuePayment, paymentrows.PaymentCursor]{
			Page: w.o.Page, Pages: watchPages, Place: func(row paymentrows.DuePayment) paymentrows.PaymentCursor { return row.PaymentCursor },
			Read: func(ctx context.Context, after paymentrows.PaymentCursor, limit int) ([]paymentrows.DuePayment, error) {
				until := w.reports.Now()
				if act == paymentrows.ToFind {
					until = until.Add(-unopenedAfter)
				}
				return w.queue.DuePayments(ctx, act, until, after, limit)
			},
		},
	}
	if act == paymentrows.ToConfirm {
		// The pause between two readings would limit how many notifications are confirmed.
		l.Retries, l.AwaitsRoom = w.looks, true
		l.Position = func(row paymentrows.DuePayment) int64 { return row.ID }
	}
	return l
}

func retryKey(act paymentrows.Act, row paymentrows.DuePayment) string {
	return string(act) + " " + row.TransactionID + " " + row.Key
}

// act does the act for the payment if its stream says that it is due. The read model may be behind.
func (w *PaymentWatch) act(ctx context.Context, act paymentrows.Act, row paymentrows.DuePayment) error {
	s, _, err := eventstore.Load(ctx, w.reports.Log, payment.Aggregate, payment.Stream(row.TransactionID))
	if err != nil || !slices.Contains(due(s, w.reports.Now()), act) {
		return err
	}
	switch act {
	case paymentrows.ToFind:
		return w.findCreated(ctx, s)
	case paymentrows.ToExpire:
		return w.expire(ctx, s)
	case paymentrows.ToReplace:
		return w.replace(ctx, s)
	case paymentrows.ToClose:
		return w.close(ctx, s)
	default:
		return w.confirm(ctx, s, row)
	}
}

// due returns the acts that are due for a payment in this state.
func due(s payment.State, now time.Time) (acts []paymentrows.Act) {
	if len(s.Waiting) > 0 {
		acts = append(acts, paymentrows.ToConfirm)
	}
	switch pending := s.Status == payment.StatusPending; {
	case pending && !s.Opened():
		acts = append(acts, paymentrows.ToFind)
	case pending && !now.Before(s.ExpiresAt):
		acts = append(acts, paymentrows.ToExpire)
	}
	if s.Replaces != "" && (s.Opened() || s.Paid()) { // that the older payment was told is in its own stream
		acts = append(acts, paymentrows.ToReplace)
	}
	if s.ToClose {
		acts = append(acts, paymentrows.ToClose)
	}
	return acts
}

func (w *PaymentWatch) execute(
	ctx context.Context, transactionID string, decide func(payment.State) ([]domain.Event, error),
) (eventstore.Outcome[payment.State], error) {
	return eventstore.Execute(ctx, w.reports.Log, payment.Aggregate, payment.Stream(transactionID), decide)
}
