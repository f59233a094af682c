package payment

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// MaxRefunds limits the refunds of one payment, also those that failed.
const MaxRefunds = 100

// RefundOf is a refund in the state of its payment.
type RefundOf struct {
	RefundOrder
	// By is the actor who asked for it.
	By       string
	Status   string
	Approval string
	// Attempts counts those that were announced. Key is that of the last one, SubmittedAt when it was last announced, Failed
	// whether it is known to have made nothing, and ProviderID the refund's id at the provider; empty before the provider
	// answered.
	Attempts    int
	Key         string
	SubmittedAt time.Time
	Failed      bool
	ProviderID  string
	// FormerIDs are the provider's ids of attempts that made nothing. A list without our references shows them beside the
	// next attempt.
	FormerIDs []string
	// PaidBy and ProviderAPI say by which connection and API a transfer is made.
	PaidBy, ProviderAPI string
	// ReversalID names the Reversed by which it succeeded.
	ReversalID string
}

// IsOpen reports whether the refund reserves money.
func (r RefundOf) IsOpen() bool {
	return r.Status == RefundStatusRequested || r.Status == RefundStatusPending || r.Status == RefundStatusProcessing
}

// isCalled reports whether the provider's id is one of the refund's.
func (r RefundOf) isCalled(id string) bool {
	return id != "" && (r.ProviderID == id || r.ReversalID == id)
}

// MayBeAtProvider reports whether the provider may have the refund.
func (r RefundOf) MayBeAtProvider() bool {
	return r.Status == RefundStatusProcessing && r.Attempts > 0 && !r.Failed
}

// Refund finds a refund of the payment.
func (s State) Refund(id int64) (r RefundOf, ok bool) {
	i := slices.IndexFunc(s.Refunds, func(r RefundOf) bool { return r.RefundID == id })
	if i < 0 {
		return r, false
	}
	return s.Refunds[i], true
}

// reserved is how much of the money open refunds will give back, gross, in rupiah.
func (s State) reserved(suspenseID int64) (sum decimal.Decimal) {
	for _, r := range s.Refunds {
		if r.IsOpen() && r.SuspenseID == suspenseID {
			sum = sum.Add(r.Amount)
		}
	}
	return sum
}

// Refundable returns how much of the money can still be refunded, gross, in rupiah: not below 0.
func (s State) Refundable(c Credit) decimal.Decimal {
	return decimal.Max(decimal.Zero, c.left().Sub(s.reserved(c.SuspenseID)))
}

// RefundCmd asks for a refund. PaymentID is the provider's id of the money; it may be empty where only one was credited.
// Amount of zero stands for all that is left. Limit and Fee say what goes without a person, and what it costs, by a method.
type RefundCmd struct {
	RefundID                    int64
	RefundExternalID, PaymentID string
	Amount                      decimal.Decimal
	Reason, Note                string
	To                          *RefundTo
	Metadata                    json.RawMessage
	Rules                       RefundRules
	Limit                       func(method string) RefundLimit
	Fee                         func(method string, amount decimal.Decimal) RefundFee
	By                          string
	At                          time.Time
}

// RefundFee is what a refund costs the client, in rupiah: Total has VAT in it. VATRate is its rate in percent, nil without a fee.
type RefundFee struct {
	Total, VAT decimal.Decimal
	VATRate    *decimal.Decimal
}

// RequestRefund reserves money for a refund. Checks:
//
//  1. payment_not_found
//  2. the refund was requested before: nothing happens
//  3. invalid_field reason
//  4. not_paid: no money of the payment was credited
//  5. invalid_field payment_id: several moneys were credited and none is named, or no such money was
//  6. disputed: a dispute about the money is open
//  7. nothing_left: all of the money went back, or will
//  8. invalid_field amount: not whole rupiah above 0, or more than is left
//  9. too_many_refunds: MaxRefunds
//  10. refund_needs_account
func RequestRefund(s State, cmd RefundCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if _, known := s.Refund(cmd.RefundID); known {
		return nil, nil
	}
	if !slices.Contains(RefundReasons(), cmd.Reason) {
		return nil, domain.UnknownCode("reason", RefundReasons())
	}
	c, err := s.refundedMoney(cmd.PaymentID)
	if err != nil {
		return nil, err
	}
	if s.isDisputed(c.SuspenseID) {
		return nil, domain.Refuse(domain.Invalid, "disputed", "the customer disputes this money: answer the dispute instead")
	}
	amount, err := s.refundAmount(c, cmd.Amount)
	if err != nil {
		return nil, err
	}
	if len(s.Refunds) >= MaxRefunds {
		return nil, domain.Refuse(domain.Invalid, "too_many_refunds", "a payment has at most %d refunds", MaxRefunds)
	}
	of := s.refundMoney(c)
	method, err := choose(cmd.Rules.RefundChoices(of, cmd.At), of, amount, cmd.To)
	if err != nil {
		return nil, err
	}
	o := RefundOrder{
		RefundID: cmd.RefundID, RefundExternalID: cmd.RefundExternalID, SuspenseID: c.SuspenseID,
		ProviderPaymentID: c.Receipt.ProviderPaymentID, Amount: amount, Method: method,
		Reason: cmd.Reason, Note: cmd.Note, RefundMetadata: cmd.Metadata, RequestedAt: cmd.At,
	}
	if method == MethodTransfer {
		o.To = cmd.To
	} else {
		o.FromUnsettled, o.HeldSince = decimal.Min(amount, c.Unsettled), c.HeldSince
	}
	fee := cmd.Fee(method, amount)
	o.Fee, o.FeeVAT, o.FeeVATRate = fee.Total, fee.VAT, fee.VATRate
	return []domain.Event{RefundRequested{
		Identity: s.identityPaidWith(c.Connection, c.ChannelCode), RefundOrder: o, Limit: cmd.Limit(method), By: cmd.By, At: cmd.At,
	}}, nil
}

// RefundableMoney returns credited money as the rules see it, with how much of it can still be asked for.
func (s State) RefundableMoney(c Credit) RefundMoney { return s.refundMoney(c) }

// IsDisputed reports whether a dispute about the money is open.
func (s State) IsDisputed(suspenseID int64) bool { return s.isDisputed(suspenseID) }

func (s State) refundMoney(c Credit) RefundMoney {
	return RefundMoney{
		Connection: c.Connection, Channel: s.Channel, ChannelCode: c.ChannelCode, Issuer: c.Receipt.Issuer,
		ProviderID: c.Receipt.ProviderID, PaidAt: c.Receipt.PaidAt,
		Left: s.Refundable(c), Whole: c.Reversed.IsZero() && s.reserved(c.SuspenseID).IsZero(),
	}
}

// refundedMoney finds the credited money that a refund is about.
func (s State) refundedMoney(paymentID string) (Credit, error) {
	switch {
	case len(s.Credits) == 0:
		return Credit{}, domain.Refuse(domain.Invalid, "not_paid", "no money of this payment was credited")
	case paymentID == "" && len(s.Credits) > 1:
		return Credit{}, domain.InvalidField("payment_id", "is required: money was credited %d times", len(s.Credits))
	case paymentID == "":
		return s.Credits[0], nil
	}
	for _, c := range s.Credits {
		if c.Receipt.ProviderPaymentID == paymentID {
			return c, nil
		}
	}
	return Credit{}, domain.InvalidField("payment_id", "is not the provider's id of credited money of this payment")
}

func (s State) refundAmount(c Credit, asked decimal.Decimal) (decimal.Decimal, error) {
	left := s.Refundable(c)
	switch {
	case !left.IsPositive():
		return left, domain.Refuse(domain.Invalid, "nothing_left", "all of this money was given back, or will be")
	case asked.IsZero():
		return left, nil
	case !asked.IsPositive() || money.CheckWhole(asked) != nil:
		return left, domain.InvalidField("amount", "must be whole rupiah above 0")
	case asked.GreaterThan(left):
		return left, domain.InvalidField("amount", "must be at most %s, which is left of this money", left)
	}
	return asked, nil
}

// ConfirmRefund lets a refund go on whose money the balance holds. Checks: payment_not_found, refund_not_found; it is not at
// its beginning any more: nothing happens.
func ConfirmRefund(s State, id int64, approval string, at time.Time) ([]domain.Event, error) {
	r, err := s.existingRefund(id)
	if err != nil || r.Status != RefundStatusRequested {
		return nil, err
	}
	return []domain.Event{RefundConfirmed{Identity: s.identityOf(r), RefundOrder: r.RefundOrder, Approval: approval, At: at}}, nil
}

// UndoRefund takes the reservation back of a refund that the balance can't hold. Checks: payment_not_found,
// refund_not_found; the refund is not at its beginning any more: nothing happens.
func UndoRefund(s State, id int64, at time.Time) ([]domain.Event, error) {
	r, err := s.existingRefund(id)
	if err != nil || r.Status != RefundStatusRequested {
		return nil, err
	}
	return []domain.Event{RefundUndone{Identity: s.identityOf(r), RefundOrder: r.RefundOrder, ToUnsettled: s.toUnsettled(r), At: at}}, nil
}

// ApproveRefund lets a pending refund be sent. Checks: payment_not_found, refund_not_found, not_pending.
func ApproveRefund(s State, id int64, by string, at time.Time) ([]domain.Event, error) {
	r, err := s.pendingRefund(id)
	if err != nil {
		return nil, err
	}
	return []domain.Event{RefundApproved{Identity: s.identityOf(r), RefundOrder: r.RefundOrder, By: by, At: at}}, nil
}

// RejectRefund ends a pending refund. Checks: payment_not_found, refund_not_found, not_pending, invalid_field reason.
func RejectRefund(s State, id int64, by, why string, at time.Time) ([]domain.Event, error) {
	r, err := s.pendingRefund(id)
	if err != nil {
		return nil, err
	}
	if why == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	return []domain.Event{RefundRejected{
		Identity: s.identityOf(r), RefundOrder: r.RefundOrder, ToUnsettled: s.toUnsettled(r), By: by, Why: why, At: at,
	}}, nil
}

// CancelRefund ends a refund that was not sent yet, at its merchant's wish. Checks: payment_not_found, refund_not_found,
// not_pending: it was sent, or has ended.
func CancelRefund(s State, id int64, by string, at time.Time) ([]domain.Event, error) {
	r, err := s.pendingRefund(id)
	if err != nil {
		return nil, err
	}
	return []domain.Event{s.cancelRefund(r, by, "cancelled", at)}, nil
}

// CancelUnsentRefund cancels a refund that the provider can't have, because the access of the person or key that asked
// for it has ended. Checks: payment_not_found, refund_not_found; it was sent, or has ended: nothing happens.
func CancelUnsentRefund(s State, id int64, by string, at time.Time) ([]domain.Event, error) {
	r, err := s.existingRefund(id)
	if err != nil || !r.IsOpen() || r.MayBeAtProvider() {
		return nil, err
	}
	return []domain.Event{s.cancelRefund(r, by, "access_ended", at)}, nil
}

func (s State) cancelRefund(r RefundOf, by, why string, at time.Time) RefundCancelled {
	return RefundCancelled{
		Identity: s.identityOf(r), RefundOrder: r.RefundOrder, PreviousStatus: r.Status, ToUnsettled: s.toUnsettled(r), By: by, Why: why, At: at,
	}
}

// SubmitRefundCmd announces an attempt. Repeat is the key of an attempt without a known outcome that is made again; empty for
// a new one. PaidBy and ProviderAPI are for a transfer, and those of its first attempt stay.
type SubmitRefundCmd struct {
	RefundID            int64
	Repeat              string
	PaidBy, ProviderAPI string
	At                  time.Time
}

// SubmitRefund announces an attempt to make the refund; only who gets the event may make it. Checks: payment_not_found,
// refund_not_found; the refund waits for a person or has ended, the provider has it, another attempt is the last one, too
// little of its money is left for a new attempt or it is disputed (FailTakenBack), or another refund of the money is at the
// provider without our knowing its id (a look-up could take one for the other): nothing happens.
func SubmitRefund(s State, cmd SubmitRefundCmd) ([]domain.Event, error) {
	r, err := s.existingRefund(cmd.RefundID)
	if err != nil || r.Status != RefundStatusProcessing || r.ProviderID != "" || s.isAnotherUnknown(r) {
		return nil, err
	}
	e := RefundSubmitted{Identity: s.identityOf(r), RefundOrder: r.RefundOrder, PaidBy: r.PaidBy, ProviderAPI: r.ProviderAPI, At: cmd.At}
	if r.PaidBy == "" && r.Method == MethodTransfer {
		e.PaidBy, e.ProviderAPI = cmd.PaidBy, cmd.ProviderAPI
	}
	switch {
	case !r.MayBeAtProvider() && s.wasTakenBack(r):
		return nil, nil
	case !r.MayBeAtProvider() && cmd.Repeat == "":
		e.Attempt = r.Attempts + 1
		e.Key = RefundKey(s.TransactionID, r.RefundID, e.Attempt)
	case r.MayBeAtProvider() && cmd.Repeat == r.Key:
		e.Attempt, e.Key = r.Attempts, r.Key
	default:
		return nil, nil
	}
	return []domain.Event{e}, nil
}

// isAnotherUnknown reports whether the provider may have another refund of the money whose id we don't know.
func (s State) isAnotherUnknown(r RefundOf) bool {
	return r.Method != MethodTransfer && slices.ContainsFunc(s.Refunds, func(other RefundOf) bool {
		return other.RefundID != r.RefundID && other.SuspenseID == r.SuspenseID && other.Method != MethodTransfer &&
			other.MayBeAtProvider() && other.ProviderID == ""
	})
}

// TakenBack is the failure code of a refund whose money was taken back in another way before it was sent, and Disputed of one
// whose money the customer disputes.
const (
	TakenBack = "money_taken_back"
	Disputed  = "disputed"
)

// wasTakenBack reports whether less is left of the money than the refund would give back, or a dispute may take it.
func (s State) wasTakenBack(r RefundOf) bool {
	c, _ := s.credit(r.SuspenseID)
	return s.isDisputed(r.SuspenseID) || c.left().LessThan(r.Amount)
}

// FailTakenBack ends a refund that the provider can't have, if its money was taken back meanwhile, as by a refund in the
// provider's dashboard, or is disputed: the customer must not get it twice. A dispute that is opened cancels such refunds, but not
// one whose last attempt fails later. Checks: payment_not_found, refund_not_found; it has ended, the provider may have it, or enough
// is left: nothing happens.
func FailTakenBack(s State, id int64, at time.Time) ([]domain.Event, error) {
	r, err := s.existingRefund(id)
	if err != nil || r.Status != RefundStatusProcessing || r.MayBeAtProvider() || !s.wasTakenBack(r) {
		return nil, err
	}
	code := TakenBack
	if s.isDisputed(r.SuspenseID) {
		code = Disputed
	}
	return []domain.Event{s.failedRefund(r, FailRefundCmd{Code: code, At: at})}, nil
}

// refundKeyMark separates the parts of a RefundKey.
const refundKeyMark = "-R"

// RefundKey is our reference of an attempt at the provider: it names the payment, the refund and the attempt.
func RefundKey(transactionID string, id int64, attempt int) string {
	return transactionID + refundKeyMark + strconv.FormatInt(id, 10) + "-" + strconv.Itoa(attempt)
}

// ParseRefundKey reads a RefundKey.
func ParseRefundKey(key string) (transactionID string, id int64, attempt int, ok bool) {
	i := strings.LastIndex(key, refundKeyMark)
	if i < 0 || !IsTransactionID(key[:i]) {
		return "", 0, 0, false
	}
	number, last, ok := strings.Cut(key[i+len(refundKeyMark):], "-")
	id, err := strconv.ParseInt(number, 10, 64)
	attempt, err2 := strconv.Atoi(last)
	if !ok || err != nil || err2 != nil || RefundKey(key[:i], id, attempt) != key {
		return "", 0, 0, false
	}
	return key[:i], id, attempt, true
}

// AcceptRefund records that the provider has the refund. It is nothing new after its end, if the id is known, and if it is that of
// an attempt that made nothing. Checks: payment_not_found, refund_not_found.
func AcceptRefund(s State, id int64, providerID string, at time.Time) ([]domain.Event, error) {
	r, err := s.existingRefund(id)
	isNew := providerID != "" && r.ProviderID != providerID && !slices.Contains(r.FormerIDs, providerID)
	if err != nil || !r.MayBeAtProvider() || !isNew {
		return nil, err
	}
	return []domain.Event{RefundAccepted{Identity: s.identityOf(r), RefundOrder: r.RefundOrder, RefundProviderID: providerID, At: at}}, nil
}

// CodeGivenUp is the failure code of a refund that an administrator gave up.
const CodeGivenUp = "given_up"

// FailRefundCmd says that an attempt certainly made nothing. Next is the method of another attempt; empty if there is none.
type FailRefundCmd struct {
	RefundID            int64
	Attempt             int
	Code, Message, Next string
	// By names the administrator who ends it by hand. Attempt is not checked then.
	By string
	At time.Time
}

// FailRefund ends the refund, or lets another attempt follow. News about an attempt that is not the last one, and about a
// refund that has ended, change nothing. Checks: payment_not_found, refund_not_found; not_processing, for an administrator.
func FailRefund(s State, cmd FailRefundCmd) ([]domain.Event, error) {
	r, err := s.existingRefund(cmd.RefundID)
	switch {
	case err != nil:
		return nil, err
	case cmd.By != "" && r.Status != RefundStatusProcessing:
		return nil, notProcessing(r)
	case cmd.By == "" && (!r.MayBeAtProvider() || r.Attempts != cmd.Attempt):
		return nil, nil
	}
	if cmd.Next != "" {
		return []domain.Event{RefundAttemptFailed{
			Identity: s.identityOf(r), RefundOrder: r.RefundOrder, Attempt: cmd.Attempt, Code: cmd.Code, NextMethod: cmd.Next, At: cmd.At,
		}}, nil
	}
	return []domain.Event{s.failedRefund(r, cmd)}, nil
}

// ChangeRefundMethod gives a refund that was not sent, or whose last attempt certainly made nothing, another method: the former
// one is not possible any more. An empty method ends it as failed. Checks: payment_not_found, refund_not_found; it has ended, or
// the provider may have it: nothing happens.
func ChangeRefundMethod(s State, id int64, method, code string, at time.Time) ([]domain.Event, error) {
	r, err := s.existingRefund(id)
	if err != nil || r.Status != RefundStatusProcessing || r.MayBeAtProvider() || r.Method == method {
		return nil, err
	}
	if method == "" {
		return []domain.Event{s.failedRefund(r, FailRefundCmd{Code: code, At: at})}, nil
	}
	return []domain.Event{RefundAttemptFailed{
		Identity: s.identityOf(r), RefundOrder: r.RefundOrder, Attempt: r.Attempts, Code: code, NextMethod: method, At: at,
	}}, nil
}

func (s State) failedRefund(r RefundOf, cmd FailRefundCmd) RefundFailed {
	return RefundFailed{
		Identity: s.identityOf(r), RefundOrder: r.RefundOrder, ToUnsettled: s.toUnsettled(r), Code: cmd.Code, Message: cmd.Message,
		By: cmd.By, At: cmd.At,
	}
}

// SucceedRefundCmd is the provider's final word that the money went back. Kind is Void or Refund: what it made of it in
// the end. ReversalID is the provider's id of it.
type SucceedRefundCmd struct {
	RefundID         int64
	Kind, ReversalID string
	// ByHand says that an administrator paid it from the operating account, for the Reason.
	ByHand bool
	Reason string
	At     time.Time
}

// SucceedRefund takes back what the refund reserved: Reversed, once. If the same money was posted before without the refund,
// which a restore or a person may have caused, the refund ends as TakenBack, so that nothing is held for it any more. Checks:
// payment_not_found, refund_not_found; it succeeded before: nothing happens; not_processing: it ended without the money's going
// back, which a person must see.
func SucceedRefund(s State, cmd SucceedRefundCmd) ([]domain.Event, error) {
	r, err := s.existingRefund(cmd.RefundID)
	switch {
	case err != nil:
		return nil, err
	case r.Status == RefundStatusProcessing && s.TookReversal(cmd.ReversalID):
		return []domain.Event{s.failedRefund(r, FailRefundCmd{Code: TakenBack, At: cmd.At})}, nil
	case r.Status == RefundStatusSucceeded, s.knowsReversal(cmd.ReversalID):
		return nil, nil
	case r.Status != RefundStatusProcessing:
		return nil, notProcessing(r)
	}
	c, _ := s.credit(r.SuspenseID)
	if cmd.Kind == Void && (!c.Reversed.IsZero() || !r.Amount.Equal(c.Receipt.PaidAmount)) {
		cmd.Kind = Refund // a void gives the fee back, and so is of the whole money
	}
	e := Reversed{
		Identity: s.identityOf(r), SuspenseID: r.SuspenseID, PreviousStatus: s.Status, ClientBears: r.Amount, At: cmd.At,
		Reversal: Reversal{
			ReversalID: cmd.ReversalID, Kind: cmd.Kind, Amount: r.Amount, Reason: r.Reason, By: ByMerchant, RefundID: r.RefundID,
			ProviderPaymentID: r.ProviderPaymentID,
		},
	}
	switch {
	case cmd.ByHand:
		e.Paid, e.Reason = &RefundPaid{}, cmd.Reason
	case r.Method == MethodTransfer:
		e.Paid = &RefundPaid{PaidBy: r.PaidBy, Fee: r.Fee, VAT: r.FeeVAT, VATRate: r.FeeVATRate}
	case cmd.Kind == Void:
		e.Fee, e.VAT, e.ClientBears = c.Charge.Fee, c.Charge.VAT, c.Charge.Net
	}
	return s.decideWaiting([]domain.Event{e}, cmd.At), nil
}

// CompleteRefundByHand records that an administrator paid a refund in processing from the operating account. Checks:
// payment_not_found, refund_not_found; invalid_field reason; it has succeeded: nothing happens; not_processing.
func CompleteRefundByHand(s State, id int64, by, reason string, at time.Time) ([]domain.Event, error) {
	if _, err := s.existingRefund(id); err != nil {
		return nil, err
	}
	if reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	return SucceedRefund(s, SucceedRefundCmd{
		RefundID: id, Kind: Refund, ReversalID: "by-hand-" + strconv.FormatInt(id, 10), ByHand: true, Reason: reason, At: at,
	})
}

func notProcessing(r RefundOf) error {
	return domain.Refuse(domain.Invalid, "not_processing", "the refund is %s", r.Status)
}

func (s State) existingRefund(id int64) (RefundOf, error) {
	if !s.Exists() {
		return RefundOf{}, notFound()
	}
	r, known := s.Refund(id)
	if !known {
		return r, domain.Refuse(domain.NotFound, "refund_not_found", "there is no such refund")
	}
	return r, nil
}

func (s State) pendingRefund(id int64) (RefundOf, error) {
	r, err := s.existingRefund(id)
	if err == nil && r.Status != RefundStatusPending {
		return r, domain.Refuse(domain.Invalid, "not_pending", "the refund is %s", r.Status)
	}
	return r, err
}

// identityOf is the identity of an event about a refund.
func (s State) identityOf(r RefundOf) Identity { return s.identityOfMoney(r.SuspenseID) }

// identityOfMoney is the identity of an event about credited money: the connection is the one that received it.
func (s State) identityOfMoney(suspenseID int64) Identity {
	c, _ := s.credit(suspenseID)
	return s.identityPaidWith(c.Connection, c.ChannelCode)
}

// toUnsettled is the part of the held amount that goes back to unsettled at the end of a refund.
func (s State) toUnsettled(r RefundOf) decimal.Decimal {
	return s.backToUnsettled(r.SuspenseID, r.FromUnsettled)
}

// backToUnsettled is how much of an amount that came from unsettled goes back there at the end of a hold: nothing once the
// money is settled.
func (s State) backToUnsettled(suspenseID int64, amount decimal.Decimal) decimal.Decimal {
	m, _ := s.findSuspense(func(m Suspense) bool { return m.ID == suspenseID })
	if c, _ := s.credit(suspenseID); c.HoldOver || m.Settled {
		return decimal.Zero
	}
	return amount
}

// withRefund changes a refund of the state.
func (s State) withRefund(id int64, change func(*RefundOf)) State {
	s.Refunds = slices.Clone(s.Refunds)
	for i := range s.Refunds {
		if s.Refunds[i].RefundID == id {
			change(&s.Refunds[i])
		}
	}
	return s
}

// withRefundEnded ends a refund that moved nothing. What it took from unsettled comes back.
func (s State) withRefundEnded(o RefundOrder, status string, toUnsettled decimal.Decimal) State {
	s = s.withRefund(o.RefundID, func(r *RefundOf) { r.Status = status })
	return s.withCredit(o.SuspenseID, func(c *Credit) { c.Unsettled = c.Unsettled.Add(toUnsettled) })
}

// evolveRefund returns the state after an event about a refund.
func evolveRefund(s State, event domain.Event) State {
	switch e := event.(type) {
	case RefundRequested:
		s.Refunds = append(slices.Clip(s.Refunds), RefundOf{RefundOrder: e.RefundOrder, By: e.By, Status: RefundStatusRequested})
		return s.withCredit(e.SuspenseID, func(c *Credit) { c.Unsettled = c.Unsettled.Sub(e.FromUnsettled) })
	case RefundConfirmed:
		return s.withRefund(e.RefundID, func(r *RefundOf) {
			r.Status, r.Approval = RefundStatusProcessing, e.Approval
			if e.Approval != ApprovalNone {
				r.Status = RefundStatusPending
			}
		})
	case RefundUndone:
		s = s.withRefundEnded(e.RefundOrder, "", e.ToUnsettled)
		s.Refunds = slices.DeleteFunc(slices.Clone(s.Refunds), func(r RefundOf) bool { return r.RefundID == e.RefundID })
	case RefundApproved:
		return s.withRefund(e.RefundID, func(r *RefundOf) { r.Status = RefundStatusProcessing })
	case RefundRejected:
		return s.withRefundEnded(e.RefundOrder, RefundStatusRejected, e.ToUnsettled)
	case RefundCancelled:
		return s.withRefundEnded(e.RefundOrder, RefundStatusCancelled, e.ToUnsettled)
	case RefundSubmitted:
		return s.withRefund(e.RefundID, func(r *RefundOf) {
			r.Attempts, r.Key, r.SubmittedAt, r.Failed, r.PaidBy, r.ProviderAPI = e.Attempt, e.Key, e.At, false, e.PaidBy, e.ProviderAPI
		})
	case RefundAccepted:
		return s.withRefund(e.RefundID, func(r *RefundOf) { r.ProviderID = e.RefundProviderID })
	case RefundAttemptFailed:
		return s.withRefund(e.RefundID, func(r *RefundOf) {
			if r.ProviderID != "" {
				r.FormerIDs = append(slices.Clip(r.FormerIDs), r.ProviderID)
			}
			r.Failed, r.Method, r.ProviderID = true, e.NextMethod, ""
		})
	case RefundFailed:
		return s.withRefundEnded(e.RefundOrder, RefundStatusFailed, e.ToUnsettled)
	case ReversalReturned:
		return s.withReturned(e)
	}
	return evolveDispute(s, event)
}
