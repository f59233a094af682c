package balance

import (
	"errors"
	"slices"

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

// RefundHold is money that is held for a refund.
type RefundHold struct {
	RefundID int64           `json:"refund_id"`
	Amount   decimal.Decimal `json:"amount"`
}

// HoldsRefund reports whether money is held for the refund.
func (s State) HoldsRefund(id int64) bool { _, held := s.refundHold(id); return held }

func (s State) refundHold(id int64) (amount decimal.Decimal, held bool) {
	i := slices.IndexFunc(s.RefundHolds, func(h RefundHold) bool { return h.RefundID == id })
	if i < 0 {
		return amount, false
	}
	return s.RefundHolds[i].Amount, true
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
	return RefundHeld{ClientID: id, Movement: m, Source: cmd.Source, RefundID: e.RefundID, Amount: e.RefundOrder.Amount}, nil
}

// postRefundEnded releases what is held for a refund. Nothing is held for one that the balance had too little for.
// Postings to one account are added up.
func (s State) postRefundEnded(
	cmd PostCmd, transactionID string, o payment.RefundOrder, toUnsettled decimal.Decimal, status string,
) (domain.Event, error) {
	id := cmd.ClientID
	amount, held := s.refundHold(o.RefundID)
	from, back := ledger.Held(id), toUnsettled
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
// more was held than it takes, and the rest becomes available.
func refundPostings(clientID int64, e payment.Reversed, held decimal.Decimal) []ledger.Posting {
	return []ledger.Posting{
		{Account: ledger.ProviderClearing(e.Connection), Amount: e.Back()},
		{Account: ledger.Held(clientID), Amount: held.Neg()},
		{Account: ledger.Available(clientID), Amount: held.Sub(e.ClientBears)},
		{Account: ledger.RevenueFees, Amount: e.Fee.Neg()},
		{Account: ledger.TaxVAT, Amount: e.VAT.Neg()},
	}
}
