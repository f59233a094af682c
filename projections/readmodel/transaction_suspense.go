package readmodel

import (
	"time"

	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// transactionSuspense is what a batch changes of the money of one transaction that is in
// suspense.
type transactionSuspense struct {
	id int64
	// items is the change of the number of open items, amount of the rupiah in suspense.
	items  int
	amount decimal.Decimal
	// at is when the last of the money came; zero when none came.
	at time.Time
}

// suspend notes that items and an amount came into suspense, or left it.
func (f *transactionFold) suspend(i payment.Identity, items int, amount decimal.Decimal, at time.Time) *transactionSuspense {
	f.change(i.ID, at) // its time, in the order of the events
	s := f.suspended.forKey(i.ID)
	s.id, s.items, s.amount = i.ID, s.items+items, s.amount.Add(amount)
	return s
}

// refund closes an item. Where the provider pays it back, the money stays in suspense until
// the provider lists the refund, which is a payment.Reversed.
func (f *transactionFold) refund(e payment.SuspenseRefunded) {
	left := e.PaidAmount
	if e.WaitsForProvider() {
		left = decimal.Decimal{}
	}
	f.suspend(e.Identity, -1, left.Neg(), e.At)
}
