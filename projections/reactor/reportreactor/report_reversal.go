package reportreactor

import (
	"context"
	"errors"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"

	"github.com/sirupsen/logrus"
)

// PaymentIndex finds payments by the provider's id. *readmodel.Queries implements it.
type PaymentIndex interface {
	// TransactionIDOf returns the transaction_id of the payment with this provider id, or an empty string
	// if there is none.
	TransactionIDOf(ctx context.Context, providerID string) (string, error)
}

// TakeBooking implements BookingConsumer for entries of the provider's books that take a payment back, or give back what
// was taken. Refusals: those of payment.Reverse; payment_not_found for a payment that the log does not have, which is
// also logged as an error, because the log may be an older one.
func (r *Reports) TakeBooking(ctx context.Context, b report.Booking) error {
	transactionID, id, attempt, isOurs := payment.ParseRefundKey(b.Reference)
	if !isOurs {
		transactionID = b.Reference
	}
	if !payment.IsTransactionID(transactionID) {
		return nil
	}
	if b.Kind.TakesBack() && b.Status == report.Reversed {
		return r.takeReversal(ctx, transactionID, func(s payment.State) ([]domain.Event, error) {
			return bounceCalled(s, b.ProductID, foundInTheBooks, r.Now())
		})
	}
	if isOurs && b.Kind == report.BookedRefund && b.Status == report.Completed {
		_, err := r.TakeRefundRecord(ctx, transactionID, id, attempt, report.RefundRecord{
			Connection: b.Connection, ID: b.ProductID, Status: b.Status, Amount: b.Amount,
		})
		return err
	}
	news, ok := payment.ReversalOfBooking(b)
	if !ok {
		return nil
	}
	return r.takeReversal(ctx, transactionID, func(s payment.State) ([]domain.Event, error) {
		return payment.Reverse(s, news, r.Now())
	})
}

// foundInTheBooks is the failure code of what only the provider's books tell.
const foundInTheBooks = "found_in_the_books"

// bounceCalled bounces the refund that the provider calls by the id, or what was posted under the id without one; none if
// there is neither.
func bounceCalled(s payment.State, id, code string, at time.Time) ([]domain.Event, error) {
	refund, ok := refundCalled(s, id)
	if !ok || refund.Status != payment.RefundStatusSucceeded {
		return returnPosted(s, id, code, at)
	}
	return payment.BounceRefund(s, refund.RefundID, code, at)
}

// returnPosted gives back what was posted under the id without a refund of ours, or ends what waits to be decided; nothing if there
// is neither.
func returnPosted(s payment.State, id, code string, at time.Time) ([]domain.Event, error) {
	if _, waits := s.WaitingReversal(id); !waits && !s.TookReversal(id) {
		return nil, nil
	}
	return payment.ReturnReversal(s, payment.ReturnReversalCmd{ReversalID: id, Code: code, At: at})
}

// refundCalled finds the refund that we asked for and the provider calls by the id.
func refundCalled(s payment.State, id string) (payment.RefundOf, bool) {
	i := slices.IndexFunc(s.Refunds, func(refund payment.RefundOf) bool { return refund.ProviderID == id || refund.ReversalID == id })
	if i < 0 || id == "" {
		return payment.RefundOf{}, false
	}
	return s.Refunds[i], true
}

// TakeRefund takes in a notification about a refund of a payment: one that we asked for, which may have failed, or one that
// was made at the provider. It returns once the resulting event is durable. If Confirm is set it moves no money, because
// only the provider's own word counts: the refund reactor asks for a refund of ours (OnRefundNews).
// Refusals: those of payment.Reverse, and of TakeRefundRecord; payment_not_found for a payment that is not ours, or that
// can't be found because the notification lacks our reference. In the latter case the books will show the refund.
func (r *Reports) TakeRefund(ctx context.Context, n report.Refund) error {
	if transactionID, id, attempt, isOurs := payment.ParseRefundKey(n.Reference); isOurs {
		if r.waitsFor(n.Connection) {
			r.tellRefundNews(transactionID, id)
			return nil
		}
		_, err := r.takeRefundNews(ctx, transactionID, newsOfRefund(n, id, attempt))
		return err
	}
	if n.Status == report.Pending {
		return nil // nothing has moved, and a refund of ours is asked for until it ends
	}
	transactionID, err := r.transactionOfRefund(ctx, n)
	if err != nil {
		return err
	}
	if !payment.IsTransactionID(transactionID) {
		return domain.Refuse(domain.NotFound, "payment_not_found", "there is no such payment")
	}
	s, _, err := eventstore.Load(ctx, r.Log, payment.Aggregate, payment.Stream(transactionID))
	if err != nil {
		return err
	}
	refund, isOurs := refundCalled(s, n.ID)
	switch {
	case isOurs && r.waitsFor(n.Connection):
		r.tellRefundNews(transactionID, refund.RefundID)
		return nil
	case isOurs:
		_, err := r.takeRefundNews(ctx, transactionID, newsOfRefund(n, refund.RefundID, 0))
		return err
	case n.Status == report.Failed: // it may be a refund of ours whose id we do not know
		r.tellOfUnknown(s)
		return nil
	}
	decide := payment.Reverse
	if r.waitsFor(n.Connection) {
		decide = payment.ReportReversal
	}
	return r.takeReversal(ctx, transactionID, func(s payment.State) ([]domain.Event, error) {
		if err := s.CheckReverser(n.Connection); err != nil {
			return nil, err
		}
		return decide(s, reversalOf(n), r.Now())
	})
}

// tellOfUnknown has the refunds asked for that the provider may have without our knowing their ids.
func (r *Reports) tellOfUnknown(s payment.State) {
	for _, refund := range s.Refunds {
		if refund.MayBeAtProvider() && refund.ProviderID == "" {
			r.tellRefundNews(s.TransactionID, refund.RefundID)
		}
	}
}

// transactionOfRefund finds the payment of a refund. It is empty if there is none.
func (r *Reports) transactionOfRefund(ctx context.Context, n report.Refund) (transactionID string, err error) {
	if payment.IsTransactionID(n.Reference) { // a refund that was made at the provider may have another one
		return n.Reference, nil
	}
	if r.Refunds != nil {
		if transactionID, err = r.Refunds.TransactionIDOfRefund(ctx, n.ID, n.ProviderID); err != nil || transactionID != "" {
			return transactionID, err
		}
	}
	if r.Payments == nil {
		return "", nil
	}
	return r.Payments.TransactionIDOf(ctx, n.ProviderID)
}

func newsOfRefund(n report.Refund, id int64, attempt int) refundNews {
	return refundNews{
		connection: n.Connection, id: id, attempt: attempt, status: n.Status, providerID: n.ID, voided: n.Voided, amount: n.Amount,
		code: n.FailureCode,
	}
}

// reversalOf is the news of a refund that we did not ask for. A void has the id that it has in the books.
func reversalOf(n report.Refund) payment.Reversal {
	news := payment.ReversalOfRefund(n)
	if n.Voided {
		news.ReversalID, news.Kind, news.Reason = voidReversal+n.ProviderID, payment.Void, report.Voided
	}
	return news
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
			if e.By != payment.ByMerchant {
				r.reversalEntry(e.Identity, e.Reversal).Warn("money of a payment was taken back")
			}
			if e.WasContradicted {
				r.reversalEntry(e.Identity, e.Reversal).Error("a reversal that did not fit is booked: take back an adjustment made for it")
			}
			r.countReversal(e.Kind, ReversalPosted)
		case payment.ReversalReturned:
			r.reversalEntry(e.Identity, e.Reversal).WithField("failure_code", e.Code).Warn("money that had gone back is here again")
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
