package balance

import "gateway/domain"

// WithdrawalRequested holds the total of a new withdrawal, which is then pending.
type WithdrawalRequested struct {
	Order
	Movement
}

// RequestWithdrawal holds amount and fee (API reference: Withdrawals). Checks, in this order:
//
//  1. the id is known, open or closed: nothing happens, so a retry never fails on funds
//  2. ErrExternalIDTaken
//  3. invalid_field jumlah: CheckAmount
//  4. bank_account_missing: no account number or no bank
//  5. pending_withdrawal_exists: another one is pending; one that is processing does
//     not count, because it is approved and its money is held
//  6. too_many_open: MaxOpen, MaxOpenBytes
//  7. insufficient_balance
//
// If auto-approval is on, not paused, and within its daily cap, the withdrawal is approved at once; otherwise
// it waits as pending.
func RequestWithdrawal(s State, cmd RequestCmd) ([]domain.Event, error) {
	if s.StatusOf(Withdrawal, cmd.ID) != "" {
		return nil, nil
	}
	if err := cmd.checkExternalID(s, Withdrawal); err != nil {
		return nil, err
	}
	if err := cmd.check(); err != nil {
		return nil, err
	}
	if s.hasPendingWithdrawal() {
		return nil, domain.Refuse(domain.Invalid, "pending_withdrawal_exists", "another withdrawal is still pending")
	}
	order := cmd.order(Withdrawal)
	if err := s.checkOpen(order); err != nil {
		return nil, err
	}
	m, err := s.hold(order, cmd.At)
	if err != nil {
		return nil, err
	}
	events := []domain.Event{WithdrawalRequested{Order: order, Movement: m}}
	if cmd.Auto.allows(s, order.Amount, cmd.At) {
		events = append(events, PayoutApproved{Order: order, By: ByAuto, Day: cmd.Auto.Day, At: cmd.At})
	}
	return events, nil
}

func (s State) hasPendingWithdrawal() bool {
	for _, p := range s.Open {
		if p.Kind == Withdrawal && p.Status == StatusPending {
			return true
		}
	}
	return false
}
