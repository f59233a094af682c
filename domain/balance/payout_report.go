package balance

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// TransferredByProvider is the value of TransferredBy in a payout that the provider made.
const TransferredByProvider = "provider"

// TakeReport decides what the provider's own record of an attempt changes on a payout. The record must be the
// answer to a question or to an order; notifications go to TakeNotification. A record that does not fit the
// payout changes no money and gives PayoutContradicted, once. Refusals: payout_not_found.
func TakeReport(s State, kind string, id int64, r report.Payout, now time.Time) ([]domain.Event, error) {
	if p, open := s.Payout(kind, id); open {
		return s.takeReport(p, r, now)
	}
	if c, ended := s.ClosedPayout(kind, id); ended {
		return s.takeLateReport(c, r, now)
	}
	return nil, payoutNotFound(kind)
}

func (s State) takeReport(p Payout, r report.Payout, now time.Time) ([]domain.Event, error) {
	if p.isOver(r) {
		return nil, nil
	}
	if reason := p.contradiction(r); reason != "" {
		return s.contradict(p.Order, p.Status, r, reason, now), nil
	}
	switch r.Status {
	case report.Pending:
		return Accept(s, p.Kind, p.ID, r.ProviderID, now)
	case report.Completed:
		return Complete(s, p.Kind, p.ID, CompleteCmd{
			ProviderID: r.ProviderID, TransferredBy: TransferredByProvider, TransferAt: timeOr(r.UpdatedAt, now), At: now,
		})
	case report.Failed, report.Reversed:
		if report.IsFloatCode(r.FailureCode) {
			return []domain.Event{PayoutAttemptFailed{
				Order: p.Order, Reference: r.Reference, ProviderID: r.ProviderID, Reason: FloatEmpty, At: now,
			}}, nil
		}
		// A payout that was reversed before the gateway learned that it was completed has failed.
		return Fail(s, p.Kind, p.ID, FailCmd{ProviderID: r.ProviderID, By: TransferredByProvider, Reason: failure(r), At: now})
	}
	return nil, domain.InvalidField("status", "is not a status of a payout")
}

// isOver reports whether a record is about an order that is known to have moved no money and is not the last
// attempt: it failed, or it is older news about an attempt that has failed since.
func (p Payout) isOver(r report.Payout) bool {
	if r.Status == report.Failed {
		return r.Reference != p.Reference
	}
	return r.Status == report.Pending && r.Reference == p.FailedReference && r.Reference != p.Reference
}

// takeLateReport handles a report on a payout that has ended.
func (s State) takeLateReport(c ClosedPayout, r report.Payout, now time.Time) ([]domain.Event, error) {
	order := c.order(s.ClientID)
	switch {
	case r.Status == report.Failed && (digitsOf(r.Reference) != c.Random || !c.paidByProvider()):
		return nil, nil // an unpaid attempt of a payout that ended in another way
	case r.Status == report.Pending && r.ProviderID == c.ProviderID:
		return nil, nil // older news
	case !c.paidByProvider() && r.Status == report.Reversed:
		return nil, nil
	case !c.paidByProvider():
		return s.contradict(order, c.Status, r, EndedOtherwise, now), nil
	}
	if reason := c.contradiction(r); reason != "" {
		return s.contradict(order, c.Status, r, reason, now), nil
	}
	if r.Status == report.Failed || r.Status == report.Reversed {
		return Reverse(s, c.Kind, c.ID, ReverseCmd{Reference: r.Reference, Reason: failure(r), At: now})
	}
	return nil, nil
}

// failure returns the reason for a failed or reversed payout.
func failure(r report.Payout) string { return cmp.Or(r.FailureCode, string(r.Status)) }

func timeOr(at, absent time.Time) time.Time {
	if at.IsZero() {
		return absent
	}
	return at
}

// Reported is what the provider reports, or what a notification claims that it reports, about a payout.
type Reported struct {
	Reference  string        `json:"reference"`
	ProviderID string        `json:"provider_id"`
	Status     report.Status `json:"status"`
	// Amount is in rupiah.
	Amount decimal.Decimal `json:"amount"`
	// AccountNumber is empty if the provider does not report it.
	AccountNumber string `json:"account_number"`
	FailureCode   string `json:"failure_code"`
}

func reportedOf(r report.Payout) Reported {
	return Reported{
		Reference: r.Reference, ProviderID: r.ProviderID, Status: r.Status, Amount: r.Amount,
		AccountNumber: r.AccountNumber, FailureCode: r.FailureCode,
	}
}

func (r Reported) same(other Reported) bool {
	sameAmount := r.Amount.Equal(other.Amount)
	r.Amount, other.Amount = decimal.Zero, decimal.Zero
	return sameAmount && r == other
}

// PayoutReported says that a notification arrived that would change the payout. It changes nothing yet: the
// gateway asks the provider, and only that answer counts.
type PayoutReported struct {
	Order
	Reported
	// ProviderAPI is the provider API that the gateway asks; empty in older events.
	ProviderAPI string    `json:"provider_api"`
	At          time.Time `json:"at"`
}

// PayoutContradicted says that a report does not fit the payout. It moves no money; a
// person must look at it, because the client may have been paid twice, or not at all.
type PayoutContradicted struct {
	Order
	Reported
	// Here is the status of the payout.
	Here string `json:"here"`
	// Contradiction is one of the constants below.
	Contradiction string    `json:"contradiction"`
	At            time.Time `json:"at"`
}

// EndsReport reports whether the event ends the wait of a notification for its confirmation.
func (e PayoutContradicted) EndsReport() bool {
	return e.Contradiction == NotConfirmed || e.Contradiction == EndedOtherwise
}

// The contradictions between a report and a payout.
const (
	OtherProviderID = "other_provider_id"
	OtherAmount     = "other_amount"
	OtherAccount    = "other_account"
	OtherReference  = "other_reference"
	// OtherConnection: another connection than the one that was asked reports the transfer.
	OtherConnection = "other_connection"
	// NotSubmitted: the provider has an order that the gateway has no record of making. The payout is held:
	// it is not ordered before a person has decided.
	NotSubmitted = "not_submitted"
	// EndedOtherwise: the provider makes, or made, a payout that ended here in another way.
	EndedOtherwise = "ended_otherwise"
	// NotConfirmed: the provider, when asked, does not report what the notification claimed.
	NotConfirmed = "not_confirmed"
)

// MaxContradictions is how many contradictions of a client the state remembers. If an older one is repeated,
// it is recorded again.
const MaxContradictions = 50

// WaitingReport is a notification about which the provider has not been asked yet.
type WaitingReport struct {
	Kind string `json:"kind"`
	ID   int64  `json:"id"`
	// Connection and ProviderAPI say where to ask. ProviderAPI is empty in older states.
	Connection  string `json:"connection,omitempty"`
	ProviderAPI string `json:"provider_api,omitempty"`
	Reported
}

// WaitingReport finds the notification of a payout that waits to be confirmed.
func (s State) WaitingReport(kind string, id int64) (WaitingReport, bool) {
	i := slices.IndexFunc(s.Reports, func(w WaitingReport) bool { return w.Kind == kind && w.ID == id })
	if i < 0 {
		return WaitingReport{}, false
	}
	return s.Reports[i], true
}

// TakeNotification decides what a notification changes on a payout. Anybody who has the callback token can
// send one, so it moves no money. A notification that would change the payout gives PayoutReported, after
// which the gateway asks the provider. One that does not fit the payout gives PayoutContradicted. Refusals:
// payout_not_found.
func TakeNotification(s State, kind string, id int64, r report.Payout, now time.Time) ([]domain.Event, error) {
	changes, err := TakeReport(s, kind, id, r, now)
	if err != nil || len(changes) == 0 {
		return nil, err
	}
	if c, contradicts := changes[0].(PayoutContradicted); contradicts && c.Contradiction != EndedOtherwise {
		return changes, nil
	}
	waiting, waits := s.WaitingReport(kind, id)
	if waits && waiting.same(reportedOf(r)) {
		return nil, nil
	}
	o := s.orderOf(kind, id)
	o.Connection = r.Connection
	return []domain.Event{PayoutReported{
		Order: o, Reported: reportedOf(r), ProviderAPI: s.ProviderAPIOf(kind, id), At: now,
	}}, nil
}

// Disbelieve ends the wait for a confirmation: the provider was asked repeatedly and does not report what the
// notification claimed. It does nothing if no notification waits.
func Disbelieve(s State, kind string, id int64, now time.Time) ([]domain.Event, error) {
	waiting, waits := s.WaitingReport(kind, id)
	if !waits {
		return nil, nil
	}
	return []domain.Event{PayoutContradicted{
		Order: s.orderOf(kind, id), Reported: waiting.Reported, Here: s.StatusOf(kind, id), Contradiction: NotConfirmed, At: now,
	}}, nil
}

// orderOf returns the order of a payout. If the payout has ended, the bank account is missing.
func (s State) orderOf(kind string, id int64) Order {
	if p, open := s.Payout(kind, id); open {
		return p.Order
	}
	c, _ := s.ClosedPayout(kind, id)
	return c.order(s.ClientID)
}

// contradiction compares a report with an open payout. It returns an empty text if they agree.
func (p Payout) contradiction(r report.Payout) string {
	switch {
	case p.Attempts == 0:
		return NotSubmitted
	case r.Connection != p.Connection:
		return OtherConnection
	case r.Reference != p.Reference:
		return OtherReference
	case p.ProviderID != "" && r.ProviderID != p.ProviderID:
		return OtherProviderID
	case !r.Amount.Equal(p.Amount):
		return OtherAmount
	case r.AccountNumber != "" && r.AccountNumber != p.AccountNumber:
		return OtherAccount
	}
	return ""
}

// contradiction compares a report with a payout that the provider completed.
func (c ClosedPayout) contradiction(r report.Payout) string {
	switch {
	case r.Connection != c.connection():
		return OtherConnection
	case digitsOf(r.Reference) != c.Random:
		return OtherReference
	case r.ProviderID != c.ProviderID:
		return OtherProviderID
	case !r.Amount.Equal(c.Amount):
		return OtherAmount
	}
	return ""
}

// contradict gives PayoutContradicted, unless the same contradiction was recorded before.
func (s State) contradict(o Order, here string, r report.Payout, contradiction string, now time.Time) []domain.Event {
	e := contradicted(o, here, r, contradiction, now)
	if slices.Contains(s.Contradictions, e.fingerprint()) {
		return nil
	}
	return []domain.Event{e}
}

func contradicted(o Order, here string, r report.Payout, contradiction string, now time.Time) PayoutContradicted {
	o.Connection = r.Connection
	return PayoutContradicted{Order: o, Reported: reportedOf(r), Here: here, Contradiction: contradiction, At: now}
}

// fingerprint returns the same text for repetitions of a contradiction.
func (e PayoutContradicted) fingerprint() string {
	return fmt.Sprint(e.Kind, " ", e.ID, " ", e.Contradiction, " ", e.Reference, " ",
		e.Reported.ProviderID, " ", e.Reported.Status, " ", e.Reported.Amount)
}

// PayoutCompleted pays out the held total: from the payouts account of the connection if the provider made the
// transfer, from bank:operating if a person did.
type PayoutCompleted struct {
	Order
	Movement
	// ApprovedBy is the actor who approved the payout; empty in older events.
	ApprovedBy string `json:"approved_by"`
	// ProviderID is empty if a person made the transfer.
	ProviderID    string    `json:"provider_id"`
	TransferredBy string    `json:"di_transfer_oleh"`
	TransferAt    time.Time `json:"transfer_at"`
}

// PayoutFailed releases the held total. The payout moves from processing to failed.
type PayoutFailed struct {
	Order
	Movement
	// ProviderID is empty if a person failed the payout.
	ProviderID string `json:"provider_id"`
	By         string `json:"failed_by"`
	Reason     string `json:"reason"`
}

// CompleteCmd says that the transfer was made.
type CompleteCmd struct {
	ProviderID    string
	TransferredBy string
	TransferAt    time.Time
	At            time.Time
}

// Complete records that the provider made the transfer. Checks:
//
//  1. payout_not_found
//  2. completed by the provider, or reversed since: nothing happens
//  3. payout_contradiction: it ended otherwise, or a person completed it, so it may be
//     paid twice and a person must look at it
//  4. not_submitted: the provider never got the order
//  5. invalid_field provider_id: it is empty
func Complete(s State, kind string, id int64, cmd CompleteCmd) ([]domain.Event, error) {
	if c, ended := s.ClosedPayout(kind, id); ended {
		if c.paidByProvider() {
			return nil, nil
		}
		return nil, domain.Refuse(domain.Invalid, "payout_contradiction",
			"the provider reports the %s %d as %s, but it is %s here", c.Kind, c.ID, StatusCompleted, c.Status)
	}
	p, err := s.submitted(kind, id)
	if err != nil {
		return nil, err
	}
	if cmd.ProviderID == "" {
		return nil, domain.InvalidField("provider_id", "is required")
	}
	return s.complete(*p, cmd)
}

func (s State) complete(p Payout, cmd CompleteCmd) ([]domain.Event, error) {
	o := p.Order
	paidFrom := ledger.ProviderPayouts(o.Connection)
	if cmd.ProviderID == "" {
		paidFrom = ledger.BankOperating // the provider's money did not move
	}
	m, err := s.move(o.ClientID, o.ExternalID, cmd.At, payOutPostings(o, ledger.Held(o.ClientID), paidFrom))
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutCompleted{
		Order: o, Movement: m, ApprovedBy: p.ApprovedBy,
		ProviderID: cmd.ProviderID, TransferredBy: cmd.TransferredBy, TransferAt: cmd.TransferAt,
	}}, nil
}

// FailCmd says that the transfer was not made, and who reports it.
type FailCmd struct {
	ProviderID string
	By         string
	Reason     string
	At         time.Time
}

// Fail records that the provider did not make the transfer. Checks:
//
//  1. payout_not_found
//  2. completed by the provider before: it is reversed, amount and fee
//  3. ended otherwise: nothing happens; a payout that a person completed stays
//     completed, because only the provider's own attempt failed
//  4. not_submitted: the provider never got the order
func Fail(s State, kind string, id int64, cmd FailCmd) ([]domain.Event, error) {
	if c, ended := s.ClosedPayout(kind, id); ended {
		if c.Status == StatusCompleted && c.paidByProvider() {
			return Reverse(s, kind, id, ReverseCmd{Reason: cmd.Reason, At: cmd.At})
		}
		return nil, nil
	}
	p, err := s.submitted(kind, id)
	if err != nil {
		return nil, err
	}
	return s.fail(p.Order, cmd)
}

// FailRefused records that the provider refused the order and has no record of it. This proves that nothing
// was paid only if it was the only attempt: after an earlier attempt, the refusal may concern the last one
// alone, and nothing happens. Checks are those of Fail.
func FailRefused(s State, kind string, id int64, cmd FailCmd) ([]domain.Event, error) {
	if p, open := s.Payout(kind, id); open && p.Attempts > 1 {
		return nil, nil
	}
	return Fail(s, kind, id, cmd)
}

func (s State) fail(o Order, cmd FailCmd) ([]domain.Event, error) {
	return s.recovering(func(s State) (domain.Event, error) {
		m, err := s.release(o, cmd.At)
		return PayoutFailed{Order: o, Movement: m, ProviderID: cmd.ProviderID, By: cmd.By, Reason: cmd.Reason}, err
	})
}
