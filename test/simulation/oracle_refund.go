package simulation

import (
	"fmt"

	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// isOfRefund reports whether a payout's reference is that of a refund that is known here.
func (o *oracle) isOfRefund(reference string) bool {
	transactionID, id, _, is := payment.ParseRefundKey(reference)
	if !is {
		return false
	}
	for _, row := range o.rows.AllRefunds() {
		if row.ID == id && row.TransactionID == transactionID {
			return true
		}
	}
	return false
}

// judgeRefunds: the customer got each refund at most once; one by transfer succeeded exactly if the provider paid it, and then
// costs the client its amount and the transfer's fee; all refunds have ended but those that wait for a person, and only these
// hold money.
func (o *oracle) judgeRefunds() {
	for _, p := range o.providers {
		given := map[int64]int{}
		for _, r := range p.refunds {
			if _, id, _, is := payment.ParseRefundKey(r.key); is && r.status != "PENDING" && r.status != "FAILED" {
				if given[id]++; given[id] > 1 && !o.restored {
					o.fail("the provider gave the refund %d of %s back %d times", id, r.bill.reference, given[id])
				}
			}
		}
	}
	for _, row := range o.rows.AllRefunds() {
		name := fmt.Sprintf("the refund %d of %s", row.ID, row.TransactionID)
		paid := 0
		for _, made := range o.madePayouts() {
			t, id, _, is := payment.ParseRefundKey(made.reference)
			if is && id == row.ID && t == row.TransactionID && made.paid() && !o.wasLost(o.makerOf(made), made.reference) {
				if paid++; !row.Amount.Equal(decimal.NewFromInt(made.amount)) {
					o.fail("%s is of %s, and the provider paid %d", name, row.Amount, made.amount)
				}
			}
		}
		succeeded := row.Status == payment.RefundStatusSucceeded && row.Method == payment.MethodTransfer
		switch {
		case paid > 1:
			o.fail("%s was paid %d times", name, paid)
		case paid == 1:
			o.owed[row.ClientID] = o.owed[row.ClientID].Sub(row.Amount).Sub(o.refundFeeOf(row.ID))
			if !succeeded {
				o.fail("%s is %s by %s, and the provider paid it", name, row.Status, row.Method)
			}
		case succeeded:
			o.fail("%s succeeded by a transfer, and the provider did not pay it", name)
		}
		switch row.Status {
		case payment.RefundStatusRequested, payment.RefundStatusProcessing:
			o.fail("%s is %s when all is calm", name, row.Status)
		case payment.RefundStatusPending:
			o.held[row.ClientID] = o.held[row.ClientID].Add(row.Amount)
		}
	}
}
