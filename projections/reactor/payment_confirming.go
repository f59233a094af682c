package reactor

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/readmodel/paymentrows"

	"github.com/sirupsen/logrus"
)

// PaymentReportQueue lists the notifications of payments that are waiting for confirmation, page by page
// in the order of the log. *readmodel.Queries implements it.
type PaymentReportQueue interface {
	WaitingPaymentReports(ctx context.Context, after int64, limit int) ([]paymentrows.PaymentReport, error)
}

// PaymentConfirmingOptions tune PaymentConfirming. The service sets OnContradiction.
type PaymentConfirmingOptions struct {
	// Looks is the number of answers without a confirmation after which a notification is disbelieved; 8
	// when zero, which takes about two minutes.
	Looks int
	// RetryFirst and RetryMax are the first and the longest pause between two look-ups; 1 s and 1 min when
	// zero.
	RetryFirst, RetryMax time.Duration
	// Page is the number of notifications that are read at once; 500 when zero.
	Page int
	// OnContradiction, when set, is called for each notification that the provider did not
	// confirm. It must return at once.
	OnContradiction func()
}

// PaymentConfirming asks the provider about notifications of money, and takes in only what the provider
// confirms. While the provider does not answer, the notifications wait. If it repeatedly answers something
// else, the notification is disbelieved and an error is logged for operators, because the notification may
// be forged.
type PaymentConfirming struct {
	*worker
	reports  *Reports
	provider ReceiptFinder
	lister   BookingLister
	retries  *retrySchedule
	o        PaymentConfirmingOptions
	waiting  list[paymentrows.PaymentReport, int64]
}

const (
	confirmsAtOnce = 32
	confirmsGap    = 50 * time.Millisecond
	confirmsPage   = 500
	// confirmsPages bounds the pages of one reading.
	confirmsPages = 4
)

// NewPaymentConfirming makes the reactor.
func NewPaymentConfirming(
	reports *Reports, queue PaymentReportQueue, p ReceiptFinder, lister BookingLister, progress Progress, logger *logrus.Entry,
	o PaymentConfirmingOptions,
) *PaymentConfirming {
	o.Looks = cmp.Or(o.Looks, 8)
	if o.OnContradiction == nil {
		o.OnContradiction = func() {}
	}
	r := &PaymentConfirming{
		worker:  newWorker("payment-confirming", reports.Log, progress, logger, confirmsAtOnce, confirmsGap),
		reports: reports, provider: p, lister: lister, o: o,
		retries: newRetrySchedule(reports.Now, cmp.Or(o.RetryFirst, time.Second), cmp.Or(o.RetryMax, time.Minute)),
	}
	r.waiting = list[paymentrows.PaymentReport, int64]{
		read: queue.WaitingPaymentReports, page: cmp.Or(o.Page, confirmsPage), pages: confirmsPages,
		place: func(row paymentrows.PaymentReport) int64 { return row.Position },
	}
	r.startDue = r.startWaiting
	return r
}

// startWaiting waits for a free place before each job, and so works through all its pages in one reading.
// The pause between two readings would otherwise limit how many notifications are confirmed.
func (r *PaymentConfirming) startWaiting(ctx context.Context) error {
	return r.waiting.each(ctx, func(row paymentrows.PaymentReport) bool {
		if !r.retries.isDue(retryKey(row)) {
			return true
		}
		if !r.awaitRoom(ctx) {
			return false
		}
		r.startJobFor(ctx, row.Position, row.TransactionID, func(ctx context.Context) error { return r.confirm(ctx, row) })
		return true
	})
}

func retryKey(row paymentrows.PaymentReport) string { return row.TransactionID + " " + row.Key }

func (r *PaymentConfirming) confirm(ctx context.Context, row paymentrows.PaymentReport) error {
	s, _, err := eventstore.Load(ctx, r.log, payment.Aggregate, payment.Stream(row.TransactionID))
	if err != nil {
		return err
	}
	news, waits := s.WaitingNews(row.Key)
	if !waits { // already answered; the read model does not show that yet
		return nil
	}
	if !s.IsNews(news, r.reports.Now()) {
		return r.answer(ctx, row, report.Payment{})
	}
	key := retryKey(row)
	r.retries.postpone(key)
	found, confirmed, err := r.ask(ctx, s.ReportOf(news))
	if err != nil {
		return err
	}
	more := confirmed
	if confirmed && isAnother(s, news) {
		if more, err = r.booksShowMore(ctx, s); err != nil {
			return err
		}
	}
	if more {
		return r.answer(ctx, row, found)
	}
	r.retries.postponeBy(answersOf(key), 0, 0) // counts the answer
	switch {
	case r.retries.tries(answersOf(key)) < r.o.Looks:
		return nil
	case confirmed:
		return r.recognise(ctx, row)
	}
	return r.disbelieve(ctx, row)
}

// isAnother reports whether the news names a new receipt although the payment already has one. It may be
// the same money, because the provider's books, where the first receipt may have been found, can use
// another id.
func isAnother(s payment.State, n payment.News) bool {
	_, known := s.ReceiptOf(n.ProviderPaymentID)
	return !known && len(s.Receipts()) > 0
}

// booksShowMore reports whether the provider's books list more receipts than the payment has.
func (r *PaymentConfirming) booksShowMore(ctx context.Context, s payment.State) (bool, error) {
	listed, err := r.bookingsOf(ctx, s.TransactionID)
	return len(listed) > len(s.Receipts()), err
}

func (r *PaymentConfirming) bookingsOf(ctx context.Context, transactionID string) ([]report.Booking, error) {
	return allBookings(ctx, r.lister, report.BookingQuery{
		Kinds: []report.BookingKind{report.BookedPayment}, Reference: transactionID,
	}, func(ctx context.Context) error { return ctx.Err() })
}

// ask asks the provider for the receipt, and if that does not confirm the report, for its booking. The
// booking is needed because for an invoice the provider knows only the first receipt, and on most channels
// only the books say SETTLED.
func (r *PaymentConfirming) ask(ctx context.Context, p report.Payment) (found report.Payment, confirmed bool, err error) {
	found, err = r.provider.FindReceipt(ctx, p)
	if err == nil && confirms(found, p) {
		return found, true, nil
	}
	if err != nil && !errors.Is(err, report.ErrNoRecord) {
		return p, false, err
	}
	listed, err := r.bookingsOf(ctx, p.TransactionID)
	if err != nil {
		return p, false, err
	}
	for _, b := range listed {
		booked := p
		booked.PaymentID, booked.Status, booked.PaidAmount = b.ProductID, b.Status, b.Amount
		if !confirms(booked, p) {
			continue
		}
		if found.PaymentID == p.PaymentID && found.PaidAmount.Equal(b.Amount) {
			return found, true, nil // only the status comes from the booking
		}
		booked.PaidAt = b.At
		return booked, true, nil
	}
	return p, false, nil
}

// confirms reports whether the provider's record found agrees with the notification p.
func confirms(found, p report.Payment) bool {
	return found.TransactionID == p.TransactionID && found.PaymentID == p.PaymentID && found.PaidAmount.Equal(p.PaidAmount) &&
		found.Status.IsPaid() && (p.Status != report.Settled || found.Status == report.Settled)
}

// answer takes in what the provider confirmed.
func (r *PaymentConfirming) answer(ctx context.Context, row paymentrows.PaymentReport, found report.Payment) error {
	_, err := r.reports.executePayment(withProviderAsActor(ctx), row.TransactionID,
		func(s payment.State, facts payment.Facts) ([]domain.Event, error) {
			return payment.Confirm(s, row.Key, found, facts, r.reports.Now())
		})
	if _, refused := errors.AsType[*domain.Refusal](err); refused {
		r.logger.WithError(err).WithField("payment", row.TransactionID).Error("a confirmed notification can't be taken in")
		return r.disbelieve(ctx, row)
	}
	r.forget(row)
	return err
}

// recognise ends the wait of a notification whose receipt is already known under another id. If it was a
// different receipt after all, the books will list it later and ProviderListing will find it.
func (r *PaymentConfirming) recognise(ctx context.Context, row paymentrows.PaymentReport) error {
	_, err := r.reports.executePayment(withProviderAsActor(ctx), row.TransactionID,
		func(s payment.State, _ payment.Facts) ([]domain.Event, error) {
			return payment.Recognise(s, row.Key, r.reports.Now())
		})
	r.forget(row)
	return err
}

func (r *PaymentConfirming) disbelieve(ctx context.Context, row paymentrows.PaymentReport) error {
	events, err := r.reports.executePayment(withProviderAsActor(ctx), row.TransactionID,
		func(s payment.State, _ payment.Facts) ([]domain.Event, error) {
			return payment.Disbelieve(s, row.Key, r.reports.Now())
		})
	if err != nil {
		return err
	}
	r.forget(row)
	if slices.ContainsFunc(events, func(e domain.Event) bool { _, is := e.(payment.Contradicted); return is }) {
		r.logger.WithFields(logrus.Fields{"payment": row.TransactionID, "channel": row.Channel, "status": row.Status}).
			Error("the provider does not confirm a notification of money: no money moves")
		r.o.OnContradiction()
	}
	return nil
}

func (r *PaymentConfirming) forget(row paymentrows.PaymentReport) {
	r.retries.forget(retryKey(row))
	r.retries.forget(answersOf(retryKey(row)))
}
