package simulation

import (
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/tax"

	"github.com/shopspring/decimal"
)

// exemptions are what is charged without VAT, by transaction_id, by the name of a payout, and by the id of a refund.
type exemptions struct {
	payments, payouts map[string]bool
	refunds           map[int64]bool
}

// exemptTransferFee is what a payout costs a client that is exempt: the price includes the VAT, and shrinks by it.
var exemptTransferFee = decimal.RequireFromString("4504.50")

// exempted reads from the log what is charged without VAT.
func (w *world) exempted() exemptions {
	all := exemptions{map[string]bool{}, map[string]bool{}, map[int64]bool{}}
	for _, e := range w.events() {
		switch event := e.Event.(type) {
		case payment.Requested:
			all.payments[event.TransactionID] = event.VATExempt
		case payment.RefundRequested:
			all.refunds[event.RefundID] = event.FeeVAT.IsZero() && event.Fee.IsPositive()
		case balance.WithdrawalRequested:
			all.payouts[event.Order.Name()] = event.Order.VATRate.IsZero()
		case balance.SettlementRequested:
			all.payouts[event.Order.Name()] = event.Order.VATRate.IsZero()
		}
	}
	return all
}

// feeFor is feeOf for a payment, which may be without VAT.
func (o *oracle) feeFor(transactionID, channel, paidWith string, amount decimal.Decimal) (fee, vat decimal.Decimal) {
	fee, vat = feeOf(channel, paidWith, amount)
	if o.exempt.payments[transactionID] {
		vat = decimal.Zero
	}
	return fee, vat
}

// transferFeeOf is what a payout costs the client.
func (o *oracle) transferFeeOf(name string) decimal.Decimal {
	if o.exempt.payouts[name] {
		return exemptTransferFee
	}
	return transferFee
}

// refundFeeOf is what a refund by transfer costs the client.
func (o *oracle) refundFeeOf(id int64) decimal.Decimal {
	if o.exempt.refunds[id] {
		return exemptTransferFee
	}
	return transferFee
}

// exemption says from which day on a client is exempt, and when that was booked: an append may wait for longer than work in progress.
type exemption struct {
	at   time.Time
	from string
}

// checkExemptions: what is created on a day is without VAT exactly if the client is exempt on it. Work that was under way when the
// exemption changed, or when the day began, may go either way.
func (w *world) checkExemptions() {
	changes := map[int64][]exemption{}
	judge := func(client int64, at time.Time, exempt bool, what string) {
		mayBe := map[bool]bool{}
		about := []time.Time{at.Add(-suspendedFor), at, at.Add(suspendedFor)}
		for _, c := range changes[client] { // several changes may come at about the same time
			if c.at.After(about[0]) && c.at.Before(about[2]) {
				about = append(about, c.at)
			}
		}
		for _, then := range about {
			from := ""
			for _, c := range changes[client] {
				if !c.at.After(then) && (c.from == "" || from == "" || c.from < from) { // a later day renews, an empty one ends all
					from = c.from
				}
			}
			mayBe[from != "" && strings.Compare(wib.DayOf(then), from) >= 0] = true
		}
		if !mayBe[exempt] {
			w.fail("%s of client %d at %s is exempt: %v, and the client is not so", what, client, at, exempt)
		}
	}
	for _, e := range w.events() {
		if event, is := e.Event.(tax.ExemptionSet); is {
			changes[event.ClientID] = append(changes[event.ClientID], exemption{e.BookedAt, event.From})
		}
	}
	for _, e := range w.events() {
		switch event := e.Event.(type) {
		case payment.Requested:
			judge(event.ClientID, event.At, event.VATExempt, event.TransactionID)
		case balance.WithdrawalRequested:
			judge(event.Order.ClientID, event.Order.RequestedAt, event.Order.VATRate.IsZero(), event.Order.Name())
		case balance.SettlementRequested:
			judge(event.Order.ClientID, event.Order.RequestedAt, event.Order.VATRate.IsZero(), event.Order.Name())
		}
	}
}
