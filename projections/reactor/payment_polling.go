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

// PaymentQueue lists pending payments that have reached their expiry, and payments whose creation the
// provider has not answered, page by page. *readmodel.Queries implements it.
type PaymentQueue interface {
	ExpiredPayments(ctx context.Context, now time.Time, after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error)
	UnopenedPayments(ctx context.Context, before time.Time, after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error)
}

// PaymentFinder asks the provider for payments, by the provider's id or by ours. *provider.Client
// implements it. Error: report.ErrNoRecord.
type PaymentFinder interface {
	PaymentConfirmer
	FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error)
}

// PaymentPollingOptions tune PaymentPolling. The service runs with the zero value.
type PaymentPollingOptions struct {
	// UnopenedAfter is how long after the request of an unanswered creation the provider is asked about
	// it; 35 s when zero. It must be longer than a call may last.
	UnopenedAfter time.Duration
	// RefuseAfter is how long after its request a payment that the provider does not know counts as
	// refused; 2 min when zero.
	RefuseAfter time.Duration
	// ExpireAfter is how long beyond its expiry a payment stays open while the provider does not answer,
	// or keeps an invoice open; 10 min when zero.
	ExpireAfter time.Duration
	// RetryFirst and RetryMax are the first and the longest pause between two look-ups of one payment; 2 s
	// and 1 min when zero.
	RetryFirst, RetryMax time.Duration
	// Page is how many payments are read from a list at once; 500 when zero.
	Page int
}

// PaymentPolling asks the provider about payments whose notification did not come. It expires an unpaid
// payment after asking once more, and finds out what became of a creation that the provider did not
// answer. If a payment is paid after all, its money is credited whenever the report arrives.
type PaymentPolling struct {
	*worker
	reports     *Reports
	provider    PaymentFinder
	retries     *retrySchedule
	expireAfter time.Duration
	creations   creationFinder
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
	unopenedAfter := cmp.Or(o.UnopenedAfter, 35*time.Second)
	r := &PaymentPolling{
		worker:  newWorker("payment-watch", reports.Log, progress, logger, pollingAtOnce, pollingGap),
		reports: reports, provider: p, expireAfter: cmp.Or(o.ExpireAfter, 10*time.Minute),
		retries:   newRetrySchedule(reports.Now, cmp.Or(o.RetryFirst, 2*time.Second), cmp.Or(o.RetryMax, time.Minute)),
		creations: creationFinder{reports, p, unopenedAfter, cmp.Or(o.RefuseAfter, 2*time.Minute)},
	}
	page := cmp.Or(o.Page, pollingPage)
	expired := r.list(page, paymentrows.Transaction.ExpiryCursor,
		func(ctx context.Context, after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error) {
			return queue.ExpiredPayments(ctx, reports.Now(), after, limit)
		})
	unopened := r.list(page, paymentrows.Transaction.CreationCursor,
		func(ctx context.Context, after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error) {
			return queue.UnopenedPayments(ctx, reports.Now().Add(-unopenedAfter), after, limit)
		})
	first, second := unopened, expired
	r.startDue = func(ctx context.Context) error {
		err := errors.Join(first.start(ctx), second.start(ctx))
		first, second = second, first // take turns, so that neither list uses up all the jobs
		return err
	}
	return r
}

// list makes a to-do list of payments to ask the provider about.
func (r *PaymentPolling) list(
	page int, place func(paymentrows.Transaction) paymentrows.PaymentCursor,
	read func(ctx context.Context, after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error),
) *toDo[paymentrows.Transaction, paymentrows.PaymentCursor] {
	return &toDo[paymentrows.Transaction, paymentrows.PaymentCursor]{
		worker: r.worker, retries: r.retries, do: r.poll,
		key:  func(row paymentrows.Transaction) string { return row.TransactionID },
		list: list[paymentrows.Transaction, paymentrows.PaymentCursor]{page: page, pages: pollingPages, place: place, read: read},
	}
}

func (r *PaymentPolling) poll(ctx context.Context, row paymentrows.Transaction) error {
	s, _, err := eventstore.Load(ctx, r.log, payment.Aggregate, payment.Stream(row.TransactionID))
	if err != nil {
		return err
	}
	switch {
	case s.Status != payment.StatusPending: // it has ended; the read model does not show that yet
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
	r.retries.postpone(s.TransactionID)
}

// findCreated takes in the outcome of a creation that the provider did not answer. If the provider has no
// record of the payment, the payment is refused.
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

// expire asks the provider once more, and then expires the payment by the gateway's clock. While the
// provider keeps an invoice open, the invoice stays open here too, for at most ExpireAfter.
func (r *PaymentPolling) expire(ctx context.Context, s payment.State) error {
	channel := pricing.Kind(s.Channel)
	found, err := r.provider.GetPayment(ctx, channel, lookupID(channel, s.Opening.ProviderID, s.TransactionID))
	mayWait := r.reports.Now().Before(s.ExpiresAt.Add(r.expireAfter))
	switch {
	case err != nil && !errors.Is(err, report.ErrNoRecord) && mayWait:
		return err
	case err == nil && found.Status.IsPaid():
		// A wrong amount goes to suspense and leaves the payment pending. payment.Expire
		// then decides whether it expires.
		if err := r.reports.takeFound(ctx, s, found); err != nil {
			return err
		}
	case err == nil && found.Status == report.Pending && channel.Traits().ProviderExpires && mayWait:
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

// lookupID returns the id by which the provider finds a payment: ours on channels that are looked up by
// reference (QR codes), the provider's on all others.
func lookupID(channel pricing.Kind, providerID, transactionID string) string {
	if channel.Traits().ByReference {
		return transactionID
	}
	return providerID
}
