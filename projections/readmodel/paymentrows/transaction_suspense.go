package paymentrows

import (
	"time"

	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// transactionSuspense holds a batch's changes to one transaction's money in suspense.
type transactionSuspense struct {
	ID int64
	// Items is the change of the number of open items. Amount is the change of the rupiah in suspense.
	Items  int
	Amount decimal.Decimal
	// At is when the last of the money arrived. It is zero when none arrived.
	At time.Time
}

// suspend records that items and an amount entered suspense, or left it.
func (f *TransactionFold) suspend(i payment.Identity, items int, amount decimal.Decimal, at time.Time) *transactionSuspense {
	f.change(i.ID, at) // updates its time, in event order
	s := f.Suspended.ForKey(i.ID)
	s.ID, s.Items, s.Amount = i.ID, s.Items+items, s.Amount.Add(amount)
	return s
}

// refund closes an item. When the provider pays the refund, the money stays in suspense until the provider
// lists the refund as a payment.Reversed.
func (f *TransactionFold) refund(e payment.SuspenseRefunded) {
	left := e.PaidAmount
	if e.WaitsForProvider() {
		left = decimal.Decimal{}
	}
	f.suspend(e.Identity, -1, left.Neg(), e.At)
}
