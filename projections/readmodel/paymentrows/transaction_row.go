package paymentrows

import (
	"slices"
	"time"

	"gateway/domain/payment"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// TransactionRow is a row of the table transactions, including the columns that Transaction does not have. It
// also holds a batch's changes to a row: the columns that sum are then what the batch adds, and another column
// that is zero is unchanged.
type TransactionRow struct {
	Transaction
	OpenSuspense int `db:"open_suspense"`
	// SuspendedAmount and SuspendedAt describe the money in suspense: its sum, and when the last of it arrived.
	SuspendedAmount decimal.Decimal `db:"suspended_amount"`
	SuspendedAt     *time.Time      `db:"suspended_at"`

	// created is true when the batch created the row.
	created  bool
	assigned readtable.Assigned
}

// TransactionColumns are all columns of a TransactionRow.
var TransactionColumns = slices.Concat(createdColumns, changedColumns, readtable.Columns[TransactionRow]{
	readtable.At("open_suspense integer", func(r *TransactionRow) any { return &r.OpenSuspense }),
	readtable.At("suspended_amount numeric", func(r *TransactionRow) any { return &r.SuspendedAmount }),
	readtable.At("suspended_at timestamptz", func(r *TransactionRow) any { return &r.SuspendedAt }),
	readtable.At("under_review boolean", func(r *TransactionRow) any { return &r.UnderReview }),
	readtable.At("reversed_amount numeric", func(r *TransactionRow) any { return &r.ReversedAmount }),
	readtable.At("reversals jsonb", func(r *TransactionRow) any { return &r.Reversals }),
})

// Shown returns the transaction in the form that a query returns. While money is in suspense and nothing else
// was paid, it shows that money as paid.
func (r *TransactionRow) Shown() Transaction {
	t := r.Transaction
	if r.OpenSuspense > 0 && t.PaidAmount == nil {
		amount := r.SuspendedAmount
		t.PaidAmount = &amount
	}
	if r.OpenSuspense > 0 && t.PaidAt == nil {
		t.PaidAt = r.SuspendedAt
	}
	return t
}

func (r *TransactionRow) open(e payment.Opened) {
	readtable.PointUnlessZero(&r.ExpiresAt, e.ExpiresAt)
	readtable.PointUnlessZero(&r.OpenedAt, e.At)
	readtable.SetUnlessZero(&r.ProviderID, e.ProviderID) // an earlier receipt may have brought it
	readtable.SetUnlessZero(&r.VANumber, e.VANumber)
	readtable.SetUnlessZero(&r.BankCode, e.BankCode)
	readtable.SetUnlessZero(&r.QRString, e.QRString)
	readtable.SetUnlessZero(&r.PayURL, e.PayURL)
	readtable.SetUnlessZero(&r.Deeplink, e.Deeplink)
	readtable.SetUnlessZero(&r.InvoiceURL, e.InvoiceURL)
}

// suspend moves items and an amount into suspense, or out of it. at is when the money arrived, or zero.
func (r *TransactionRow) suspend(items int, amount decimal.Decimal, at time.Time) {
	r.OpenSuspense, r.SuspendedAmount = r.OpenSuspense+items, r.SuspendedAmount.Add(amount)
	r.UnderReview = r.OpenSuspense > 0
	if !at.IsZero() && (r.SuspendedAt == nil || at.After(*r.SuspendedAt)) { // keep the latest time
		r.SuspendedAt = &at
	}
}

// movesSuspense reports whether a batch moved money into suspense or out of it.
func (r *TransactionRow) movesSuspense() bool {
	return r.OpenSuspense != 0 || !r.SuspendedAmount.IsZero() || r.SuspendedAt != nil
}

// refund closes an item. When the provider pays the refund, the money stays in suspense until the provider
// lists the refund as a payment.Reversed.
func (r *TransactionRow) refund(e payment.SuspenseRefunded) {
	left := e.PaidAmount
	if e.WaitsForProvider() {
		left = decimal.Decimal{}
	}
	r.suspend(-1, left.Neg(), time.Time{})
}

// reverse records the part of the client's credited money that was taken back. Money taken out of suspense
// does not concern the client.
func (r *TransactionRow) reverse(e payment.Reversed) {
	if !e.IsOfCredit() {
		closed := 0
		if e.SuspenseClosed {
			closed = 1
		}
		r.suspend(-closed, e.FromSuspense.Neg(), time.Time{})
		return
	}
	r.ReversedAmount = r.ReversedAmount.Add(e.Reversal.Amount)
	r.Reversals = append(r.Reversals, Reversal{
		ReversalID: e.ReversalID, Kind: e.Kind, Amount: e.Reversal.Amount, Reason: e.Reason, By: e.By, At: e.At.UTC(),
	})
}
