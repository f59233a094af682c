package payment

import (
	"slices"

	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// meant is the money that the news of a reversal is about. It is not found if no such money is known.
// undecided is true if the news fits several payments of money, and a person must decide which.
type meant struct {
	received
	undecided bool
}

// isOnly reports whether the news is about the money with this suspense id, and no other.
func (m meant) isOnly(suspenseID int64) bool { return !m.undecided && m.is(suspenseID) }

// meant finds the money that the news is about: the money that it names, or the only money that it fits. If
// the news fits none, meant returns one of them, which the news then contradicts.
func (s State) meant(news Reversal) meant {
	all := s.named(news.ProviderPaymentID)
	if len(all) == 0 || news.ProviderPaymentID == "" && s.mayBeUnconfirmed(news) {
		return meant{}
	}
	fitting := slices.DeleteFunc(slices.Clone(all), func(m received) bool { return !m.fits(news) })
	switch {
	case len(fitting) == 0:
		return meant{received: all[0]}
	case len(fitting) == 1:
		return meant{received: fitting[0], undecided: fitting[0].contradictsRelease(news)}
	}
	return meant{received: fitting[0], undecided: true}
}

// IsOfUnnamedMoney reports whether the news must still be decided, and neither it nor earlier news of the
// same reversal names the money.
func (s State) IsOfUnnamedMoney(news Reversal) bool {
	before, _ := s.WaitingReversal(news.ReversalID)
	return s.Exists() && !s.knowsReversal(news.ReversalID) && news.ProviderPaymentID == "" && before.ProviderPaymentID == ""
}

// named returns the money with this provider id, or else all money of the payment with this id. An empty id
// stands for all money of the payment.
func (s State) named(id string) []received {
	all := s.all()
	if id == "" {
		return all
	}
	for _, isCalled := range []func(Receipt, string) bool{Receipt.isPaymentID, Receipt.isProviderID} {
		named := slices.DeleteFunc(slices.Clone(all), func(m received) bool { return !isCalled(m.receipt(), id) })
		if len(named) > 0 {
			return named
		}
	}
	return nil
}

// mayBeUnconfirmed reports whether the news may be about money that a notification reported and the provider
// has not confirmed yet.
func (s State) mayBeUnconfirmed(news Reversal) bool {
	return slices.ContainsFunc(s.Waiting, func(n News) bool {
		return !s.find(n.Receipt).found() && !n.PaidAmount.LessThan(news.Amount)
	})
}

// fits reports whether the money can have been taken back in the way that the news says.
func (m received) fits(news Reversal) bool {
	if news.Kind == Void {
		return m.reversed().IsZero() && (news.Amount.IsZero() || news.Amount.Equal(m.left()))
	}
	return news.Amount.IsPositive() && money.CheckWhole(news.Amount) == nil && !news.Amount.GreaterThan(m.left())
}

// contradictsRelease reports whether the provider seems to have carried out a refund that it was asked for,
// after an administrator reopened that money and released it to the client.
func (m received) contradictsRelease(news Reversal) bool {
	return news.Kind != Chargeback && m.credit != nil && m.suspense != nil && m.suspense.Reopened
}

// wasRefundedByHand reports whether everything that was left of the money in suspense was paid back without
// the provider.
func (m received) wasRefundedByHand() bool { return m.credit == nil && m.suspense.RefundedByHand }

// left returns how much can still be taken back, in rupiah.
func (m received) left() decimal.Decimal {
	if m.credit != nil {
		return m.credit.left()
	}
	return m.suspense.Receipt.PaidAmount.Sub(m.suspense.Reversed)
}

// isToBeRefunded reports whether an administrator decided that the provider refunds the money out of
// suspense, and the provider has not listed the refund yet.
func (m Suspense) isToBeRefunded() bool { return m.Closed && m.Left.IsPositive() }

// reversed returns how much was taken back, in rupiah.
func (m received) reversed() decimal.Decimal {
	if m.credit != nil {
		return m.credit.Reversed
	}
	return m.suspense.Reversed
}
