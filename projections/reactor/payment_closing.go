package reactor

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/readmodel/paymentrows"

	"github.com/sirupsen/logrus"
)

// PaymentEnds lists payments to end before their expiry, page by page in the order of their ids.
// *readmodel.Queries implements it.
type PaymentEnds interface {
	PaymentsToReplace(ctx context.Context, after int64, limit int) ([]paymentrows.Transaction, error)
	PaymentsToClose(ctx context.Context, after int64, limit int) ([]paymentrows.Transaction, error)
}

// PaymentCloser closes payments at the provider. *provider.Client implements it. Errors: *report.Refused
// if the provider refuses, report.ErrNoRecord if it has no record. After any other error the payment may
// have been closed.
type PaymentCloser interface {
	ExpirePayment(ctx context.Context, channel pricing.Kind, providerID string) error
	FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error)
}

// PaymentClosingOptions tune PaymentClosing. The service runs with the zero value. The fields mean the
// same as in PaymentPollingOptions.
type PaymentClosingOptions struct {
	UnopenedAfter, RefuseAfter time.Duration
	RetryFirst, RetryMax       time.Duration
	Page                       int
}

// PaymentClosing ends payments before their expiry. If the process that opened a replacing payment ended
// too early, PaymentClosing tells the older payment that it is replaced. It also closes cancelled and
// replaced payments at the provider. The event Expired is already in the log before the call, and a crash
// may repeat the call. If the provider has not answered the creation of a payment, PaymentClosing looks
// the payment up first.
type PaymentClosing struct {
	*worker
	reports   *Reports
	provider  PaymentCloser
	retries   *retrySchedule
	creations creationFinder
}

const (
	closingAtOnce = 16
	closingGap    = 100 * time.Millisecond
)

// NewPaymentClosing makes the reactor.
func NewPaymentClosing(
	reports *Reports, ends PaymentEnds, p PaymentCloser, progress Progress, logger *logrus.Entry, o PaymentClosingOptions,
) *PaymentClosing {
	r := &PaymentClosing{
		worker:  newWorker("payment-closing", reports.Log, progress, logger, closingAtOnce, closingGap),
		reports: reports, provider: p,
		retries: newRetrySchedule(reports.Now, cmp.Or(o.RetryFirst, 2*time.Second), cmp.Or(o.RetryMax, time.Minute)),
		creations: creationFinder{
			reports, p, cmp.Or(o.UnopenedAfter, 35*time.Second), cmp.Or(o.RefuseAfter, 2*time.Minute),
		},
	}
	page := cmp.Or(o.Page, pollingPage)
	replacing := r.list("replace ", page, ends.PaymentsToReplace, r.replace)
	closing := r.list("close ", page, ends.PaymentsToClose, r.close)
	r.startDue = func(ctx context.Context) error { return errors.Join(replacing.start(ctx), closing.start(ctx)) }
	return r
}

// list makes a to-do list of payments on which do is run. act prefixes the keys of its jobs.
func (r *PaymentClosing) list(
	act string, page int, read func(ctx context.Context, after int64, limit int) ([]paymentrows.Transaction, error),
	do func(context.Context, paymentrows.Transaction) error,
) *toDo[paymentrows.Transaction, int64] {
	key := func(row paymentrows.Transaction) string { return act + row.TransactionID }
	return &toDo[paymentrows.Transaction, int64]{
		worker: r.worker, retries: r.retries, key: key,
		list: list[paymentrows.Transaction, int64]{
			page: page, read: read, place: func(row paymentrows.Transaction) int64 { return row.ID },
		},
		do: func(ctx context.Context, row paymentrows.Transaction) error { return r.try(ctx, key(row), row, do) },
	}
}

// try runs a job. If the job fails, try postpones it, each time for longer.
func (r *PaymentClosing) try(
	ctx context.Context, key string, row paymentrows.Transaction, do func(context.Context, paymentrows.Transaction) error,
) error {
	err := do(ctx, row)
	if err == nil {
		r.retries.forget(key)
		return nil
	}
	r.retries.postpone(key)
	if errors.Is(err, errUnopened) {
		return nil // not a failure: it is tried again later
	}
	return err
}

// replace tells the older payment that the newer one, given by the row, is open.
func (r *PaymentClosing) replace(ctx context.Context, row paymentrows.Transaction) error {
	newer := payment.Identity{TransactionID: row.TransactionID, ID: row.ID}
	_, err := r.execute(ctx, *row.Replaces, func(s payment.State) ([]domain.Event, error) {
		return payment.Replace(s, newer, r.reports.Now())
	})
	return err
}

func (r *PaymentClosing) close(ctx context.Context, row paymentrows.Transaction) error {
	s, _, err := eventstore.Load(ctx, r.log, payment.Aggregate, payment.Stream(row.TransactionID))
	if err != nil || !s.ToClose {
		return err
	}
	if !s.Opened() && !s.Paid() {
		if s, err = r.creations.find(ctx, s); errors.Is(err, report.ErrNoRecord) {
			return r.record(ctx, s, payment.ClosingNotNeeded, "")
		} else if err != nil {
			return err
		}
	}
	switch {
	case s.Paid():
		return r.record(ctx, s, payment.ClosingNotNeeded, "")
	case !r.reports.Now().Before(s.Opening.ExpiresAt):
		return r.record(ctx, s, payment.ClosingLapsed, "")
	}
	err = r.provider.ExpirePayment(ctx, pricing.Kind(s.Channel), s.Opening.ProviderID)
	refused, isRefused := errors.AsType[*report.Refused](err)
	switch {
	case err == nil:
		return r.record(ctx, s, payment.ClosedByProvider, "")
	case isRefused && refused.Status == http.StatusNotFound:
		return err // the provider may not find a payment it has just made: retry until the payment expires by itself
	case isRefused && !refusesCredentials(refused):
		r.logger.WithFields(logrus.Fields{"payment": s.TransactionID, "provider_code": refused.Code}).
			Warn("the provider did not close a payment: it may have been paid")
		return r.record(ctx, s, payment.ClosingRefused, refused.Code)
	}
	return err
}

func (r *PaymentClosing) record(ctx context.Context, s payment.State, outcome, code string) error {
	// Append the event even after the context has ended, because the call was made.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendAfterStop)
	defer cancel()
	_, err := r.execute(ctx, s.TransactionID, func(s payment.State) ([]domain.Event, error) {
		return payment.Close(s, outcome, code, r.reports.Now())
	})
	return err
}

func (r *PaymentClosing) execute(
	ctx context.Context, transactionID string, decide func(payment.State) ([]domain.Event, error),
) (eventstore.Outcome[payment.State], error) {
	return eventstore.Execute(ctx, r.log, payment.Aggregate, payment.Stream(transactionID), decide)
}
