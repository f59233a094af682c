package simulation

import (
	"slices"
	"time"

	"gateway/domain/payment"
	"gateway/projections/readmodel/paymentrows"

	"github.com/shopspring/decimal"
)

// saleOrder holds the payments of one order of a merchant: one that replaces nothing, and all that replace it
// or one another.
type saleOrder struct {
	oldest   string
	payments []paymentrows.Transaction
	// paid is how many of the payments are PAID, and kept is how many transfers of the amount due were not given back.
	paid, kept int
}

// orders groups the payments as merchants asked for them.
func (o *oracle) orders() map[string]*saleOrder {
	found := map[string]*saleOrder{}
	older := map[string]string{}
	for _, row := range o.payments {
		if r := o.saleOf(row); r != nil && r.replaces != "" {
			older[row.TransactionID] = r.replaces
		}
	}
	for _, row := range o.payments {
		oldest := row.TransactionID
		for older[oldest] != "" {
			oldest = older[oldest]
		}
		if found[oldest] == nil {
			found[oldest] = &saleOrder{oldest: oldest}
		}
		found[oldest].add(o, row)
	}
	return found
}

func (d *saleOrder) add(o *oracle, row paymentrows.Transaction) {
	d.payments = append(d.payments, row)
	if isPaid(row) {
		d.paid++
	}
	for _, t := range o.transfersOf(row.TransactionID) {
		if row.Total.Equal(decimal.NewFromInt(t.amount)) && !o.wasGivenBack(row.TransactionID, t) {
			d.kept++
		}
	}
}

// hasPaidSibling reports whether another payment of the same order is PAID. Releasing money then credits the
// merchant, but changes no status.
func (o *oracle) hasPaidSibling(row paymentrows.Transaction) bool {
	for _, d := range o.orders() {
		for _, one := range d.payments {
			if one.TransactionID == row.TransactionID {
				return d.paid > 0
			}
		}
	}
	return false
}

// wasGivenBack reports whether a transfer went back to the customer: voided by the provider, or refunded out of
// suspense by an administrator.
func (o *oracle) wasGivenBack(transactionID string, t *paidBill) bool {
	return o.wasVoided(transactionID) || slices.ContainsFunc(o.items, func(i paymentrows.SuspenseItem) bool {
		return i.TransactionID == transactionID && i.ProviderPaymentID == t.id &&
			(i.Status == paymentrows.SuspenseRefunded || i.Status == paymentrows.SuspenseReversed)
	})
}

func isPaid(row paymentrows.Transaction) bool { return row.Status == "PAID" || row.Status == "SETTLED" }

// claimantWaits reports whether a payment whose money waits in suspense for a person has claimed the order. A
// release that failed halfway has claimed the order, and makes the payment PAID when it is repeated. After a
// restore the claim may belong to a payment whose money was lost; then the money of any payment of the order
// waits. So it does if the money of the payment that claimed the order was voided before it was booked.
func (o *oracle) claimantWaits(d *saleOrder) bool {
	anyWaits := slices.ContainsFunc(d.payments, func(row paymentrows.Transaction) bool { return o.underReview(row.TransactionID) })
	if o.restored {
		return anyWaits
	}
	claimant := ""
	for _, e := range o.events() {
		switch event := e.Event.(type) {
		case payment.Claimed:
			if event.Chain == d.oldest {
				claimant = event.TransactionID
			}
		case payment.ClaimTakenOver:
			if event.Chain == d.oldest {
				claimant = event.TransactionID
			}
		}
	}
	return claimant != "" && (o.underReview(claimant) || anyWaits && o.wasVoided(claimant))
}

// judgeOrders: of an order that was paid, and whose money stays here, exactly one payment is PAID. No order has two.
func (o *oracle) judgeOrders() {
	for _, d := range o.orders() {
		if d.paid > 1 {
			o.fail("of the order of %s %d payments are PAID", d.oldest, d.paid)
		}
		if d.kept > 0 && d.paid == 0 && !o.claimantWaits(d) {
			o.fail("the order of %s was paid what is due, and none of its %d payments is PAID", d.oldest, len(d.payments))
		}
		for _, row := range d.payments {
			o.judgeReplaced(row)
		}
	}
}

// judgeReplaced: a payment names the payment that the merchant wanted it to replace, and that one is over as
// soon as the provider has accepted the newer one (API details: replaces). A cancelled payment is over, and
// stays so unless it is paid.
func (o *oracle) judgeReplaced(row paymentrows.Transaction) {
	r := o.saleOf(row)
	if r == nil {
		return
	}
	shown := ""
	if row.Replaces != nil {
		shown = *row.Replaces
	}
	if shown != r.replaces {
		o.fail("%s shows that it replaces %q, and %s wanted %q", row.TransactionID, shown, r, r.replaces)
	}
	if r.cancelled && row.Status != "EXPIRED" && !isPaid(row) {
		o.fail("%s was answered as cancelled, and is %s", row.TransactionID, row.Status)
	}
	if r.cancelled && isPaid(row) && !row.Late {
		o.fail("%s was answered as cancelled, and is %s as if it had not been", row.TransactionID, row.Status)
	}
	if shown == "" || row.OpenedAt == nil && !isPaid(row) {
		return
	}
	i := slices.IndexFunc(o.payments, func(older paymentrows.Transaction) bool { return older.TransactionID == shown })
	if i < 0 {
		o.fail("%s replaces %s, which is not there", row.TransactionID, shown)
		return
	}
	if older := o.payments[i]; older.ReplacedBy == nil || older.Status == "PENDING" && !o.underReview(shown) {
		o.fail("%s, which is open, replaces %s, which is %s", row.TransactionID, shown, older.Status)
	}
}

// judgeClosings: each payment that ended before its time is closed at the provider, if possible, and what the
// log says about that is true.
func (o *oracle) judgeClosings() {
	ended := map[string]bool{} // by transaction_id: whether the closing is still to do
	for _, e := range o.events() {
		switch event := e.Event.(type) {
		case payment.Expired:
			if event.Reason != "" && (event.Channel == "va" || event.Channel == "invoice") {
				ended[event.TransactionID] = true
			}
		case payment.Closed:
			ended[event.TransactionID] = false
			o.judgeClosing(event)
		}
	}
	for id, open := range ended {
		if open {
			o.fail("%s ended before its time, and is never closed at the provider", id)
		}
	}
}

// skew bounds the difference between a process's clock and the run's.
const skew = 3 * time.Second

func (o *oracle) judgeClosing(e payment.Closed) {
	for _, b := range o.bills() {
		over := b.closed || len(b.transfers) > 0 || !b.ended.IsZero() || !b.expires.After(e.At.Add(skew))
		if b.reference != e.TransactionID || over || !o.isKnown(b) || b.created.After(e.At.Add(-skew)) {
			continue
		}
		o.fail("closing %s ended as %s, and customers can pay it until %s", e.TransactionID, e.Outcome, b.expires)
	}
}

// isKnown reports whether the bill is the one that the payment names. An invoice that a payment does not name
// could have been found.
func (o *oracle) isKnown(b *bill) bool {
	for _, row := range o.payments {
		if row.TransactionID == b.reference {
			return row.ProviderID == b.id || row.ProviderID == "" && b.kind == "invoice"
		}
	}
	return false
}
