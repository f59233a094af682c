package provider

// The channels of a payment. Each is also the kind of its notifications.
const (
	VA      = "va"
	EWallet = "ewallet"
	QRIS    = "qris"
	Invoice = "invoice"
)

// KindDisbursement is the kind of the notifications about payouts.
const KindDisbursement = "disbursement"

// Status is what the provider says of a payment or payout, in one vocabulary for
// all products.
type Status string

// A payment is Pending, Paid, Settled, Expired or Failed; a payout Pending,
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

// What each product calls them. A voided wallet charge was taken back on the day
// of the payment; the failure code says so. SETTLED of anything but an invoice is
// an addition of the built-in simulator: the classic API has no such notice.
var (
	invoiceWords = map[string]Status{"PENDING": Pending, "PAID": Paid, "SETTLED": Settled, "EXPIRED": Expired}
	vaWords      = map[string]Status{"COMPLETED": Paid, "PAID": Paid, "SETTLED": Settled}
	chargeWords  = map[string]Status{"PENDING": Pending, "SUCCEEDED": Paid, "SETTLED": Settled, "FAILED": Failed, "VOIDED": Failed}
	qrWords      = map[string]Status{"COMPLETED": Paid, "SUCCEEDED": Paid, "SETTLED": Settled, "FAILED": Failed}
	payoutWords  = map[string]Status{"PENDING": Pending, "COMPLETED": Completed, "FAILED": Failed, "REVERSED": Reversed}
)

func (s Status) isPaid() bool { return s == Paid || s == Settled }
