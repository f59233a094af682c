package account

import (
	"time"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// ReviewCmd is an administrator's decision about an account.
type ReviewCmd struct {
	By     string
	Reason string
	At     time.Time
}

// ApproveCmd approves a client. NewAppID is the id of the default app, used if the client has no app.
type ApproveCmd struct {
	By       string
	Reason   string
	At       time.Time
	NewAppID int64
}

// Approve gives developer access, and a default app to a client that has none.
// Checks: client_not_found, then not_pending.
func Approve(s State, cmd ApproveCmd) ([]domain.Event, error) {
	if err := s.requireStatus(StatusPending, "not_pending"); err != nil {
		return nil, err
	}
	events := []domain.Event{Approved{ClientID: s.ClientID, By: cmd.By, Reason: cmd.Reason, At: cmd.At}}
	return append(events, s.defaultApp(cmd.NewAppID, cmd.By, cmd.At)...), nil
}

// Reject ends a registration. Checks: client_not_found, then invalid_field reason,
// then not_pending.
func Reject(s State, cmd ReviewCmd) ([]domain.Event, error) {
	if err := s.requireReasonAndStatus(cmd, StatusPending, "not_pending"); err != nil {
		return nil, err
	}
	return []domain.Event{Rejected{ClientID: s.ClientID, By: cmd.By, Reason: cmd.Reason, At: cmd.At}}, nil
}

// Suspend takes developer access away. Checks: client_not_found, then
// invalid_field reason, then not_approved.
func Suspend(s State, cmd ReviewCmd) ([]domain.Event, error) {
	if err := s.requireReasonAndStatus(cmd, StatusApproved, "not_approved"); err != nil {
		return nil, err
	}
	return []domain.Event{Suspended{ClientID: s.ClientID, By: cmd.By, Reason: cmd.Reason, At: cmd.At}}, nil
}

// Reactivate gives developer access back. Checks: client_not_found, then
// not_suspended.
func Reactivate(s State, cmd ReviewCmd) ([]domain.Event, error) {
	if err := s.requireStatus(StatusSuspended, "not_suspended"); err != nil {
		return nil, err
	}
	return []domain.Event{Reactivated{ClientID: s.ClientID, By: cmd.By, Reason: cmd.Reason, At: cmd.At}}, nil
}

// requireReasonAndStatus checks what a rejection and a suspension need: a reason, and a client with this
// status.
func (s State) requireReasonAndStatus(cmd ReviewCmd, status, code string) error {
	if s.Exists && cmd.Reason == "" {
		return domain.InvalidField("reason", "is required")
	}
	return s.requireStatus(status, code)
}

func (s State) requireStatus(status, code string) error {
	switch s.Status {
	case status:
		return nil
	case "":
		return notFound()
	}
	return domain.Refuse(domain.Invalid, code, "the account is %s", s.Status)
}

// ChangeSettingsCmd sets the settings that an administrator decides. DailyPayoutCap is in rupiah; nil means
// no cap. DailyRefundCap is nil for DefaultDailyRefundCap.
type ChangeSettingsCmd struct {
	AutoApproveWithdrawal bool
	DailyPayoutCap        *decimal.Decimal
	DailyRefundCap        *decimal.Decimal
	Reason                string
	By                    string
	At                    time.Time
}

// ChangeSettings decides a ChangeSettingsCmd. Checks: client_not_found; invalid_field
// daily_payout_cap, daily_refund_cap: not whole rupiah from 0 to money.Max; unchanged: nothing happens.
func ChangeSettings(s State, cmd ChangeSettingsCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	if err := domain.Together(checkCap("daily_payout_cap", cmd.DailyPayoutCap), checkCap("daily_refund_cap", cmd.DailyRefundCap)); err != nil {
		return nil, err
	}
	if cmd.AutoApproveWithdrawal == s.AutoApproveWithdrawal && sameCap(cmd.DailyPayoutCap, s.DailyPayoutCap) &&
		sameCap(cmd.DailyRefundCap, s.DailyRefundCap) {
		return nil, nil
	}
	return []domain.Event{SettingsChanged{
		ClientID: s.ClientID, AutoApproveWithdrawal: cmd.AutoApproveWithdrawal, DailyPayoutCap: cmd.DailyPayoutCap,
		DailyRefundCap: cmd.DailyRefundCap, Reason: cmd.Reason, By: cmd.By, At: cmd.At,
	}}, nil
}

func checkCap(field string, c *decimal.Decimal) error {
	if c != nil && (c.IsNegative() || c.GreaterThan(money.Max) || money.CheckWhole(*c) != nil) {
		return domain.InvalidField(field, "must be whole rupiah from 0 to %s", money.Max)
	}
	return nil
}

func sameCap(a, b *decimal.Decimal) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}
