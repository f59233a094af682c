package simulation

import (
	"fmt"
	"slices"
	"strconv"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"

	"github.com/shopspring/decimal"
)

// oracle says what everybody must see at the end of a run. It is written from the specification (the API
// reference, and decisions on what that leaves open), not from the code. It rests only on what merchants and
// administrators were told, on the provider's books, and on what receivers got.
type oracle struct {
	*world
	payments  []paymentrows.Transaction
	payouts   []payoutrows.Payout
	items     []paymentrows.SuspenseItem
	callbacks []callbackrows.Callback
	// owed is what each client's balance must be.
	owed map[int64]decimal.Decimal
	held map[int64]decimal.Decimal
	// exempt is what is charged without VAT.
	exempt exemptions
}

func newOracle(w *world) *oracle {
	return &oracle{
		world: w, payments: w.rows.AllPayments(), payouts: w.rows.AllPayouts(), items: w.rows.AllSuspenseItems(), callbacks: w.rows.AllCallbacks(),
		owed: make(map[int64]decimal.Decimal), held: make(map[int64]decimal.Decimal), exempt: w.exempted(),
	}
}

// judge compares everything.
func (o *oracle) judge() {
	for _, r := range o.requests {
		o.judgeRequest(r)
	}
	for _, row := range o.payments {
		o.judgePayment(row)
		r := o.requestOf(salePayment, row.ClientID, row.Total)
		must, may := paymentCallbacks(row)
		if r != nil && r.cancelled { // also if it was paid all the same
			must = append(must, "EXPIRED")
		}
		o.judgeCallbacks("payment", row.TransactionID, r, slices.Compact(must), may)
	}
	for _, row := range o.payouts {
		o.judgePayout(row)
		if row.Kind == withdrawal {
			must, may := withdrawalCallbacks(row)
			o.judgeCallbacks("withdrawal", strconv.FormatInt(row.ID, 10), o.requestOf(row.Kind, row.ClientID, row.Amount), must, may)
		}
	}
	o.judgeRefunds()
	o.judgeDisputes()
	o.judgeOrders()
	o.judgeClosings()
	o.judgeBooks()
	o.judgeReversals()
	o.judgeSuspense()
	if o.booking() {
		o.judgeLedgers()
	}
	o.judgeBalances()
}

func (o *oracle) requestOf(kind string, client int64, amount decimal.Decimal) *request {
	for _, r := range o.requests {
		if r.kind == kind && r.client.id == client && amount.Equal(decimal.NewFromInt(r.amount)) {
			return r
		}
	}
	return nil
}

// judgeRequest: an answer 201 means that the thing exists, once, under the ids of the answer; a refusal means
// that it does not exist. A request without an answer did all or nothing.
func (o *oracle) judgeRequest(r *request) {
	made := o.madeBy(r)
	switch {
	case len(made) > 1:
		o.fail("%s was done %d times: %v", r, len(made), made)
	case r.mustExist() && len(made) == 0:
		o.fail("%s was answered 201 %s, and nothing is there", r, r.answer)
	case r.answer == "" && r.refused != "" && r.refused != "provider_refused" && !r.unsure && len(made) == 1 && r.key != "":
		o.fail("%s was refused (%s), and %s is there", r, r.refused, made[0])
	case r.answer == "" && r.unsure && r.key != "" && r.tries > 0 && r.flying == 0:
		o.fail("%s never gets an answer", r)
	case r.mustExist() && !containsID(r.answer, made[0]):
		o.fail("%s was answered %s, but it made %s", r, r.answer, made[0])
	}
}

// judgePayment: the first transfer of the amount due is credited, once, less fee and VAT. Every other transfer
// is in suspense, once, until a person decides (Balance).
func (o *oracle) judgePayment(row paymentrows.Transaction) {
	r := o.requestOf(salePayment, row.ClientID, row.Total)
	if r == nil {
		o.fail("nobody asked for the payment %s of %s", row.TransactionID, row.Total)
		return
	}
	transfers := o.transfersOf(row.TransactionID)
	direct, released := slices.Clone(transfers), 0
	for _, item := range o.items {
		if item.TransactionID != row.TransactionID {
			continue
		}
		i := slices.IndexFunc(direct, func(t *paidBill) bool {
			return t.id == item.ProviderPaymentID && item.PaidAmount.Equal(decimal.NewFromInt(t.amount))
		})
		if i < 0 {
			o.fail("%s of the payment %s is in suspense (%d), and no customer paid it, or it is there twice", item.PaidAmount, row.TransactionID, item.ID)
			continue
		}
		t := direct[i]
		direct = slices.Delete(direct, i, i+1)
		if item.Status == paymentrows.SuspenseReleased {
			released++
			o.release(row, r, t, item.ID)
		}
	}
	direct = slices.DeleteFunc(direct, func(t *paidBill) bool { return o.wasVoidedUnseen(row.TransactionID, t) })
	for _, t := range direct {
		if t.amount != r.amount {
			o.fail("%d was paid for %s, where %d is due, and it is not in suspense", t.amount, row.TransactionID, r.amount)
		}
		o.credit(row, r.channel, t.channel, t.amount)
		o.takeBack(row, r, t, t.amount)
	}
	paid := isPaid(row)
	switch {
	case len(direct) > 1:
		o.fail("%s was paid %d times: the second one is not in suspense", row.TransactionID, len(direct))
	case o.wasVoided(row.TransactionID): // the gateway may never have known that it was paid
	case paid && len(direct)+released == 0, !paid && (len(direct) > 0 || released > 0 && !o.hasPaidSibling(row)):
		o.fail("%s is %s; of what customers paid, %d is credited and %d was released", row.TransactionID, row.Status, len(direct), released)
	case len(direct) == 1 && direct[0].settled && row.Status != "SETTLED":
		o.fail("%s is %s, and the provider settled it", row.TransactionID, row.Status)
	case row.Status == "PENDING" && !o.underReview(row.TransactionID) && row.OpenedAt != nil:
		o.fail("%s is PENDING long after its expiry", row.TransactionID)
	}
}

func (o *oracle) wasVoided(transactionID string) bool {
	return slices.ContainsFunc(o.bills(), func(b *bill) bool {
		_, voided := b.voided()
		return b.reference == transactionID && voided
	})
}

// wasVoidedUnseen reports whether the provider undid the transfer before the gateway knew of it.
func (o *oracle) wasVoidedUnseen(transactionID string, t *paidBill) bool {
	isVoided := slices.ContainsFunc(o.reversalsOf(transactionID, t), func(r reversal) bool { return r.kind == "void" })
	return isVoided && !o.isInLog(t)
}

// isInLog reports whether the log has the transfer.
func (o *oracle) isInLog(t *paidBill) bool {
	return slices.ContainsFunc(o.events(), func(e eventstore.Envelope) bool {
		switch event := e.Event.(type) {
		case payment.Paid:
			return event.ProviderPaymentID == t.id
		case payment.Suspended:
			return event.ProviderPaymentID == t.id
		}
		return false
	})
}

func (o *oracle) underReview(transactionID string) bool {
	return slices.ContainsFunc(o.items, func(i paymentrows.SuspenseItem) bool {
		return i.TransactionID == transactionID && i.Status == paymentrows.SuspenseOpen
	})
}

// transfersOf returns the customers' payments under a transaction_id.
func (o *oracle) transfersOf(transactionID string) (all []*paidBill) {
	for _, b := range o.bills() {
		if b.reference == transactionID {
			all = append(all, b.transfers...)
		}
	}
	return all
}

// credit adds what a transfer gives the client: the amount less fee and VAT.
func (o *oracle) credit(row paymentrows.Transaction, channel, paidWith string, amount int64) {
	gross := decimal.NewFromInt(amount)
	fee, vat := o.feeFor(row.TransactionID, channel, paidWith, gross)
	o.owed[row.ClientID] = o.owed[row.ClientID].Add(gross).Sub(fee).Sub(vat)
}

// creditBack takes from the client what such a credit added.
func (o *oracle) creditBack(row paymentrows.Transaction, channel, paidWith string, amount int64) {
	client := row.ClientID
	before := o.owed[client]
	o.credit(row, channel, paidWith, amount)
	o.owed[client] = before.Sub(o.owed[client].Sub(before))
}

// release adds what was left of money in suspense when it was released. It takes from the client only what was
// taken back after that, because before the release the client had nothing of it.
func (o *oracle) release(row paymentrows.Transaction, r *request, t *paidBill, suspenseID int64) {
	for _, e := range o.events() {
		if released, is := e.Event.(payment.SuspenseReleased); is && released.SuspenseID == suspenseID {
			left := released.PaidAmount.IntPart()
			o.credit(row, r.channel, t.channel, left)
			o.takeBack(row, r, t, left)
		}
	}
}

// takeBack takes from the client what was taken back of a transfer after `credited` of it was credited: for a
// refund or a chargeback the gross amount, for a void what was credited (Money taken back).
func (o *oracle) takeBack(row paymentrows.Transaction, r *request, t *paidBill, credited int64) {
	before := t.amount - credited
	for _, back := range o.reversalsOf(row.TransactionID, t) {
		if back.returned {
			continue
		}
		amount := back.amount
		if before > 0 {
			before -= amount
			continue
		}
		if back.kind == "void" {
			o.creditBack(row, r.channel, t.channel, amount)
			continue
		}
		o.owed[row.ClientID] = o.owed[row.ClientID].Sub(decimal.NewFromInt(amount))
	}
}

// reversalsOf returns the reversals of a transfer, in their order.
func (o *oracle) reversalsOf(transactionID string, t *paidBill) (all []reversal) {
	for _, b := range o.bills() {
		for _, r := range b.reversals {
			if b.reference == transactionID && r.of == t {
				all = append(all, r)
			}
		}
	}
	return all
}

// feeOf is the fee of a channel and the VAT on it: VA 4,000; DANA 1.5 %; QRIS 0.7 % including VAT; an invoice
// as the channel that it was paid with. VAT is 11 % of the fee, or 11/111 of a fee that includes it. Fee and
// VAT never exceed the amount.
func feeOf(channel, paidWith string, amount decimal.Decimal) (fee, vat decimal.Decimal) {
	if channel == "INVOICE" {
		channel = paidWith
	}
	switch channel {
	case "QRIS":
		total := amount.Mul(decimal.NewFromFloat(0.007)).Round(2)
		vat = total.Mul(decimal.NewFromInt(11)).DivRound(decimal.NewFromInt(111), 20).Round(2)
		return total.Sub(vat), vat
	case "DANA":
		fee = amount.Mul(decimal.NewFromFloat(0.015)).Round(2)
	default:
		fee = decimal.NewFromInt(4_000)
	}
	vat = fee.Mul(decimal.NewFromFloat(0.11)).Round(2)
	fee = decimal.Min(fee, amount)
	return fee, decimal.Min(vat, amount.Sub(fee))
}

// transferFee is what a payout costs the client.
var transferFee = decimal.NewFromInt(5_000)

// judgePayout: the provider paid what is completed, once, and paid nothing that ended otherwise.
func (o *oracle) judgePayout(row payoutrows.Payout) {
	name := fmt.Sprintf("%s-%d-%d", row.Kind, row.ClientID, row.ID)
	if o.requestOf(row.Kind, row.ClientID, row.Amount) == nil {
		o.fail("nobody asked for %s of %s", name, row.Amount)
		return
	}
	paid, back := 0, 0
	for _, made := range o.payoutsBy(name) {
		if !row.Amount.Equal(decimal.NewFromInt(made.amount)) || row.AccountNumber != made.account {
			o.fail("the provider was ordered to pay %d to %s for %s, which is %s to %s", made.amount, made.account, name, row.Amount, row.AccountNumber)
		}
		if made.paid() {
			paid++
		}
		if made.cameBack {
			back++
		}
	}
	transferredByHand := row.TransferredBy != nil && *row.TransferredBy == "Siti"
	total := row.Amount.Add(o.transferFeeOf(name))
	switch {
	case paid > 1, transferredByHand && row.Status == "completed" && paid > 0:
		o.fail("%s was paid twice (by hand %v, by the provider %d times)", name, transferredByHand, paid)
	case row.Status == "completed":
		o.owed[row.ClientID] = o.owed[row.ClientID].Sub(total)
		if !transferredByHand && paid == 0 {
			o.fail("%s is completed, and the provider did not pay it", name)
		}
	case row.Status == "pending" && paid > 0 && o.paidWhileLost(name):
		o.held[row.ClientID] = o.held[row.ClientID].Add(total)
	case paid > 0:
		o.fail("%s is %s, and the provider paid it", name, row.Status)
	case row.Status == "failed" && !o.mayFail(row, name):
		o.fail("%s is failed (%s), and neither the provider nor a person failed it", name, *row.Reason)
	case row.Status == "reversed" && back == 0:
		o.fail("%s is reversed, and its money did not come back", name)
	case row.Status == "pending":
		o.held[row.ClientID] = o.held[row.ClientID].Add(total)
	case row.Status == "processing":
		o.fail("%s is still processing when all is calm", name)
	}
}

// paidWhileLost reports whether only lost attempts ordered all that the provider paid for the payout. A client
// has requested it again, and it waits for an approval. Before it is ordered, it is held for a person, and
// reconciliation shows it (judgeListed).
func (o *oracle) paidWhileLost(name string) bool {
	return !slices.ContainsFunc(o.payoutsBy(name), func(made *fakePayout) bool { return made.paid() && !o.wasLost(o.makerOf(made), made.reference) })
}

// mayFail reports whether a payout may be failed: because the provider refuses its bank account, because the
// provider failed it for another reason than lack of the gateway's own money, or because a person failed it.
func (o *oracle) mayFail(row payoutrows.Payout, name string) bool {
	return row.AccountNumber == unpayable || row.Reason != nil && *row.Reason == byHand ||
		slices.ContainsFunc(o.payoutsBy(name), func(made *fakePayout) bool {
			return made.status == "REVERSED" || made.status == "FAILED" && made.failureCode != "INSUFFICIENT_BALANCE"
		})
}

// judgeBooks: the gateway knows all that the provider knows.
func (o *oracle) judgeBooks() {
	for _, made := range o.madePayouts() {
		known := slices.ContainsFunc(o.payouts, func(row payoutrows.Payout) bool {
			name := fmt.Sprintf("%s-%d-%d", row.Kind, row.ClientID, row.ID)
			return made.reference == name || len(made.reference) > len(name) && made.reference[:len(name)+1] == name+"-"
		})
		known = known || o.isOfRefund(made.reference)
		if !known && !o.wasLost(o.makerOf(made), made.reference) {
			o.fail("the provider was ordered to make %s, which is not known here", made.reference)
		}
	}
	for _, b := range o.bills() {
		known := slices.ContainsFunc(o.payments, func(row paymentrows.Transaction) bool { return row.TransactionID == b.reference })
		if !known && !o.lost.payments[b.reference] {
			o.fail("the provider has a bill for %s, which is not known here", b.reference)
		}
	}
}

// judgeSuspense: the account of money in suspense holds what waits for an administrator, and refunds that the
// provider has not booked yet (The provider's own money). Money that a person paid back by hand has left it. No
// refund waits that the provider refused.
func (o *oracle) judgeSuspense() {
	for _, ask := range o.waitingRefusals() {
		o.fail("the provider refused to give %d of %s back, and the money %d waits for it", ask.amount, ask.reference, ask.item)
	}
	var waits, booked decimal.Decimal
	byHand := o.byHand()
	for _, item := range o.items {
		if item.Status != paymentrows.SuspenseReleased && !slices.Contains(byHand, item.ID) {
			waits = waits.Add(item.PaidAmount).Sub(item.ReversedAmount)
		}
	}
	for _, e := range o.events() {
		if mover, moves := e.Event.(balance.Mover); moves {
			_, m := mover.Moved()
			for _, p := range m.Postings {
				if p.Account == ledger.Suspense {
					booked = booked.Add(p.Amount)
				}
			}
		}
	}
	if !waits.Equal(booked) {
		o.fail("%s waits in suspense, and %s is booked there", waits, booked)
	}
}

// judgeBalances: a balance is what was credited less what was paid out.
func (o *oracle) judgeBalances() {
	for _, c := range o.clients {
		t := o.rows.Balance(c.id)
		want := o.owed[c.id].Add(o.adjustments(c.id))
		switch {
		case !t.Sum().Equal(want):
			o.fail("client %d has a balance of %s, and must have %s", c.id, t.Sum(), want)
		case !t.Unsettled.IsZero():
			o.fail("client %d has %s unsettled, when all is settled", c.id, t.Unsettled)
		case !t.Held.Equal(o.held[c.id]):
			o.fail("client %d has %s held, and must have %s", c.id, t.Held, o.held[c.id])
		}
	}
}

// adjustments sums the adjustments that were made, each counted once.
func (o *oracle) adjustments(client int64) (sum decimal.Decimal) {
	for _, r := range o.requests {
		if r.kind == adjustment && r.client.id == client {
			sum = sum.Add(decimal.NewFromInt(int64(len(o.madeBy(r))) * r.amount))
		}
	}
	return sum
}
