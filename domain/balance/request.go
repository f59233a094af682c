package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// MinPayout is the smallest amount of a withdrawal or settlement.
var MinPayout = decimal.NewFromInt(10_000)

// CheckAmount refuses an amount that no withdrawal or settlement can have: below
// MinPayout, above money.Max, or with more than two decimals.
func CheckAmount(amount decimal.Decimal) error {
	if amount.LessThan(MinPayout) || money.Check(amount) != nil {
		return domain.InvalidField("jumlah", "must be %s to %s with at most %d decimals", MinPayout, money.Max, money.Places)
	}
	return nil
}

// RequestCmd asks for a payout. Kind, Total and RequestedAt of the order are set
// here; everything else is the caller's: Fee is what the service charges, FeeVAT
// of it, whatever the client sent.
type RequestCmd struct {
	Order
	// AutoApprove sends a withdrawal on without an administrator.
	AutoApprove bool
	At          time.Time
}

// ByAuto is who approved where nobody had to.
const ByAuto = "auto"

// RequestWithdrawal holds amount and fee. Guards, in this order:
//
//  1. the id is known, open or closed: nothing happens (a retry never fails on funds)
//  2. invalid_field jumlah: CheckAmount
//  3. bank_account_missing: no norek or no bank
//  4. pending_withdrawal_exists: another one is pending; one that is processing
//     does not block, since its money is held and its way decided
//  5. insufficient_balance
func RequestWithdrawal(s State, cmd RequestCmd) ([]domain.Event, error) {
	cmd.Kind = Withdrawal
	if s.StatusOf(cmd.Kind, cmd.ID) != "" {
		return nil, nil
	}
	if err := cmd.check(); err != nil {
		return nil, err
	}
	if s.hasPendingWithdrawal() {
		return nil, domain.Refuse(domain.Invalid, "pending_withdrawal_exists", "another withdrawal is still pending")
	}
	order, m, err := s.hold(cmd)
	if err != nil {
		return nil, err
	}
	events := []domain.Event{WithdrawalRequested{Order: order, Movement: m}}
	if cmd.AutoApprove {
		events = append(events, PayoutApproved{Order: order, By: ByAuto, At: cmd.At})
	}
	return events, nil
}

// RequestSettlement is RequestWithdrawal without guard 4: any number may be open,
// and each waits for an administrator.
func RequestSettlement(s State, cmd RequestCmd) ([]domain.Event, error) {
	cmd.Kind = Settlement
	if s.StatusOf(cmd.Kind, cmd.ID) != "" {
		return nil, nil
	}
	if err := cmd.check(); err != nil {
		return nil, err
	}
	order, m, err := s.hold(cmd)
	if err != nil {
		return nil, err
	}
	return []domain.Event{SettlementRequested{Order: order, Movement: m}}, nil
}

func (cmd RequestCmd) check() error {
	if err := CheckAmount(cmd.Amount); err != nil {
		return err
	}
	if cmd.AccountNumber == "" || cmd.Bank == "" {
		return domain.Refuse(domain.Invalid, "bank_account_missing", "a payout needs a norek and a bank")
	}
	return nil
}

func (s State) hasPendingWithdrawal() bool {
	for _, p := range s.Open {
		if p.Kind == Withdrawal && p.Status == StatusPending {
			return true
		}
	}
	return false
}

func (s State) hold(cmd RequestCmd) (Order, Movement, error) {
	order := cmd.Order
	order.Total, order.RequestedAt = order.Amount.Add(order.Fee), cmd.At
	m, err := s.move(order.ClientID, order.ExternalID, cmd.At,
		ledger.Transfer(ledger.Available(order.ClientID), ledger.Held(order.ClientID), order.Total))
	return order, m, err
}
