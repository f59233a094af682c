package balance

import (
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// MinPayout is the smallest amount of a withdrawal or settlement, in rupiah.
var MinPayout = decimal.NewFromInt(10_000)

// CheckAmount refuses an amount that is not allowed for a withdrawal or settlement, with invalid_field
// jumlah: not whole rupiah, below MinPayout, or above money.Max.
func CheckAmount(amount decimal.Decimal) error {
	if money.CheckWhole(amount) != nil {
		return domain.InvalidField("jumlah", "must be whole rupiah")
	}
	if amount.LessThan(MinPayout) || money.Check(amount) != nil {
		return domain.InvalidField("jumlah", "must be %s to %s", MinPayout, money.Max)
	}
	return nil
}

// RequestCmd requests a withdrawal or settlement. The decision sets Kind, Total and RequestedAt of the order.
// The gateway sets Fee and FeeVAT, never the client.
type RequestCmd struct {
	Order
	// ExternalIDMade is true if the gateway made the external_id, which must then be unique.
	ExternalIDMade bool
	// Auto says whether a withdrawal is approved at once, without an administrator.
	Auto AutoApproval
	At   time.Time
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

// order returns the order in the form that the events carry.
func (cmd RequestCmd) order(kind string) Order {
	o := cmd.Order
	o.Kind, o.Total, o.RequestedAt = kind, o.Amount.Add(o.Fee), cmd.At
	return o
}

// MaxOpen is how many payouts of a client may be open, and MaxOpenBytes how many bytes they may take in a
// snapshot, which must fit into one append.
const (
	MaxOpen      = 500
	MaxOpenBytes = 450_000
)

const (
	// openAlways payouts fit into MaxOpenBytes, however long their texts are.
	openAlways = 15
	// grownBy limits how many more bytes a payout needs once it was sent to the provider.
	grownBy = 400
)

// checkOpen refuses an open payout beyond the limits, with too_many_open.
func (s State) checkOpen(o Order) error {
	if len(s.Open) < openAlways {
		return nil
	}
	bytes := jsonSize(Payout{Order: o}) + grownBy
	for _, p := range s.Open {
		bytes += jsonSize(Payout{Order: p.Order}) + grownBy
	}
	if len(s.Open) < MaxOpen && bytes <= MaxOpenBytes {
		return nil
	}
	return domain.Refuse(domain.Invalid, "too_many_open",
		"%d withdrawals and settlements are open already: wait until some have ended", len(s.Open))
}

// jsonSize is the number of bytes of a value's JSON.
func jsonSize(v any) int {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts, numbers and times can always be encoded
	}
	return len(text)
}

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
