package simulation

import "time"

// reversal is money of a payment that was taken back.
type reversal struct {
	id, kind string // void, refund, chargeback
	amount   int64
	at       time.Time
	of       *paidBill
	// asked: the gateway had asked for it. returned: it came back.
	asked, returned bool
	returnedAt      time.Time
	// deduction is the entry of the books that took it together with others; empty if it has one of its own.
	deduction string
}

// takeBack takes money back from a payment that was paid once, with the amount due: it voids a wallet's
// payment, refunds all or a part, or charges back. Only wallets notify.
func (p *fakeProvider) takeBack() {
	w := p.world
	for _, b := range p.bills {
		if p.billsOf(b.reference) != 1 || len(b.transfers) != 1 || b.transfers[0].amount != b.amount || !w.chance(6) || len(b.reversals) > 3 {
			continue
		}
		t, left := b.transfers[0], b.amount
		if p.wasCharged(t) {
			continue
		}
		for _, r := range b.reversals {
			if !r.returned {
				left -= r.amount
			}
		}
		left -= b.left(t) - p.refundable(b, t)
		if left <= 0 {
			continue
		}
		r := reversal{id: p.newID("rev-"), of: t, kind: "refund", amount: 1 + w.random.Int64N(left), at: time.Now().Truncate(time.Millisecond)}
		if w.chance(2) {
			r.amount = left
		}
		switch {
		case b.kind == "ewallet" && len(b.reversals) == 0 && left == b.amount && w.chance(3):
			r.kind, r.amount = "void", b.amount
		case b.kind != "ewallet" && w.chance(2) && !p.isDisputed(t):
			r.kind = "chargeback"
		}
		// A restored log may not have the refunds as its own.
		if r.kind == "chargeback" && w.refunding() && !w.restored && w.chance(2) {
			r.amount = p.mayBeChargedBack(b, left)
		}
		b.closed = true
		b.reversals = append(b.reversals, r)
		w.note("provider: %s of %d of %s (%s, paid by %s)", r.kind, r.amount, b.reference, r.id, t.id)
		p.notifyReversal(b, r)
		return
	}
}

// billsOf counts the bills of one payment. There may be several, because the request that made one may have
// arrived twice. The books do not name the bill of a refund.
func (p *fakeProvider) billsOf(reference string) (n int) {
	for _, b := range p.bills {
		if b.reference == reference {
			n++
		}
	}
	return n
}

func (p *fakeProvider) notifyReversal(b *bill, r reversal) {
	if b.kind != "ewallet" {
		return
	}
	if r.kind == "void" {
		p.notify("ewallet", b.reference, map[string]any{"event": "ewallet.void", "business_id": "u1", "created": timeText(r.at), "data": b.form()})
		return
	}
	data := map[string]any{
		"id": r.id, "charge_id": b.id, "status": "SUCCEEDED", "currency": "IDR", "refund_amount": r.amount, "reason": "REQUESTED_BY_CUSTOMER",
		"channel_code": "ID_" + b.channel, "created": timeText(r.at), "updated": timeText(r.at),
	}
	if p.world.chance(2) {
		data["reference_id"] = b.reference
	}
	p.notify("ewallet", b.reference, map[string]any{"event": "ewallet.refund", "business_id": "u1", "created": timeText(r.at), "data": data})
}

// voided reports whether the payment was voided, and when.
func (b *bill) voided() (at time.Time, is bool) {
	for _, r := range b.reversals {
		if r.kind == "void" {
			return r.at, true
		}
	}
	return at, false
}
