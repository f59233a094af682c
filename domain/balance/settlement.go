package balance

import "gateway/domain"

// SettlementRequested holds the total of a new settlement, which is then pending.
type SettlementRequested struct {
	Order
	Movement
}

// RequestSettlement holds amount and fee (API reference: Settlements). Many settlements may be open
// (MaxOpen), and each waits for an administrator. Checks, in this order:
//
//  1. the id is known, open or closed: nothing happens
//  2. ErrExternalIDTaken
//  3. invalid_field jumlah: CheckAmount
//  4. bank_account_missing: no account number or no bank
//  5. too_many_open: MaxOpen, MaxOpenBytes
//  6. insufficient_balance
func RequestSettlement(s State, cmd RequestCmd) ([]domain.Event, error) {
	if s.StatusOf(Settlement, cmd.ID) != "" {
		return nil, nil
	}
	if err := cmd.checkExternalID(s, Settlement); err != nil {
		return nil, err
	}
	if err := cmd.check(); err != nil {
		return nil, err
	}
	order := cmd.order(Settlement)
	if err := s.checkOpen(order); err != nil {
		return nil, err
	}
	m, err := s.hold(order, cmd.At)
	if err != nil {
		return nil, err
	}
	return []domain.Event{SettlementRequested{Order: order, Movement: m}}, nil
}
