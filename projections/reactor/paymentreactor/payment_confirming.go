package paymentreactor

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/paymentrows"

	"github.com/sirupsen/logrus"
)

// confirm asks the provider about a notification of money. While the provider does not answer, the
// notification waits. If it repeatedly answers something else, the notification is disbelieved and an error
// is logged for operators, because the notification may be forged.
func (w *PaymentWatch) confirm(ctx context.Context, s payment.State, row paymentrows.DuePayment) error {
	news, waits := s.WaitingNews(row.Key)
	if !waits { // already answered; the read model does not show that yet
		return nil
	}
	if !s.IsNews(news, w.reports.Now()) {
		return w.answer(ctx, s, news, report.Payment{})
	}
	found, confirmed, err := w.ask(ctx, s.ReportOf(news))
	if err != nil {
		return err
	}
	more := confirmed
	if confirmed && isAnother(s, news) {
		if more, err = w.booksShowMore(ctx, s, news.Connection); err != nil {
			return err
		}
	}
	answers := w.looks.CountAnswer(retryKey(paymentrows.ToConfirm, row))
	switch {
	case more:
		return w.answer(ctx, s, news, found)
	case answers < confirmLooks:
		return reactor.ErrLater
	case confirmed:
		return w.recognise(ctx, s, news)
	}
	return w.disbelieve(ctx, s, news)
}

// isAnother reports whether the news names a new receipt although the connection already has one of the payment. It may be
// the same money, because the provider's books, where the first receipt may have been found, can use
// another id.
func isAnother(s payment.State, n payment.WaitingNews) bool {
	_, known := s.ReceiptOf(n.ProviderPaymentID)
	return !known && len(s.ReceiptsAt(n.Connection)) > 0
}

// booksShowMore reports whether the provider's books list more receipts than the payment has.
func (w *PaymentWatch) booksShowMore(ctx context.Context, s payment.State, at string) (bool, error) {
	listed, err := w.bookingsOf(ctx, at, s.TransactionID)
	return len(listed) > len(s.ReceiptsAt(at)), err
}

// bookingsOf returns the bookings of a payment in the provider's books; none if the connection has no books to read.
func (w *PaymentWatch) bookingsOf(ctx context.Context, at, transactionID string) ([]report.Booking, error) {
	books, err := w.connections.Books(at)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return reportreactor.AllBookings(ctx, books, report.BookingQuery{
		Kinds: []report.BookingKind{report.BookedPayment}, Reference: transactionID,
	}, func(ctx context.Context) error { return ctx.Err() })
}

// ask asks the provider for the receipt, and if that does not confirm the report, for its booking. The
// booking is needed because for an invoice the provider knows only the first receipt, and on most channels
// only the books say SETTLED.
func (w *PaymentWatch) ask(ctx context.Context, p report.Payment) (found report.Payment, confirmed bool, err error) {
	provider, err := w.connections.Payments(p.Connection)
	if err != nil {
		return p, false, err
	}
	found, err = provider.FindReceipt(ctx, p)
	if err == nil && confirms(found, p) {
		return found, true, nil
	}
	if err != nil && !errors.Is(err, report.ErrNoRecord) {
		return p, false, err
	}
	listed, err := w.bookingsOf(ctx, p.Connection, p.TransactionID)
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
func (w *PaymentWatch) answer(ctx context.Context, s payment.State, n payment.WaitingNews, found report.Payment) error {
	if err := w.reports.NameConnection(ctx, n.Connection); err != nil {
		return err
	}
	_, err := w.reports.ExecutePayment(reportreactor.WithProviderAsActor(ctx), s.TransactionID,
		func(s payment.State, facts payment.Facts) ([]domain.Event, error) {
			return payment.Confirm(s, n.Key(), found, facts, w.reports.Now())
		})
	if _, refused := errors.AsType[*domain.Refusal](err); refused {
		w.Confirming.Logger.WithError(err).WithField("payment", s.TransactionID).Error("a confirmed notification can't be taken in")
		return w.disbelieve(ctx, s, n)
	}
	return err
}

// recognise ends the wait of a notification whose receipt is already known under another id. If it was a
// different receipt after all, the books will list it later and ProviderListing will find it.
func (w *PaymentWatch) recognise(ctx context.Context, s payment.State, n payment.WaitingNews) error {
	_, err := w.reports.ExecutePayment(reportreactor.WithProviderAsActor(ctx), s.TransactionID,
		func(s payment.State, _ payment.Facts) ([]domain.Event, error) {
			return payment.Recognise(s, n.Key(), w.reports.Now())
		})
	return err
}

func (w *PaymentWatch) disbelieve(ctx context.Context, s payment.State, n payment.WaitingNews) error {
	events, err := w.reports.ExecutePayment(reportreactor.WithProviderAsActor(ctx), s.TransactionID,
		func(s payment.State, _ payment.Facts) ([]domain.Event, error) {
			return payment.Disbelieve(s, n.Key(), w.reports.Now())
		})
	if err == nil && reactor.Appended[payment.Contradicted](events) {
		w.Confirming.Logger.WithFields(logrus.Fields{"payment": s.TransactionID, "channel": s.Channel, "status": n.Status}).
			Error("the provider does not confirm a notification of money: no money moves")
		w.o.OnContradiction()
	}
	return err
}
