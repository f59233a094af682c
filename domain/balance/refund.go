package balance

import (
	"errors"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// RefundHeld sets money aside for a refund, first from what of its payment is unsettled, then from available.
type RefundHeld struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source   Source          `json:"source"`
	RefundID int64           `json:"refund_id"`
	Amount   decimal.Decimal `json:"amount"`
	// Method is that of the refund, Day the one that it counts to, and Approval who must approve it: payment.ApprovalNone ...
	Method   string `json:"method"`
	Day      string `json:"day"`
	Approval string `json:"approval"`
}

// RefundNotHeld says that the balance had too little for a refund, which is therefore undone. It moves no money.
type RefundNotHeld struct {
	ClientID      int64           `json:"client_id"`
	TransactionID string          `json:"transaction_id"`
	Source        Source          `json:"source"`
	RefundID      int64           `json:"refund_id"`
	Amount        decimal.Decimal `json:"amount"`
	// Available is what there was, in rupiah.
	Available decimal.Decimal `json:"available"`
}

// RefundReleased gives back what was held for a refund that ended without moving money.
type RefundReleased struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source   Source          `json:"source"`
	RefundID int64           `json:"refund_id"`
	Amount   decimal.Decimal `json:"amount"`
	// Status is that of the refund: failed, cancelled or rejected.
	Status string `json:"status"`
}

// ReversalReturned gives a client back what a reversal had taken: the refund bounced.
type ReversalReturned struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source `json:"source"`
	ReversalID string `json:"reversal_id"`
	RefundID   int64  `json:"refund_id"`
	// Amount comes back from the provider, or from where it was paid, in rupiah.
	Amount decimal.Decimal `json:"amount"`
	Reason string          `json:"reason"`
	// VATRate is that of PaymentReversed.
	VATRate *decimal.Decimal `json:"vat_rate,omitempty"`
}

// RefundHold is money that is held for a refund. Approval is who must approve it.
type RefundHold struct {
	RefundID int64           `json:"refund_id"`
	Amount   decimal.Decimal `json:"amount"`
	Approval string          `json:"approval,omitempty"`
	// TransactionID names the payment, Method how the refund goes back, and At when it was requested.
	TransactionID string    `json:"transaction_id"`
	Method        string    `json:"method"`
	At            time.Time `json:"at"`
}

// maxNotHeld is how many refunds the state remembers that the balance had too little for.
const maxNotHeld = 1_000

// RefundAnswer says whether the balance has answered the request of a refund, and whether it held the money; then approval is
// who must approve it.
func (s State) RefundAnswer(id int64) (approval string, held, answered bool) {
	h, held := s.RefundHold(id)
	return h.Approval, held, held || slices.Contains(s.RefundsNotHeld, id)
}

// RefundHold finds the money that is held for a refund.
func (s State) RefundHold(id int64) (h RefundHold, held bool) {
	i := slices.IndexFunc(s.RefundHolds, func(h RefundHold) bool { return h.RefundID == id })
	if i < 0 {
		return h, false
	}
	return s.RefundHolds[i], true
}

// approval is who must approve a refund. What goes back to where it came from, and what is transferred, count to two sums of
// the day; the latter also has the withdrawals that were auto-approved.
func (s State) approval(e payment.RefundRequested) string {
	before := s.Refunded
	if e.Method == payment.MethodTransfer {
		before = s.AutoApproved
	}
	if e.Limit.Never || e.Limit.Cap != nil && before.on(e.Limit.Day).Add(e.RefundOrder.Amount).GreaterThan(*e.Limit.Cap) {
		return e.Limit.Approval
	}
	return payment.ApprovalNone
}

// withRefundHeld is the state in which the refund is held, and counts to its day if no person must approve it.
func (s State) withRefundHeld(e RefundHeld) State {
	s.RefundHolds = append(slices.Clip(s.RefundHolds), RefundHold{e.RefundID, e.Amount, e.Approval, e.Reference, e.Method, e.Movement.At})
	if e.Approval != payment.ApprovalNone {
		return s
	}
	if e.Method == payment.MethodTransfer {
		s.AutoApproved = s.AutoApproved.with(e.Day, e.Amount)
	} else {
		s.Refunded = s.Refunded.with(e.Day, e.Amount)
	}
	return s
}

func (s State) withoutRefundHold(id int64) State {
	s.RefundHolds = slices.DeleteFunc(slices.Clone(s.RefundHolds), func(h RefundHold) bool { return h.RefundID == id })
	return s
}

// postRefundRequested holds the money of a refund. It is posted in the order of the log, so everything that the payment
// stream knew when it reserved the money is in the balance by now.
func (s State) postRefundRequested(cmd PostCmd, e payment.RefundRequested) (domain.Event, error) {
	id := cmd.ClientID
	m, err := s.move(id, e.TransactionID, cmd.At, []ledger.Posting{
		{Account: ledger.Unsettled(id), Amount: e.FromUnsettled.Neg()},
		{Account: ledger.Available(id), Amount: e.FromUnsettled.Sub(e.RefundOrder.Amount)},
		{Account: ledger.Held(id), Amount: e.RefundOrder.Amount},
	})
	if errors.Is(err, domain.Refuse(domain.Invalid, "insufficient_balance", "")) {
		return RefundNotHeld{
			ClientID: id, TransactionID: e.TransactionID, Source: cmd.Source, RefundID: e.RefundID, Amount: e.RefundOrder.Amount,
			Available: s.Totals.Available,
		}, nil
	}
	if err != nil {
		return nil, err
	}
	return RefundHeld{
		ClientID: id, Movement: m, Source: cmd.Source, RefundID: e.RefundID, Amount: e.RefundOrder.Amount,
		Method: e.Method, Day: e.Limit.Day, Approval: s.approval(e),
	}, nil
}

// postRefundEnded releases what is held for a refund. Nothing is held for one that the balance had too little for.
// Postings to one account are added up.
func (s State) postRefundEnded(
	cmd PostCmd, transactionID string, o payment.RefundOrder, toUnsettled decimal.Decimal, status string,
) (domain.Event, error) {
	id := cmd.ClientID
	hold, held := s.RefundHold(o.RefundID)
	amount, from, back := hold.Amount, ledger.Held(id), toUnsettled
	if !held { // what its money would have given stayed in unsettled, and may have been settled meanwhile
		amount, from, back = o.FromUnsettled.Sub(toUnsettled), ledger.Unsettled(id), decimal.Zero
	}
	if amount.IsZero() {
		return nil, nil
	}
	m, err := s.move(id, transactionID, cmd.At, []ledger.Posting{
		{Account: from, Amount: amount.Neg()},
		{Account: ledger.Unsettled(id), Amount: back},
		{Account: ledger.Available(id), Amount: amount.Sub(back)},
	})
	if err != nil {
		return nil, err
	}
	return RefundReleased{ClientID: id, Movement: m, Source: cmd.Source, RefundID: o.RefundID, Amount: amount, Status: status}, nil
}

// refundPostings are those of money that went back by a refund: out of what is held. A void gives fee and VAT back, so
// more was held than it takes, and the rest becomes available. What a transfer costs comes out of available, or becomes
// receivable.
func (s State) refundPostings(e payment.Reversed, held decimal.Decimal) []ledger.Posting {
	id, paid := e.ClientID, payment.RefundPaid{}
	if e.Paid != nil {
		paid = *e.Paid
	}
	available := decimal.Min(paid.Fee, s.Totals.Available)
	return []ledger.Posting{
		{Account: paidFrom(e.Connection, e.Paid), Amount: e.Back()},
		{Account: ledger.Held(id), Amount: held.Neg()},
		{Account: ledger.Available(id), Amount: held.Sub(e.ClientBears).Sub(available)},
		{Account: ledger.Receivable(id), Amount: available.Sub(paid.Fee)},
		{Account: ledger.RevenueFees, Amount: paid.Fee.Sub(paid.VAT).Sub(e.Fee)},
		{Account: ledger.TaxVAT, Amount: paid.VAT.Sub(e.VAT)},
	}
}

// paidFrom is the account that a refund was paid from.
func paidFrom(connection string, paid *payment.RefundPaid) string {
	switch {
	case paid == nil:
		return ledger.ProviderClearing(connection)
	case paid.PaidBy == "":
		return ledger.BankOperating
	}
	return ledger.ProviderPayouts(paid.PaidBy)
}

// rateOf returns the VAT rate of what a transfer cost; nil where it is not known, or cost nothing.
func rateOf(paid *payment.RefundPaid) *decimal.Decimal {
	if paid == nil {
		return nil
	}
	return paid.VATRate
}

// postReversalReturned gives back what a reversal took, and what its transfer cost.
func (s State) postReversalReturned(cmd PostCmd, e payment.ReversalReturned) (domain.Event, error) {
	id, paid := cmd.ClientID, payment.RefundPaid{}
	if e.Paid != nil {
		paid = *e.Paid
	}
	total := e.ClientGets.Add(e.Fee).Add(e.VAT)
	m, err := s.move(id, e.TransactionID, cmd.At, []ledger.Posting{
		{Account: paidFrom(e.Connection, e.Paid), Amount: total.Neg()},
		{Account: ledger.Available(id), Amount: e.ClientGets.Add(paid.Fee)},
		{Account: ledger.RevenueFees, Amount: e.Fee.Sub(paid.Fee).Add(paid.VAT)},
		{Account: ledger.TaxVAT, Amount: e.VAT.Sub(paid.VAT)},
	})
	if err != nil {
		return nil, err
	}
	return ReversalReturned{
		ClientID: id, Movement: m, Source: cmd.Source, ReversalID: e.ReversalID, RefundID: e.RefundID, Amount: total, Reason: e.Code,
		VATRate: rateOf(e.Paid),
	}, nil
}
