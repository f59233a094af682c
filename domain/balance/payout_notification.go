package balance

import (
	"fmt"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

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
	// ProviderAPI is the provider API to ask; empty in older states.
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
	return []domain.Event{PayoutReported{
		Order: s.orderOf(kind, id), Reported: reportedOf(r), ProviderAPI: s.ProviderAPIOf(kind, id), At: now,
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
	return PayoutContradicted{Order: o, Reported: reportedOf(r), Here: here, Contradiction: contradiction, At: now}
}

// fingerprint returns the same text for repetitions of a contradiction.
func (e PayoutContradicted) fingerprint() string {
	return fmt.Sprint(e.Kind, " ", e.ID, " ", e.Contradiction, " ", e.Reference, " ",
		e.Reported.ProviderID, " ", e.Reported.Status, " ", e.Reported.Amount)
}
