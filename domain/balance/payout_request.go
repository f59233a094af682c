package balance

import (
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
