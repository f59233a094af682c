package reactor

import (
	"cmp"
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/readmodel/paymentrows"

	"github.com/sirupsen/logrus"
)

// PaymentQueue lists pending payments whose expiry has come, and those whose creation
// the provider has not answered, page by page. *readmodel.Queries implements it.
type PaymentQueue interface {
	ExpiredPayments(ctx context.Context, now time.Time, after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error)
	UnopenedPayments(ctx context.Context, before time.Time, after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error)
}

// PaymentFinder asks the provider for payments, by its own id or by ours.
// *provider.Client implements it. Error: report.ErrNoRecord.
type PaymentFinder interface {
	PaymentConfirmer
	FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error)
}

// PaymentPollingOptions tune PaymentPolling. The service runs with the zero value.
type PaymentPollingOptions struct {
	// UnopenedAfter is how long the provider may take to answer a creation before
	// it is asked; longer than a call may last. 35 s when zero.
	UnopenedAfter time.Duration
	// RefuseAfter is how long a payment may be unknown to the provider before it
	// counts as refused. 2 min when zero.
	RefuseAfter time.Duration
	// ExpireAfter is how long beyond its expiry a payment stays open while the
	// provider does not answer, or keeps an invoice open. 10 min when zero.
	ExpireAfter time.Duration
	// RetryFirst and RetryMax are the times between two looks at one payment. 2 s
	// and 1 min when zero.
	RetryFirst, RetryMax time.Duration
	// Page is how many payments are read from a list at once. 500 when zero.
	Page int
}

// PaymentPolling asks the provider about payments whose notification did not come:
// it expires unpaid payments after asking once, and finds the outcome of a creation
// that the provider did not answer. A payment that is paid late is credited whenever
// its report arrives.
type PaymentPolling struct {
	*worker
	reports   *Reports
	queue     PaymentQueue
	provider  PaymentFinder
	retries   *retrySchedule
	o         PaymentPollingOptions
	creations creationFinder
	expired   pagedList[paymentrows.PaymentCursor]
	unopened  pagedList[paymentrows.PaymentCursor]
	// unopenedFirst changes with each reading: neither list takes all jobs for itself.
	unopenedFirst bool
}

const (
	pollingAtOnce = 16
	pollingGap    = 500 * time.Millisecond
	pollingPage   = 500
	// pollingPages bounds the pages of each list in one reading.
	pollingPages = 4
)

// NewPaymentPolling makes the reactor.
func NewPaymentPolling(
	reports *Reports, queue PaymentQueue, p PaymentFinder, progress Progress, logger *logrus.Entry, o PaymentPollingOptions,
) *PaymentPolling {
	o.UnopenedAfter, o.RefuseAfter = cmp.Or(o.UnopenedAfter, 35*time.Second), cmp.Or(o.RefuseAfter, 2*time.Minute)
	o.ExpireAfter = cmp.Or(o.ExpireAfter, 10*time.Minute)
	o.RetryFirst, o.RetryMax = cmp.Or(o.RetryFirst, 2*time.Second), cmp.Or(o.RetryMax, time.Minute)
	o.Page = cmp.Or(o.Page, pollingPage)
	return &PaymentPolling{
		worker:  newWorker("payment-watch", reports.Log, progress, logger, pollingAtOnce, pollingGap),
		reports: reports, queue: queue, provider: p, retries: newRetrySchedule(), o: o,
		creations: creationFinder{reports, p, o.UnopenedAfter, o.RefuseAfter},
		expired:   pagedList[paymentrows.PaymentCursor]{cursor: paymentrows.Transaction.ExpiryCursor},
		unopened:  pagedList[paymentrows.PaymentCursor]{cursor: paymentrows.Transaction.CreationCursor},
	}
}

// Run implements Reactor.
func (r *PaymentPolling) Run(ctx context.Context) error { return r.run(ctx, r.startDue) }

// RunOnce does what is due now, and returns when it is done.
func (r *PaymentPolling) RunOnce(ctx context.Context) error { return r.runOnce(ctx, r.startDue) }

// startDue goes on in both lists where the last reading ended, so that payments which
// don't move keep no other one waiting.
func (r *PaymentPolling) startDue(ctx context.Context) error {
	r.unopenedFirst = !r.unopenedFirst
	if r.unopenedFirst {
		return errors.Join(r.startUnopened(ctx), r.startExpired(ctx))
	}
	return errors.Join(r.startExpired(ctx), r.startUnopened(ctx))
}

func (r *PaymentPolling) startExpired(ctx context.Context) error {
	now := r.reports.Now()
	return r.expired.each(r.o.Page, pollingPages, func(after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error) {
		return r.queue.ExpiredPayments(ctx, now, after, limit)
	}, func(row paymentrows.Transaction) bool { return r.start(ctx, row) })
}

func (r *PaymentPolling) startUnopened(ctx context.Context) error {
	before := r.reports.Now().Add(-r.o.UnopenedAfter)
	return r.unopened.each(r.o.Page, pollingPages, func(after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error) {
		return r.queue.UnopenedPayments(ctx, before, after, limit)
	}, func(row paymentrows.Transaction) bool { return r.start(ctx, row) })
}

// start starts the job of a payment where it is due. It reports whether it could.
func (r *PaymentPolling) start(ctx context.Context, row paymentrows.Transaction) bool {
	if r.isFull() {
		return false
	}
	if r.retries.isDue(row.TransactionID, r.reports.Now()) {
		r.startJob(ctx, row.TransactionID, func(ctx context.Context) error { return r.poll(ctx, row) })
	}
	return true
}

func (r *PaymentPolling) poll(ctx context.Context, row paymentrows.Transaction) error {
	s, _, err := eventstore.Load(ctx, r.log, payment.Aggregate, payment.Stream(row.TransactionID))
	if err != nil {
		return err
	}
	switch {
	case s.Status != payment.StatusPending: // the read model does not show it yet
		return nil
	case !s.Opened():
		err = r.findCreated(ctx, s)
	case !r.reports.Now().Before(s.ExpiresAt):
		err = r.expire(ctx, s)
	}
	if err != nil {
		r.pollLater(s)
	}
	return notRefused(err)
}

func (r *PaymentPolling) pollLater(s payment.State) {
	r.retries.postpone(s.TransactionID, r.reports.Now(), r.o.RetryFirst, r.o.RetryMax)
}

// findCreated takes in the outcome of a creation that the provider did not answer. One that the
// provider has no record of was refused.
func (r *PaymentPolling) findCreated(ctx context.Context, s payment.State) error {
	switch _, err := r.creations.find(ctx, s); {
	case errors.Is(err, errUnopened):
		r.pollLater(s)
		return nil
	case errors.Is(err, report.ErrNoRecord):
		return r.execute(ctx, s, func(s payment.State) ([]domain.Event, error) {
			return payment.Refuse(s, "provider_not_found", "the provider has no record of it", r.reports.Now())
		})
	case err != nil:
		return err
	}
	r.retries.forget(s.TransactionID)
	return nil
}

// expire asks the provider once more, then expires the payment by the gateway's clock.
// An invoice stays open as long as the provider keeps it open, up to ExpireAfter.
func (r *PaymentPolling) expire(ctx context.Context, s payment.State) error {
	channel := pricing.Kind(s.Channel)
	found, err := r.provider.GetPayment(ctx, channel, lookupID(channel, s.Opening.ProviderID, s.TransactionID))
	mayWait := r.reports.Now().Before(s.ExpiresAt.Add(r.o.ExpireAfter))
	switch {
	case err != nil && !errors.Is(err, report.ErrNoRecord) && mayWait:
		return err
	case err == nil && found.Status.IsPaid():
		// A wrong amount goes to suspense and leaves the payment pending. payment.Expire
		// then decides whether it expires.
		if err := r.reports.takeFound(ctx, s, found); err != nil {
			return err
		}
	case err == nil && found.Status == report.Pending && channel == pricing.Invoice && mayWait:
		r.pollLater(s)
		return nil
	}
	return r.execute(ctx, s, func(s payment.State) ([]domain.Event, error) { return payment.Expire(s, r.reports.Now()) })
}

func (r *PaymentPolling) execute(ctx context.Context, s payment.State, decide func(payment.State) ([]domain.Event, error)) error {
	out, err := eventstore.Execute(ctx, r.log, payment.Aggregate, payment.Stream(s.TransactionID), decide)
	if err == nil && len(out.Events) == 0 && out.State.Status == payment.StatusPending {
		r.pollLater(s) // an administrator has to decide on suspended money first
		return nil
	}
	r.retries.forget(s.TransactionID)
	return err
}

// lookupID is the id that the provider looks a payment up by: its own, or ours for a
// QR code.
func lookupID(channel pricing.Kind, providerID, transactionID string) string {
	if channel == pricing.QRIS {
		return transactionID
	}
	return providerID
}
