package payment

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/report"
)

// News is what a notification says about a receipt of money.
type News struct {
	Receipt
	// Status is PAID or SETTLED.
	Status report.Status `json:"status"`
	// PaidWith is the channel code in the notification.
	PaidWith string `json:"paid_with"`
}

// WaitingNews is news that the provider has not confirmed yet, and the connection that reports it.
type WaitingNews struct {
	News
	Connection string
}

// Key distinguishes the news of one payment.
func (n News) Key() string { return string(n.Status) + " " + n.ProviderPaymentID }

// Reported says that a notification arrived that would change the payment. It changes nothing yet: the
// gateway asks the provider, and only that answer counts.
type Reported struct {
	Identity
	News
	At time.Time `json:"at"`
}

// ReportAnswered says that a notification no longer waits: the provider has confirmed it, or its content is
// known by now.
type ReportAnswered struct {
	Identity
	ProviderPaymentID string        `json:"provider_payment_id"`
	Status            report.Status `json:"status"`
	At                time.Time     `json:"at"`
}

// Key returns the key of the news (News.Key).
func (e ReportAnswered) Key() string { return string(e.Status) + " " + e.ProviderPaymentID }

// Contradicted says that a report does not fit the payment. It moves no money; a person
// must look at it.
type Contradicted struct {
	Identity
	News
	// Here is the status of the payment.
	Here string `json:"here"`
	// Contradiction is one of the constants below.
	Contradiction string    `json:"contradiction"`
	At            time.Time `json:"at"`
}

// The contradictions between a report and a payment.
const (
	// NotConfirmed: the provider, when asked, does not report what the notification claimed.
	NotConfirmed = "not_confirmed"
)

// MaxWaiting is how many notifications of a payment may wait to be confirmed.
const MaxWaiting = 20

// Waits reports whether a notification of the receipt waits to be confirmed.
func (s State) Waits(providerPaymentID string) bool {
	return slices.ContainsFunc(s.Waiting, func(n WaitingNews) bool { return n.ProviderPaymentID == providerPaymentID })
}

// WasNotified reports whether a notification of the connection named the receipt and was not confirmed, or not yet.
// If the provider's books list a receipt under this id, it is not another one that is known by another id.
func (s State) WasNotified(connection, providerPaymentID string) bool {
	names := func(n WaitingNews) bool {
		return n.Connection == connection && n.ProviderPaymentID == providerPaymentID
	}
	return slices.ContainsFunc(s.Waiting, names) || slices.ContainsFunc(s.Disbelieved, names)
}

// hasPendingReport reports whether a notification claims money about which the provider has not answered yet.
func (s State) hasPendingReport() bool { return len(s.Waiting) > 0 }

func reportPending() error {
	return domain.Refuse(domain.Conflict, "report_pending",
		"a notification says that money came for the payment, and the provider is being asked")
}

// WaitingNews finds a notification that waits to be confirmed, by its Key.
func (s State) WaitingNews(key string) (WaitingNews, bool) {
	i := slices.IndexFunc(s.Waiting, func(n WaitingNews) bool { return n.Key() == key })
	if i < 0 {
		return WaitingNews{}, false
	}
	return s.Waiting[i], true
}

// ReportOf turns the news back into the report that it came in.
func (s State) ReportOf(n WaitingNews) report.Payment {
	return report.Payment{
		Connection: n.Connection, Channel: pricing.Kind(s.Channel), ProviderID: n.ProviderID, PaymentID: n.ProviderPaymentID,
		TransactionID: s.TransactionID,
		Status:        n.Status, Amount: s.Amount, PaidAmount: n.PaidAmount, PaidAt: n.PaidAt, ChannelCode: n.PaidWith,
		PaymentMethod: n.PaymentMethod, PaymentChannel: n.PaymentChannel, UserID: n.UserID,
	}
}

// TakeNotification decides what a notification changes, in a setup where the gateway asks the provider before
// money moves. News of money gives Reported; all other news gives what TakeReport gives. Checks: those of
// TakeReport; nothing new, or waiting already: nothing happens; too_many_reports: MaxWaiting wait already.
func TakeNotification(s State, r report.Payment, now time.Time) ([]domain.Event, error) {
	if isVoid(r) {
		if err := s.CheckReverser(r.Connection); err != nil {
			return nil, err
		}
		return ReportReversal(s, voidOf(r.PaymentID), now)
	}
	changes, err := takeAny(s, r, now)
	if err != nil || len(changes) == 0 || !r.Status.IsPaid() {
		return changes, err
	}
	n := News{Receipt: reportedReceipt(r), Status: r.Status, PaidWith: r.ChannelCode}
	if known, waits := s.WaitingNews(n.Key()); waits && known.PaidAmount.Equal(n.PaidAmount) {
		return nil, nil
	}
	if len(s.Waiting) >= MaxWaiting {
		return nil, domain.Refuse(domain.Invalid, "too_many_reports", "too many notifications of this payment wait to be confirmed")
	}
	return []domain.Event{Reported{Identity: s.identityPaidWith(r.Connection, s.ChannelCode), News: n, At: now}}, nil
}

// IsNews reports whether the notification would still change the payment.
func (s State) IsNews(n WaitingNews, now time.Time) bool {
	changes, err := takeAny(s, s.ReportOf(n), now)
	return err != nil || len(changes) > 0
}

// takeAny calls TakeReport with an arbitrary id for money that goes to suspense, and an arbitrary claimant.
func takeAny(s State, r report.Payment, now time.Time) ([]domain.Event, error) {
	return TakeReport(s, r, Facts{SuspenseID: 1, Claim: Claim{s.TransactionID, s.GivenUp + 1}}, now)
}

// Confirm ends the wait of the notification with the key. It applies what the provider answered (found), not
// what the notification said; a notification that says nothing new needs no answer. It does nothing if no
// such notification waits. Errors are those of TakeReport.
func Confirm(s State, key string, found report.Payment, facts Facts, now time.Time) ([]domain.Event, error) {
	n, waits := s.WaitingNews(key)
	if !waits {
		return nil, nil
	}
	var events []domain.Event
	if s.IsNews(n, now) {
		found.Status = n.Status
		var err error
		if events, err = TakeReport(s, found, facts, now); err != nil {
			return nil, err
		}
	}
	return s.decideWaiting(append(events, Aggregate.Fold(s, events...).answered(n, now)), now), nil
}

// Recognise ends the wait of the notification with the key, because the receipt that it names is known by
// another id. It does nothing if no such notification waits.
func Recognise(s State, key string, now time.Time) ([]domain.Event, error) {
	n, waits := s.WaitingNews(key)
	if !waits {
		return nil, nil
	}
	return s.decideWaiting([]domain.Event{s.answered(n, now)}, now), nil
}

func (s State) answered(n WaitingNews, now time.Time) ReportAnswered {
	return ReportAnswered{
		Identity: s.identityPaidWith(n.Connection, s.ChannelCode), ProviderPaymentID: n.ProviderPaymentID, Status: n.Status, At: now,
	}
}

// Disbelieve ends the wait of the notification with the key, because the provider was asked repeatedly and
// does not confirm it. It does nothing if no such notification waits.
func Disbelieve(s State, key string, now time.Time) ([]domain.Event, error) {
	n, waits := s.WaitingNews(key)
	if !waits {
		return nil, nil
	}
	contradicted := Contradicted{
		Identity: s.identityPaidWith(n.Connection, s.ChannelCode), News: n.News, Here: s.Status, Contradiction: NotConfirmed, At: now,
	}
	return s.decideWaiting([]domain.Event{contradicted}, now), nil
}

func (s State) withoutWaiting(key string) State {
	s.Waiting = slices.DeleteFunc(slices.Clone(s.Waiting), func(n WaitingNews) bool { return n.Key() == key })
	return s
}

func (s State) withDisbelieved(n WaitingNews) State {
	s.Disbelieved = append(slices.DeleteFunc(slices.Clone(s.Disbelieved), func(known WaitingNews) bool { return known.Key() == n.Key() }), n)
	s.Disbelieved = s.Disbelieved[max(0, len(s.Disbelieved)-MaxWaiting):]
	return s
}

// ConcernsPayment reports whether the report is about the payment as a whole. A failed attempt to pay a QR
// code or an invoice is not: the customer may try again. A failed wallet charge is final. A voided charge had
// been paid.
func ConcernsPayment(r report.Payment) bool {
	return r.Status.IsPaid() || r.Status == report.Expired || r.Status == report.Reversed || isFinalFailure(r) || isVoid(r)
}

func isFinalFailure(r report.Payment) bool {
	return r.Channel.Traits().FailsForGood && r.Status == report.Failed && r.FailureCode != report.Voided
}

// Facts holds what a decision on money may need besides the payment's own stream. Each field is zero until a
// decision asks for it.
type Facts struct {
	// SuspenseID is the id for money that can't be credited as it is. A decision that lacks it returns
	// ErrNeedsSuspenseID.
	SuspenseID int64
	// Claim is the newest claim of the payment's chain. A decision that lacks it returns *NeedsClaim.
	Claim Claim
}

// TakeReport decides what the provider's report changes. A report for which ConcernsPayment is false changes
// nothing. Errors: those that Facts names, and the refusals of Pay, Settle and Expire.
//
// Money counts by whichever connection it came: the log may have lost that another one was asked. That a payment ended
// counts only if the connection says so that is asked for it.
func TakeReport(s State, r report.Payment, facts Facts, now time.Time) ([]domain.Event, error) {
	cmd := PayCmd{
		Receipt: reportedReceipt(r), Connection: r.Connection, ChannelCode: r.ChannelCode,
		SuspenseID: facts.SuspenseID, Claim: facts.Claim, At: now,
	}
	switch {
	case r.Status == report.Paid:
		return Pay(s, cmd)
	case r.Status == report.Settled:
		return Settle(s, SettleCmd(cmd))
	case isVoid(r):
		if err := s.CheckReverser(r.Connection); err != nil {
			return nil, err
		}
		return Reverse(s, voidOf(r.PaymentID), now)
	case r.Status == report.Reversed:
		return reportReturned(s, r, now)
	case s.Exists() && r.Connection != s.Connection:
		return nil, nil // what ended there is not what the customer was shown
	case r.Status == report.Expired, isFinalFailure(r):
		return Expire(s, now)
	}
	return nil, nil
}

// TakeBelieved decides what a notification changes, in a setup where notifications are believed. Money by a connection
// that was never asked for the payment, as far as the log knows, waits until that connection has confirmed it, as in
// TakeNotification. Errors are those of TakeReport and TakeNotification.
func TakeBelieved(s State, r report.Payment, facts Facts, now time.Time) ([]domain.Event, error) {
	if s.Exists() && r.Status.IsPaid() && !s.wasAskedFrom(r.Connection) {
		return TakeNotification(s, r, now)
	}
	return TakeReport(s, r, facts, now)
}

func reportedReceipt(r report.Payment) Receipt {
	return Receipt{
		ProviderID: r.ProviderID, ProviderPaymentID: r.PaymentID, UserID: r.UserID, PaidAmount: r.PaidAmount,
		PaidAt: r.PaidAt, PaymentMethod: r.PaymentMethod, PaymentChannel: r.PaymentChannel,
		Issuer: r.Issuer,
	}
}
