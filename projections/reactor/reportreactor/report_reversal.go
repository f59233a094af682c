package reportreactor

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"

	"github.com/sirupsen/logrus"
)

// PaymentIndex finds payments by the provider's id. *readmodel.Queries implements it.
type PaymentIndex interface {
	// TransactionIDOf returns the transaction_id of the payment with this provider id, or an empty string
	// if there is none.
	TransactionIDOf(ctx context.Context, providerID string) (string, error)
}

// TakeBooking implements BookingConsumer for entries of the provider's books that take a payment back.
// Refusals: those of payment.Reverse; payment_not_found for a payment that the log does not have, which is
// also logged as an error, because the log may be an older one.
func (r *Reports) TakeBooking(ctx context.Context, b report.Booking) error {
	news, ok := payment.ReversalOfBooking(b)
	if !ok || !payment.IsTransactionID(b.Reference) {
		return nil
	}
	return r.takeReversal(ctx, b.Reference, func(s payment.State) ([]domain.Event, error) {
		return payment.Reverse(s, news, r.Now())
	})
}

// TakeRefund takes in a notification that money of a payment was given back. It returns once the resulting
// event is durable. If Confirm is set it moves no money, because only the provider's books count.
// Refusals: those of payment.Reverse; payment_not_found for a payment that is not ours, or that can't be
// found because the notification lacks our reference. In the latter case the books will show the refund.
func (r *Reports) TakeRefund(ctx context.Context, n report.Refund) error {
	if n.Status != report.Completed {
		return nil
	}
	transactionID := n.Reference
	if transactionID == "" && r.Payments != nil {
		var err error
		if transactionID, err = r.Payments.TransactionIDOf(ctx, n.ProviderID); err != nil {
			return err
		}
	}
	if !payment.IsTransactionID(transactionID) {
		return domain.Refuse(domain.NotFound, "payment_not_found", "there is no such payment")
	}
	decide := payment.Reverse
	if r.waitsFor(n.Connection) {
		decide = payment.ReportReversal
	}
	return r.takeReversal(ctx, transactionID, func(s payment.State) ([]domain.Event, error) {
		if err := s.CheckReverser(n.Connection); err != nil {
			return nil, err
		}
		return decide(s, payment.ReversalOfRefund(n), r.Now())
	})
}

func (r *Reports) takeReversal(
	ctx context.Context, transactionID string, decide func(s payment.State) ([]domain.Event, error),
) error {
	_, err := r.ExecutePayment(WithProviderAsActor(ctx), transactionID, func(s payment.State, _ payment.Facts) ([]domain.Event, error) {
		return decide(s)
	})
	switch {
	case errors.Is(err, domain.Refuse(domain.NotFound, "payment_not_found", "")):
		r.Logger.WithField("payment", transactionID).
			Error("the provider took back a payment that is not in the log: is this an older log?")
	case errors.Is(err, domain.Refuse(domain.Invalid, "too_many_reversals", "")):
		r.Logger.WithField("payment", transactionID).Error("the provider took a payment back too often to take in")
		r.countReversal("", ReversalRefused)
	}
	return err
}

// The outcomes of a reversal that OnReversal gets.
const (
	ReversalPosted       = "posted"
	ReversalWaits        = "waits"
	ReversalUndecided    = "undecided"
	ReversalContradicted = "contradicted"
	ReversalRefused      = "refused"
)

// raiseReversals logs the reversals that concern operators, and counts all reversals.
func (r *Reports) raiseReversals(events []domain.Event) {
	for _, event := range events {
		switch e := event.(type) {
		case payment.Reversed:
			r.reversalEntry(e.Identity, e.Reversal).Warn("money of a payment was taken back")
			r.countReversal(e.Kind, ReversalPosted)
		case payment.ReversalReported:
			if e.Undecided {
				problem := "money was taken back, and it is not known which of a payment's money it was: a person decides"
				if e.Unconfirmed {
					problem = "the provider reports a payment as refunded, and does not say how much: a person decides"
				}
				r.reversalEntry(e.Identity, e.Reversal).Error(problem)
				r.countReversal(e.Kind, ReversalUndecided)
				continue
			}
			r.reversalEntry(e.Identity, e.Reversal).WithField("unconfirmed", e.Unconfirmed).
				Warn("money was taken back that is not known to have been paid, or as a notification says; it waits")
			r.countReversal(e.Kind, ReversalWaits)
		case payment.ReversalContradicted:
			r.reversalEntry(e.Identity, e.Reversal).WithField("contradiction", e.Contradiction).
				Error("money that was taken back does not fit its payment: nothing was booked")
			r.countReversal(e.Kind, ReversalContradicted)
		}
	}
}

func (r *Reports) reversalEntry(p payment.Identity, news payment.Reversal) *logrus.Entry {
	return r.Logger.WithFields(logrus.Fields{
		"payment": p.TransactionID, "reversal": news.ReversalID, "kind": news.Kind, "amount": news.Amount,
	})
}

func (r *Reports) countReversal(kind, outcome string) {
	if r.OnReversal != nil {
		r.OnReversal(kind, outcome)
	}
}
