package reconcile

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// Equation compares the money that we should have at the provider, according to the whole log, with the
// provider's balance (API reference: The provider's own money). All fields are in rupiah.
//
//	Expected = -(Clearing + Payouts) - Unsettled + UnsettledFees - OpenPayouts - OpenRefunds
//	Difference = Balance - Expected = Explained + Unexplained
type Equation struct {
	// Balance is the provider's answer to GET /balance.
	Balance decimal.Decimal `json:"balance"`
	// Clearing and Payouts are the balances of provider:xendit:clearing and provider:xendit:payouts.
	Clearing decimal.Decimal `json:"provider_clearing"`
	Payouts  decimal.Decimal `json:"bank_payouts"`
	// Unsettled is the money that customers paid and the provider has not settled yet.
	Unsettled decimal.Decimal `json:"unsettled"`
	// OpenPayouts is the money that the provider holds for undecided payouts.
	OpenPayouts decimal.Decimal `json:"open_payouts"`
	// OpenRefunds is the same for undecided refunds that it makes as transfers.
	OpenRefunds decimal.Decimal `json:"open_refunds"`
	// EstimatedFees is how much of the provider's fees in Clearing is only estimated. UnsettledFees is the part of it that is
	// for payments: the provider takes it when it settles them. The rest is for payouts, whose fee is taken with them.
	EstimatedFees decimal.Decimal `json:"estimated_fees"`
	UnsettledFees decimal.Decimal `json:"unsettled_fees"`
	// UnsettledPayments is how many payments of money are in Unsettled, UnsettledSince when the oldest was paid, nil for
	// none. At a connection that lists no bookings, they wait for its settlement file.
	UnsettledPayments int64      `json:"unsettled_payments"`
	UnsettledSince    *time.Time `json:"unsettled_since"`
	// BalanceUnknown says that the provider does not tell the balance: it is not compared, and Difference is 0.
	BalanceUnknown bool            `json:"balance_unknown"`
	Expected       decimal.Decimal `json:"expected"`
	Difference     decimal.Decimal `json:"difference"`
	// Explained is the sum of the effects of the period's differences. Unexplained is the rest, which
	// differences on other days must explain.
	Explained   decimal.Decimal `json:"explained"`
	Unexplained decimal.Decimal `json:"unexplained"`
}

// Holds reports whether the money at the provider is what it should be, as far as the provider tells.
func (e Equation) Holds() bool { return e.Difference.IsZero() }

// newEquation computes the equation from the log's money and the provider's balance.
func newEquation(m *money, provider decimal.Decimal) Equation {
	e := Equation{Balance: provider, Clearing: m.clearing, Payouts: m.payouts}
	for _, u := range m.unsettled {
		e.Unsettled = e.Unsettled.Add(u.amount)
		e.UnsettledPayments++
		if e.UnsettledSince == nil || u.since.Before(*e.UnsettledSince) {
			e.UnsettledSince = new(u.since.UTC())
		}
	}
	for key, fee := range m.estimates {
		e.EstimatedFees = e.EstimatedFees.Add(fee)
		if key.kind == string(report.BookedPayment) {
			e.UnsettledFees = e.UnsettledFees.Add(fee)
		}
	}
	for _, amount := range m.open {
		e.OpenPayouts = e.OpenPayouts.Add(amount)
	}
	for _, amount := range m.openRefunds {
		e.OpenRefunds = e.OpenRefunds.Add(amount)
	}
	e.Expected = e.Clearing.Add(e.Payouts).Neg().Sub(e.Unsettled).Add(e.UnsettledFees).Sub(e.OpenPayouts).Sub(e.OpenRefunds)
	e.Difference = e.Balance.Sub(e.Expected)
	return e
}

// explain adds up the effects of the differences.
func (e *Equation) explain(differences []Difference) {
	for _, d := range differences {
		e.Explained = e.Explained.Add(d.Effect)
	}
	e.Unexplained = e.Difference.Sub(e.Explained)
}

// askSilent asks the provider which of the released second payments it has settled. The log does not record
// their settlement.
func (l *logSide) askSilent(ctx context.Context, at Provider) error {
	keys := slices.SortedFunc(maps.Keys(l.money.unsettled), func(a, b paymentKey) int {
		return cmp.Or(cmp.Compare(a.reference, b.reference), cmp.Compare(a.paymentID, b.paymentID))
	})
	for _, key := range keys {
		if !l.money.unsettled[key].silent {
			continue
		}
		q := report.BookingQuery{Kinds: []report.BookingKind{report.BookedPayment}, Reference: key.reference}
		err := at.ListBookings(ctx, q, func(b report.Booking) error {
			if b.ProductID == key.paymentID && b.Status == report.Settled {
				delete(l.money.unsettled, key)
				l.settle(key.reference, key.paymentID)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
