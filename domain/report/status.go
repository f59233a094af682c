package report

// Status is the provider's status of a payment or payout, in one vocabulary for all its products.
type Status string

// A payment is Pending, Paid, Settled, Expired or Failed. A payout is Pending,
// Completed, Failed or Reversed.
const (
	Pending   Status = "PENDING"
	Paid      Status = "PAID"
	Settled   Status = "SETTLED"
	Expired   Status = "EXPIRED"
	Failed    Status = "FAILED"
	Completed Status = "COMPLETED"
	Reversed  Status = "REVERSED"
)

// IsPaid reports whether the provider has received the customer's money.
func (s Status) IsPaid() bool { return s == Paid || s == Settled }
