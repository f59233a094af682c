package simulation

import (
	"slices"
	"time"

	"gateway/projections/readmodel/paymentrows"
)

// askedRefund is money in suspense that the gateway's operator asked the provider to give back.
type askedRefund struct {
	item      int64 // the suspense id
	reference string
	transfer  string
	amount    int64
}

// payAgain acts as a customer who pays a wallet's payment by a second charge, which a repeated request of the
// merchant's page made. Both charges have the payment's reference.
func (p *fakeProvider) payAgain() {
	for _, first := range p.bills {
		if first.kind != "ewallet" || len(first.transfers) == 0 || p.billsOf(first.reference) > 2 || !p.world.chance(4) {
			continue
		}
		b := &bill{
			kind: "ewallet", id: p.newID("ewallet-"), reference: first.reference, amount: first.amount, channel: first.channel,
			created: time.Now(), closed: true,
		}
		p.bills = append(p.bills, b)
		p.pay(b, b.amount)
		return
	}
}

// transfersOf returns the transfers under a reference, each with its bill.
func (p *fakeProvider) transfersOf(reference string) (all []*paidBill, bills []*bill) {
	for _, b := range p.bills {
		for _, t := range b.transfers {
			if b.reference == reference {
				all, bills = append(all, t), append(bills, b)
			}
		}
	}
	return all, bills
}

// takeBackOneOfSeveral takes money back from a payment that was paid several times. Only wallets notify, and
// only their notifications name the charge; the books never name the money.
func (p *fakeProvider) takeBackOneOfSeveral() {
	w := p.world
	for _, first := range p.bills {
		all, bills := p.transfersOf(first.reference)
		if len(all) < 2 || bills[0] != first || !w.chance(3) || !w.knowsAll(first.reference, all) {
			continue
		}
		i := w.random.IntN(len(all))
		if left := p.refundable(bills[i], all[i]); left > 0 && !p.wasCharged(all[i]) {
			p.takeBackOf(bills[i], all[i], left)
			return
		}
	}
}

// left is the part of a transfer that was not taken back.
func (b *bill) left(t *paidBill) int64 {
	left := t.amount
	for _, r := range b.reversals {
		if r.of == t && !r.returned {
			left -= r.amount
		}
	}
	return left
}

func (p *fakeProvider) takeBackOf(b *bill, t *paidBill, left int64) {
	w := p.world
	r := reversal{id: p.newID("rev-"), of: t, kind: "refund", amount: left, at: time.Now().Truncate(time.Millisecond)}
	switch {
	case b.kind == "ewallet" && left == t.amount && !b.wasReversed() && w.chance(4):
		r.kind = "void"
	case w.chance(3):
		r.amount = 1 + w.random.Int64N(left)
	}
	if r.kind == "refund" && b.kind != "ewallet" && w.chance(2) && !p.isDisputed(t) {
		r.kind = "chargeback"
	}
	p.addReversal(b, r)
}

func (p *fakeProvider) addReversal(b *bill, r reversal) {
	b.closed = true
	b.reversals = append(b.reversals, r)
	p.world.note("provider: %s of %d of %s (%s, paid by %s)", r.kind, r.amount, b.reference, r.id, r.of.id)
	p.notifyReversal(b, r)
}

// askRefund takes a request for a refund, even of one that was refused before.
func (p *fakeProvider) askRefund(ask askedRefund) {
	p.refusedRefunds = slices.DeleteFunc(p.refusedRefunds, func(r askedRefund) bool { return r.item == ask.item })
	p.asked = append(p.asked, ask)
}

// doAskedRefund does one of the requested refunds, or refuses it.
func (p *fakeProvider) doAskedRefund() {
	if len(p.asked) == 0 {
		return
	}
	ask := p.asked[0]
	p.asked = p.asked[1:]
	if p.world.chance(3) {
		p.world.note("provider: %d of %s is not given back", ask.amount, ask.reference)
		p.refusedRefunds = append(p.refusedRefunds, ask)
		return
	}
	all, bills := p.transfersOf(ask.reference)
	i := slices.IndexFunc(all, func(t *paidBill) bool { return t.id == ask.transfer })
	if i < 0 || bills[i].left(all[i]) < ask.amount {
		return
	}
	p.addReversal(bills[i], reversal{
		id: p.newID("rev-"), of: all[i], kind: "refund", amount: ask.amount, at: time.Now().Truncate(time.Millisecond),
	})
}

// knowsAll reports whether the gateway shows all these transfers of a payment. Money is only taken back after
// the gateway knows it.
func (w *world) knowsAll(reference string, all []*paidBill) bool {
	known := 0
	for _, row := range w.rows.AllPayments() {
		if row.TransactionID == reference && isPaid(row) {
			known++
		}
	}
	for _, item := range w.rows.AllSuspenseItems() {
		if item.TransactionID == reference && item.Status != paymentrows.SuspenseReleased {
			known++
		}
	}
	return known == len(all)
}

// wasReversed reports whether money of the bill was ever taken back.
func (b *bill) wasReversed() bool {
	return slices.ContainsFunc(b.reversals, func(r reversal) bool { return r.returned })
}
