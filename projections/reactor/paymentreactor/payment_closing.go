package paymentreactor

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/projections/reactor"

	"github.com/sirupsen/logrus"
)

// replace tells the older payment that this newer one is open.
func (w *PaymentWatch) replace(ctx context.Context, newer payment.State) error {
	_, err := w.execute(ctx, newer.Replaces, func(s payment.State) ([]domain.Event, error) {
		return payment.Replace(s, payment.Identity{TransactionID: newer.TransactionID, ID: newer.ID}, w.reports.Now())
	})
	return err
}

// close closes a cancelled or replaced payment at the provider. The event Expired is already in the log, and
// a crash may repeat the call. If the provider has not answered the creation of the payment, close looks the
// payment up first.
func (w *PaymentWatch) close(ctx context.Context, s payment.State) (err error) {
	if !s.Opened() && !s.Paid() {
		if s, err = w.find(ctx, s); errors.Is(err, report.ErrNoRecord) {
			return w.recordClosing(ctx, s, payment.ClosingNotNeeded, "")
		} else if err != nil {
			return err
		}
	}
	switch {
	case s.Paid():
		return w.recordClosing(ctx, s, payment.ClosingNotNeeded, "")
	case !w.reports.Now().Before(s.Opening.ExpiresAt):
		return w.recordClosing(ctx, s, payment.ClosingLapsed, "")
	}
	provider, err := w.connections.Payments(s.Connection)
	if err != nil {
		return err
	}
	err = provider.ExpirePayment(ctx, s.Lookup())
	refused, isRefused := errors.AsType[*report.Refused](err)
	switch {
	case err == nil:
		return w.recordClosing(ctx, s, payment.ClosedByProvider, "")
	case isRefused && refused.OfMissing:
		return err // the provider may not find a payment it has just made: retry until the payment expires by itself
	case isRefused && !refused.OfCredentials:
		w.Closing.Logger.WithFields(logrus.Fields{"payment": s.TransactionID, "provider_code": refused.Code}).
			Warn("the provider did not close a payment: it may have been paid")
		return w.recordClosing(ctx, s, payment.ClosingRefused, refused.Code)
	}
	return err
}

func (w *PaymentWatch) recordClosing(ctx context.Context, s payment.State, outcome, code string) error {
	// Append the event even after the context has ended, because the call was made.
	ctx, cancel := reactor.AfterStop(ctx)
	defer cancel()
	_, err := w.execute(ctx, s.TransactionID, func(s payment.State) ([]domain.Event, error) {
		return payment.Close(s, outcome, code, w.reports.Now())
	})
	return err
}
