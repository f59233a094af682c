package paymentrows

import (
	"time"

	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// transactionSuspense is what a batch changes of the money of one transaction that is in
// suspense.
type transactionSuspense struct {
	ID int64
	// Items is the change of the number of open items, amount of the rupiah in suspense.
	Items  int
	Amount decimal.Decimal
	// At is when the last of the money came; zero when none came.
	At time.Time
}

// suspend notes that items and an amount came into suspense, or left it.
func (f *TransactionFold) suspend(i payment.Identity, items int, amount decimal.Decimal, at time.Time) *transactionSuspense {
	f.change(i.ID, at) // its time, in the order of the events
	s := f.Suspended.ForKey(i.ID)
	s.ID, s.Items, s.Amount = i.ID, s.Items+items, s.Amount.Add(amount)
	return s
}

// refund closes an item. Where the provider pays it back, the money stays in suspense until
// the provider lists the refund, which is a payment.Reversed.
func (f *TransactionFold) refund(e payment.SuspenseRefunded) {
	left := e.PaidAmount
	if e.WaitsForProvider() {
		left = decimal.Decimal{}
	}
	f.suspend(e.Identity, -1, left.Neg(), e.At)
}
