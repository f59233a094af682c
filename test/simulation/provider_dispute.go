package simulation

import (
	"slices"
	"time"
)

// The statuses of a dispute at the provider. The network decides one that is open or under review, and may change its mind from
// lost to won.
const (
	disputeOpen   = "action_required"
	disputeReview = "under_review"
	disputeWon    = "won"
	disputeLost   = "lost"
)

// fakeDispute is a dispute of a customer about a transfer.
type fakeDispute struct {
	id     string
	bill   *bill
	of     *paidBill
	amount int64
	due    time.Time
	status string
	// isWhole: it was about all that was left of the transfer.
	isWhole bool
	// forwarded: the network has the merchant's answer. conceded: it knows that the merchant accepts.
	forwarded, conceded bool
	// chargeback is the id of the reversal that took the money, empty before.
	chargeback string
	// unbooked: nothing is taken before the end of the run, because the next deduction comes later.
	unbooked bool
}

// isOver reports whether the network has decided, and nothing of it is to be taken any more.
func (d *fakeDispute) isOver() bool {
	return d.status == disputeWon || d.status == disputeLost && d.chargeback != ""
}

// isDecided reports whether the network has decided.
func (d *fakeDispute) isDecided() bool { return d.status == disputeWon || d.status == disputeLost }

// fakeDeduction takes the money of several disputes at once, or gives back what one of them had lost by such a deduction. The
// books do not name the disputes.
type fakeDeduction struct {
	id     string
	amount int64
	flow   string
	at     time.Time
}

// disputesWork does one thing about disputes. It reports whether it did any.
func (p *fakeProvider) disputesWork() bool {
	switch n := p.world.random.IntN(16); {
	case n < 4:
		return p.raiseDispute()
	case n < 8:
		return p.ofOneDispute(func(d *fakeDispute) bool { return !d.isDecided() || d.status == disputeLost && p.world.chance(8) }, p.decideDispute)
	case n < 10:
		return p.ofOneDispute(p.mayCharge, p.chargeDisputed)
	case n == 10:
		return p.deductDisputes()
	}
	return false
}

// ofOneDispute does something about one of the disputes that fit. It reports whether it did.
func (p *fakeProvider) ofOneDispute(fits func(*fakeDispute) bool, do func(*fakeDispute)) bool {
	able := slices.DeleteFunc(slices.Clone(p.disputes), func(d *fakeDispute) bool { return !fits(d) })
	if len(able) == 0 {
		return false
	}
	do(able[p.world.random.IntN(len(able))])
	return true
}

// raiseDispute acts as a customer who disputes a payment by a QR code or a wallet: all that is left, or a part.
func (p *fakeProvider) raiseDispute() bool {
	w := p.world
	for range 8 {
		if len(p.bills) == 0 {
			return false
		}
		b := p.bills[w.random.IntN(len(p.bills))]
		if b.kind != "qris" && b.kind != "ewallet" || len(b.transfers) == 0 {
			continue
		}
		t := b.transfers[w.random.IntN(len(b.transfers))]
		if _, voided := b.voided(); voided || b.left(t) <= 0 || !p.mayDispute(b, t) {
			continue
		}
		d := &fakeDispute{
			id: p.newID("dsp-"), bill: b, of: t, amount: b.left(t), isWhole: true, status: disputeOpen,
			due: time.Now().Add(time.Duration(1+w.random.IntN(9*24)) * time.Hour).Truncate(time.Millisecond),
		}
		if w.chance(3) {
			d.amount, d.isWhole = 1+w.random.Int64N(d.amount), false
		}
		b.closed = true
		p.disputes = append(p.disputes, d)
		w.note("provider: the dispute %s of %d of %s (%s) is raised", d.id, d.amount, b.reference, t.id)
		p.notifyDispute(d)
		return true
	}
	return false
}

// wasCharged reports whether a chargeback of a dispute took of the transfer. Nothing else is taken back of it then.
func (p *fakeProvider) wasCharged(t *paidBill) bool {
	return slices.ContainsFunc(p.disputes, func(d *fakeDispute) bool { return d.of == t && d.chargeback != "" })
}

// isDisputed reports whether the transfer has a dispute. Then only the dispute's own chargeback takes it.
func (p *fakeProvider) isDisputed(t *paidBill) bool {
	return slices.ContainsFunc(p.disputes, func(d *fakeDispute) bool { return d.of == t })
}

// mayDispute reports whether the money has no dispute that is not over, the gateway knows all that is over, and a chargeback
// without a dispute, which the gateway would take for that of the dispute, is booked. A restore could lose its booking. Disputes
// come weeks after the payment; only a few come before the gateway knows it.
func (p *fakeProvider) mayDispute(b *bill, t *paidBill) bool {
	w := p.world
	for _, d := range p.disputes {
		if row, known := w.disputeRow(p, d); d.of == t && (!d.isOver() || !known || !isToldOf(d, row)) {
			return false
		}
	}
	for _, r := range b.reversals {
		if r.of == t && r.kind == "chargeback" && !p.isOfDispute(r) && (w.mayRestore() || !w.isBooked(b.reference, r)) {
			return false
		}
	}
	all, _ := p.transfersOf(b.reference)
	return w.isCredited(b.reference, t) || len(all) == 1 && !w.plan.moneys && w.chance(12)
}

// isOfDispute reports whether the reversal took the money of a dispute.
func (p *fakeProvider) isOfDispute(r reversal) bool {
	return slices.ContainsFunc(p.disputes, func(d *fakeDispute) bool { return d.chargeback == r.id })
}

// decideDispute has the network review or decide a dispute. One that was lost is won after all.
func (p *fakeProvider) decideDispute(d *fakeDispute) {
	w := p.world
	switch {
	case d.status == disputeLost:
		p.endDispute(d, disputeWon)
	case d.status == disputeOpen && d.forwarded && w.chance(2):
		p.endDispute(d, disputeReview)
	case d.status == disputeOpen && !d.forwarded && !d.conceded && w.calm == 0 && time.Now().Before(d.due) && !w.chance(4):
		// It waits for an answer.
	case d.chargeback == "" && p.chargeable(d) <= 0, !d.conceded && w.chance(2):
		p.endDispute(d, disputeWon)
	default:
		p.endDispute(d, disputeLost)
	}
}

// endDispute changes the status. What was taken of a dispute that is won comes back.
func (p *fakeProvider) endDispute(d *fakeDispute, status string) {
	d.status = status
	p.world.note("provider: the dispute %s of %s is %s", d.id, d.bill.reference, status)
	if status == disputeWon && d.chargeback != "" {
		p.giveBack(d)
	}
	p.notifyDispute(d)
}

func (p *fakeProvider) giveBack(d *fakeDispute) {
	at := time.Now().Truncate(time.Millisecond)
	d.bill.bounce(d.chargeback, at)
	for _, r := range d.bill.reversals {
		if r.id == d.chargeback && r.deduction != "" {
			p.deductions = append(p.deductions, &fakeDeduction{id: p.newID("adj-"), amount: r.amount, flow: "MONEY_IN", at: at})
		}
	}
}

// chargeable is how much a chargeback can take of the transfer: what is left, and what the gateway's refunds gave back. A restored
// log may not have these as refunds of its own.
func (p *fakeProvider) chargeable(d *fakeDispute) int64 {
	most := d.bill.left(d.of)
	for _, r := range d.bill.reversals {
		if r.of == d.of && r.asked && !r.returned && r.kind == "refund" && !p.world.restored {
			most += r.amount
		}
	}
	if _, voided := d.bill.voided(); voided {
		return 0
	}
	return most
}

// mayCharge reports whether a chargeback may take the money of the dispute now: before the decision, or after it was lost. That
// of a part comes after the gateway knows the dispute.
func (p *fakeProvider) mayCharge(d *fakeDispute) bool {
	known := p.world.knowsDispute(p, d)
	return d.chargeback == "" && d.status != disputeWon && !d.unbooked && p.chargeable(d) > 0 && (known || d.isWhole)
}

// chargeDisputed takes the money of a dispute by a chargeback: what is disputed, a part of it, or more.
func (p *fakeProvider) chargeDisputed(d *fakeDispute) {
	r := p.takeDisputed(d)
	p.world.note("provider: the chargeback %s of %d of %s takes what the dispute %s is about", r.id, r.amount, d.bill.reference, d.id)
}

func (p *fakeProvider) takeDisputed(d *fakeDispute) reversal {
	w := p.world
	most := p.chargeable(d)
	r := reversal{id: p.newID("rev-"), of: d.of, kind: "chargeback", amount: min(most, d.amount), at: time.Now().Truncate(time.Millisecond)}
	switch {
	case w.chance(5) && w.knowsDispute(p, d):
		r.amount = 1 + w.random.Int64N(r.amount)
	case w.chance(8):
		r.amount = most
	}
	d.chargeback = r.id
	d.bill.closed, d.bill.reversals = true, append(d.bill.reversals, r)
	return r
}

// deductDisputes takes the money of all disputes that are lost, and that the gateway knows, by one deduction.
func (p *fakeProvider) deductDisputes() bool {
	sum, id := int64(0), p.newID("adj-")
	for _, d := range p.disputes {
		if d.status != disputeLost || !p.world.knowsDispute(p, d) || !p.mayCharge(d) {
			continue
		}
		sum += p.takeDisputed(d).amount
		d.bill.reversals[len(d.bill.reversals)-1].deduction = id
	}
	if sum > 0 {
		p.world.note("provider: the deduction %s takes %d", id, sum)
		p.deductions = append(p.deductions, &fakeDeduction{id: id, amount: sum, flow: "MONEY_OUT", at: time.Now().Truncate(time.Millisecond)})
	}
	return sum > 0
}

// notifyDispute tells the status of a dispute. It does not always tell everything.
func (p *fakeProvider) notifyDispute(d *fakeDispute) {
	w := p.world
	data := map[string]any{"id": d.id, "reference_id": d.bill.reference, "reason": "FRAUD", "status": d.status, "currency": "IDR"}
	if _, bills := p.transfersOf(d.bill.reference); len(bills) > 1 || w.chance(2) {
		data["payment_id"] = d.of.id
	}
	if !d.isWhole || w.chance(2) {
		data["amount"] = d.amount
	}
	if w.chance(2) {
		data["due_date"] = timeText(d.due)
	}
	p.notify("dispute", d.bill.reference, map[string]any{"event": "dispute." + d.status, "business_id": "u1", "created": timeText(time.Now()), "data": data})
}

// taken returns the reversal that took the money of a dispute.
func (d *fakeDispute) taken() (r reversal, is bool) {
	i := slices.IndexFunc(d.bill.reversals, func(r reversal) bool { return r.id == d.chargeback })
	if d.chargeback == "" || i < 0 {
		return r, false
	}
	return d.bill.reversals[i], true
}
