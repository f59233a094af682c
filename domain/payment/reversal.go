package payment

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// The kinds of reversal. A void undoes a payment as if it had not been made. A refund returns money at the
// merchant's wish, a chargeback at the customer's.
const (
	Void       = "void"
	Refund     = "refund"
	Chargeback = "chargeback"
)

// The parties that can take money back.
const (
	ByProvider = "provider"
	ByMerchant = "merchant"
	ByAdmin    = "admin"
)

// MaxReversals limits the reversals of one payment, including those that wait and those that contradict the
// payment.
const MaxReversals = 100

// Reversal is the news that money of a payment was taken back.
type Reversal struct {
	// ReversalID distinguishes a second reversal from repeated news. It is the provider's id of the reversal,
	// or else one made by the gateway.
	ReversalID string `json:"reversal_id"`
	Kind       string `json:"kind"`
	// Amount is whole rupiah of the gross amount. 0 stands for the whole amount of a void.
	Amount decimal.Decimal `json:"reversed_amount"`
	Reason string          `json:"reason"`
	// By is provider, merchant or admin.
	By string `json:"by"`
	// RefundID identifies the refund that a merchant asked for, 0 for none.
	RefundID int64 `json:"refund_id"`
	// ProviderPaymentID identifies the money. It is empty if the news does not name it.
	ProviderPaymentID string `json:"provider_payment_id"`
}

// Reversed says that money was taken back after it was paid (API reference: Money taken back). The status of
// the payment stays. The amounts are in rupiah: ClientBears + FromSuspense + Fee + VAT goes back to the
// provider. That sum is Amount, or 0 if money in suspense had been refunded before.
type Reversed struct {
	Identity
	Reversal
	// SuspenseID identifies the suspended money; 0 for money that was credited at once.
	SuspenseID int64 `json:"suspense_id"`
	// PreviousStatus is the status of the payment, which stays.
	PreviousStatus string `json:"previous_status"`
	// ClientBears is taken from the client: FromUnsettled of it from the unsettled part of this payment, the
	// rest from the available balance. What the available balance lacks becomes receivable.
	ClientBears   decimal.Decimal `json:"client_bears"`
	FromUnsettled decimal.Decimal `json:"from_unsettled"`
	// DisputeID is the dispute whose chargeback it is, 0 for none: the hold of the dispute gives ClientBears first. Of what is
	// left of the hold, ToUnsettled goes back to unsettled, and the rest becomes available.
	DisputeID   int64           `json:"dispute_id,omitempty"`
	ToUnsettled decimal.Decimal `json:"to_unsettled,omitzero"`
	// HeldSince is when the hold until SETTLED began to which ToUnsettled goes back.
	HeldSince time.Time `json:"held_since,omitzero"`
	// FromSuspense is the amount by which the money in suspense shrinks. SuspenseClosed is true if nothing is
	// left.
	FromSuspense   decimal.Decimal `json:"from_suspense"`
	SuspenseClosed bool            `json:"suspense_closed"`
	// Fee and VAT go back to the client, only for a void.
	Fee decimal.Decimal `json:"fee"`
	VAT decimal.Decimal `json:"vat"`
	// Paid says from where a merchant's refund was paid; nil for the connection's clearing.
	Paid *RefundPaid `json:"paid,omitempty"`
	// Waited is true if a ReversalReported announced it before. The same holds in the events below.
	Waited bool `json:"waited"`
	// WasUndecided is true if the last ReversalReported said that a person decides. The same holds below.
	WasUndecided bool `json:"was_undecided"`
	// WasContradicted is true if a ReversalContradicted said that it was more than was left (MoreThanPaid), before money came back.
	WasContradicted bool      `json:"was_contradicted,omitempty"`
	At              time.Time `json:"at"`
}

// Back returns what goes back to the provider, in rupiah: Amount, or 0 if money in suspense had been refunded
// before.
func (e Reversed) Back() decimal.Decimal {
	return e.ClientBears.Add(e.FromSuspense).Add(e.Fee).Add(e.VAT)
}

// Method returns how a refund that the merchant asked for went back in the end; empty if there was none.
func (e Reversed) Method() string {
	switch {
	case e.RefundID == 0:
		return ""
	case e.Paid != nil:
		return MethodTransfer
	case e.Kind == Void:
		return MethodVoid
	}
	return MethodProvider
}

// IsOfCredit reports whether the client had been credited with the money.
func (e Reversed) IsOfCredit() bool { return e.Back().GreaterThan(e.FromSuspense) }

// UndoesPayment reports whether the provider undid the payment itself: it was voided, or the provider's books
// list it as reversed as a whole. If such money was not settled by then, it never will be.
func (e Reversed) UndoesPayment() bool {
	return e.Kind == Void || e.ReversalID == reversedID(e.ProviderPaymentID)
}

// ReversalReported says that money was taken back but the reversal can't be booked yet: the gateway does not
// know that the money was paid, or a person must decide which money it was. It changes nothing, and is
// decided again when more is known.
type ReversalReported struct {
	Identity
	Reversal
	// Unconfirmed is true if only a notification or a look-up reports the reversal. It is decided once the
	// provider's books list it, or by a person.
	Unconfirmed bool `json:"unconfirmed"`
	// Undecided is true if a person must say which money it was (AssignReversal).
	Undecided    bool      `json:"undecided"`
	Waited       bool      `json:"waited"`
	WasUndecided bool      `json:"was_undecided"`
	At           time.Time `json:"at"`
}

// ReversalContradicted says that news of a reversal does not fit the payment. It moves no money; a person
// must look at it.
type ReversalContradicted struct {
	Identity
	Reversal
	// PreviousStatus is the status of the payment, which stays.
	PreviousStatus string `json:"previous_status"`
	// Contradiction is one of the constants below.
	Contradiction string    `json:"contradiction"`
	Waited        bool      `json:"waited"`
	WasUndecided  bool      `json:"was_undecided"`
	At            time.Time `json:"at"`
}

// The contradictions between the news of a reversal and a payment.
const (
	// VoidAfterReversal: the void concerns a whole payment of which a part went back before.
	VoidAfterReversal = "void_after_reversal"
	// OtherAmount: the void has another amount than was paid.
	OtherAmount = "other_amount"
	// NotWhole: the amount is not whole rupiah above 0.
	NotWhole = "not_whole"
	// MoreThanPaid: the amount is more than what was paid and not taken back yet. It is booked once enough of that came back.
	MoreThanPaid = "more_than_paid"
	// RefundedByHand: the chargeback or void concerns money that the gateway's staff had paid back by hand.
	// The customer has it twice, and no client bears it.
	RefundedByHand = "refunded_by_hand"
	// CameBack: the provider gave the money back before it was decided which money it had taken. There is nothing to do.
	CameBack = "came_back"
)

// meant is the money that the news of a reversal is about. It is not found if no such money is known.
// undecided is true if the news can be of several payments of money, and a person must decide which.
type meant struct {
	received
	undecided bool
}

// isOnly reports whether the news is about the money with this suspense id, and no other.
func (m meant) isOnly(suspenseID int64) bool { return !m.undecided && m.is(suspenseID) }

// meant finds the money that the news is about: that of the refund whose id it has, the money that it names, or the only money
// that it can be about. If it can be about none, meant returns one of them, which the news then contradicts.
func (s State) meant(news Reversal) meant {
	all := s.named(news.ProviderPaymentID)
	if m, is := s.moneyOfRefund(all, news.ReversalID); is {
		return meant{received: m}
	}
	if len(all) == 0 || news.ProviderPaymentID == "" && s.mayBeUnconfirmed(news) {
		return meant{}
	}
	candidates := slices.DeleteFunc(slices.Clone(all), func(m received) bool { return !s.fits(m, news) && !m.mayBeOf(news) })
	switch len(candidates) {
	case 0:
		return meant{received: all[0]}
	case 1:
		only := candidates[0]
		waits := !s.fits(only, news) && s.mayFitLater(only, news)
		return meant{received: only, undecided: waits || only.contradictsRelease(news)}
	}
	return meant{received: candidates[0], undecided: true}
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

// KnowsMoney reports whether the provider's id is that of money of the payment, credited or in suspense.
func (s State) KnowsMoney(id string) bool { return len(s.named(id)) > 0 }

// mayBeUnconfirmed reports whether the news may be about money that a notification reported and the provider
// has not confirmed yet.
func (s State) mayBeUnconfirmed(news Reversal) bool {
	return slices.ContainsFunc(s.Waiting, func(n WaitingNews) bool {
		return !s.find(n.Receipt).found() && !n.PaidAmount.LessThan(news.Amount)
	})
}

// fits reports whether the money can have been taken back in the way that the news says.
func (m received) fits(news Reversal) bool {
	if news.Kind == Void {
		return m.reversed().IsZero() && (news.Amount.IsZero() || news.Amount.Equal(m.left()))
	}
	return news.takesAtMost(m.left())
}

// takesAtMost reports whether the news takes whole rupiah above 0, and not more than this.
func (r Reversal) takesAtMost(most decimal.Decimal) bool {
	return r.Amount.IsPositive() && money.CheckWhole(r.Amount) == nil && !r.Amount.GreaterThan(most)
}

// fits reports whether the money can have been taken back in the way that the news says. A chargeback may take what refunds gave
// back, too, and a refund that the provider may have can give back what a chargeback took.
func (s State) fits(m received, news Reversal) bool {
	return m.fits(news) || s.mayTake(m, news) || news.Kind == Refund && len(s.refundsOf(m.suspenseID(), news)) > 0
}

// mayBeOf reports whether the news can be of a refund of this money at any time. That more than is left was taken back since does
// not rule the money out: the refund may have failed without our knowing, and made room for the others.
func (m received) mayBeOf(news Reversal) bool {
	return news.Kind == Refund && news.takesAtMost(m.receipt().PaidAmount)
}

// mayFitLater reports whether a refund at the provider takes more than is left of the money, but not more than it and the refunds
// that went back before. One of those may have failed without our knowing, for a provider does not give back more than was paid.
func (s State) mayFitLater(m received, news Reversal) bool {
	return news.Kind == Refund && m.credit != nil && s.isWithinRefunded(m, news)
}

// contradictsRelease reports whether the provider seems to have carried out a refund that it was asked for,
// after an administrator reopened that money and released it to the client.
func (m received) contradictsRelease(news Reversal) bool {
	return news.Kind != Chargeback && m.credit != nil && m.suspense != nil && m.suspense.Reopened
}

// wasRefundedByHand reports whether everything that was left of the money in suspense was paid back without
// the provider.
func (m received) wasRefundedByHand() bool { return m.credit == nil && m.suspense.RefundedByHand }

// left returns how much the provider can still take back, in rupiah.
func (m received) left() decimal.Decimal {
	if m.credit != nil {
		return m.credit.left().Add(m.credit.PaidOtherwise)
	}
	return m.suspense.Receipt.PaidAmount.Sub(m.suspense.Reversed)
}

// isToBeRefunded reports whether an administrator decided that the provider refunds the money out of
// suspense, and the provider has not listed the refund yet.
func (m Suspense) isToBeRefunded() bool { return m.Closed && m.Left.IsPositive() }

// reversed returns how much the provider took back, in rupiah.
func (m received) reversed() decimal.Decimal {
	if m.credit != nil {
		return m.credit.Reversed.Sub(m.credit.PaidOtherwise)
	}
	return m.suspense.Reversed
}

// ReversalOfBooking reads an entry of the provider's books that takes a payment back. ok is false for all
// other entries. In the books a refund or a chargeback has its own id and does not name the money; for a
// refund, the notification names it. A payment that was voided or reversed as a whole is listed as such.
func ReversalOfBooking(b report.Booking) (news Reversal, ok bool) {
	news = Reversal{ReversalID: b.ProductID, Amount: b.Amount, Reason: string(b.Kind), By: ByProvider}
	switch {
	case b.Kind == report.BookedRefund && b.Status == report.Completed:
		news.Kind = Refund
	case b.Kind == report.BookedChargeback && b.Status == report.Completed:
		news.Kind = Chargeback
	case b.Kind == report.BookedPayment && b.Voided:
		return voidOf(b.ProductID), true
	case b.Kind == report.BookedPayment && b.Status == report.Reversed:
		news.ReversalID, news.Kind, news.ProviderPaymentID = reversedID(b.ProductID), Chargeback, b.ProductID
	default:
		return Reversal{}, false
	}
	return news, true
}

// reversedID returns the id for the reversal of a whole payment.
func reversedID(providerPaymentID string) string { return "reversed-" + providerPaymentID }

// ReversalOfRefund turns a refund's notification into news of a reversal.
func ReversalOfRefund(r report.Refund) Reversal {
	return Reversal{
		ReversalID: r.ID, Kind: Refund, Amount: r.Amount, Reason: r.Reason, By: ByProvider, ProviderPaymentID: r.ProviderID,
	}
}

// voidOf returns the news that a whole payment was voided, which can happen only once.
func voidOf(providerPaymentID string) Reversal {
	return Reversal{
		ReversalID: "void-" + providerPaymentID, Kind: Void, Reason: report.Voided, By: ByProvider, ProviderPaymentID: providerPaymentID,
	}
}

func isVoid(r report.Payment) bool {
	return r.Status == report.Failed && r.FailureCode == report.Voided
}

// ReportReversal decides on a notification of a reversal in a setup where only the provider's books count,
// because anybody who has the callback token can send a notification. It keeps the news, once, and moves no
// money. If the books listed the reversal before without naming the money, the notification names it, and
// Reverse decides. Checks are those of Reverse up to too_many_reversals.
func ReportReversal(s State, news Reversal, at time.Time) ([]domain.Event, error) {
	if err := s.checkReversal(news); err != nil || s.knowsReversal(news.ReversalID) {
		return nil, err
	}
	before, waits := s.WaitingReversal(news.ReversalID)
	isNamed := before.ProviderPaymentID == "" && news.ProviderPaymentID != ""
	switch {
	case waits && !isNamed:
		return nil, nil
	case waits && !before.Unconfirmed:
		before.ProviderPaymentID = news.ProviderPaymentID
		return Reverse(s, before.Reversal, at)
	}
	if m := s.meant(news); news.Kind == Void && m.found() && !m.undecided && s.isVoided(m.suspenseID()) {
		return nil, nil
	}
	return []domain.Event{ReversalReported{Identity: s.Identity, Reversal: news, Unconfirmed: true, Waited: waits, At: at}}, nil
}

// reportReturned decides on a provider's word that a payment was given back, which says neither how much nor
// whether it is the refund of other news. It keeps the news, once, and moves no money. If the payment's money is
// known, a person decides (AssignReversal). Checks are those of CheckReverser and ReportReversal.
func reportReturned(s State, r report.Payment, at time.Time) ([]domain.Event, error) {
	if err := s.CheckReverser(r.Connection); err != nil {
		return nil, err
	}
	news := Reversal{
		ReversalID: "refunded-" + r.PaymentID, Kind: Refund, Amount: r.Amount, By: ByProvider, Reason: "reported as refunded",
		ProviderPaymentID: r.PaymentID,
	}
	if err := s.checkReversal(news); err != nil || s.knowsReversal(news.ReversalID) {
		return nil, err
	}
	if s.coversReturn(r.PaymentID) {
		return nil, nil
	}
	known := len(s.named(r.PaymentID)) > 0
	before, waits := s.WaitingReversal(news.ReversalID)
	if waits && before.Undecided == known {
		return nil, nil
	}
	return []domain.Event{ReversalReported{
		Identity: s.Identity, Reversal: news, Unconfirmed: true, Undecided: known, Waited: waits, WasUndecided: before.Undecided, At: at,
	}}, nil
}
