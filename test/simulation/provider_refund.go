package simulation

import (
	"strings"
	"time"

	"gateway/domain/payment"
)

// fakeRefund is a refund or a void that the gateway asked the provider for. It is PENDING, then SUCCEEDED, VOIDED or FAILED;
// one that succeeded may fail later.
type fakeRefund struct {
	id, key  string
	bill     *bill
	of       *paidBill
	amount   int64
	void     bool // asked for as one
	status   string
	code     string
	bounced  bool
	made, at time.Time
}

// handleRefund serves the provider's API of refunds. is is false for another request.
func (p *fakeProvider) handleRefund(method, path, key string, in map[string]any) (a answer, is bool) {
	rest, ewallet := strings.CutPrefix(path, "/ewallets/charges/")
	if !ewallet {
		if rest, is = strings.CutPrefix(path, "/qr_codes/payments/"); !is {
			return a, false
		}
	}
	id, what, found := strings.Cut(rest, "/")
	if !found || what != "refunds" && what != "void" {
		return a, false
	}
	b, t := p.transferCalled(id)
	switch {
	case t == nil:
		return problem(404, "DATA_NOT_FOUND"), true
	case method == "POST" && what == "void":
		return p.voidCharge(b, t), true
	case method == "POST":
		return p.refund(b, t, key, in), true
	}
	list := []any{}
	for _, r := range p.refunds {
		if r.of == t && !r.void && !r.made.Add(p.lag).After(time.Now()) {
			list = append(list, r.form())
		}
	}
	return answer{200, map[string]any{"data": list, "has_more": false}}, true
}

func (p *fakeProvider) transferCalled(id string) (*bill, *paidBill) {
	for _, b := range p.bills {
		for _, t := range b.transfers {
			if t.id == id {
				return b, t
			}
		}
	}
	return nil, nil
}

// refundable is what is left of a transfer, less the refunds that are pending.
func (p *fakeProvider) refundable(b *bill, t *paidBill) int64 {
	left := b.left(t)
	for _, r := range p.refunds {
		if r.of == t && r.status == "PENDING" {
			left -= r.amount
		}
	}
	return left
}

func (p *fakeProvider) refund(b *bill, t *paidBill, key string, in map[string]any) answer {
	for _, r := range p.refunds {
		if r.key == key && key != "" {
			return answer{200, r.form()}
		}
	}
	asked, _ := in["amount"].(float64)
	amount := int64(asked)
	p.mustBeAnnounced(b.reference, func(s payment.RefundSubmitted) bool { return s.Key == key && s.RefundOrder.Amount.IntPart() == amount })
	switch {
	case key == "" || amount < 1:
		return problem(400, "API_VALIDATION_ERROR")
	case p.floatEmpty:
		return problem(400, "INSUFFICIENT_BALANCE")
	case amount > p.refundable(b, t):
		return problem(400, "MAXIMUM_REFUND_AMOUNT_REACHED")
	}
	r := &fakeRefund{id: p.newID("rfd-"), key: key, bill: b, of: t, amount: amount, status: "PENDING", made: time.Now()}
	p.addRefund(r)
	answered := r.form()
	if p.world.chance(4) { // the notification may be faster than the answer
		p.endRefund(r)
	}
	return answer{200, answered}
}

func (p *fakeProvider) voidCharge(b *bill, t *paidBill) answer {
	p.mustBeAnnounced(b.reference, func(s payment.RefundSubmitted) bool { return s.Method == payment.MethodVoid })
	if p.refundable(b, t) != t.amount || b.voidAsked != nil && b.voidAsked.status != "FAILED" || time.Now().After(t.at.Add(voidFor)) {
		return problem(403, "INELIGIBLE_TRANSACTION")
	}
	r := &fakeRefund{id: "void-" + b.id, bill: b, of: t, amount: t.amount, void: true, status: "PENDING", made: time.Now()}
	b.voidAsked = r
	p.addRefund(r)
	return answer{200, b.form()}
}

func (p *fakeProvider) addRefund(r *fakeRefund) {
	r.bill.closed, r.at = true, r.made
	p.refunds = append(p.refunds, r)
	p.world.note("provider: the refund %s of %d of %s (%s) is asked for", r.id, r.amount, r.bill.reference, r.key)
}

// mustBeAnnounced fails the run if the log has no intent for a call that gives money back. A restore may have lost it.
func (p *fakeProvider) mustBeAnnounced(reference string, fits func(payment.RefundSubmitted) bool) {
	if w := p.world; !w.restored && w.moves == 0 && !w.hasRefundIntent(reference, fits) {
		w.fail("the provider is asked to give money of %s back, and no event announces it", reference)
	}
}

func (r *fakeRefund) form() map[string]any {
	m := map[string]any{
		"id": r.id, "status": r.status, "currency": "IDR", "refund_amount": r.amount, "reason": "REQUESTED_BY_CUSTOMER",
		"channel_code": "ID_" + r.bill.channel, "failure_code": nil, "created": timeText(r.made), "updated": timeText(r.at),
	}
	if r.code != "" {
		m["failure_code"] = r.code
	}
	if r.bill.kind == "qris" {
		m["qrpy_id"] = r.of.id
	} else {
		m["charge_id"] = r.of.id
	}
	return m
}

// endRefund ends a pending refund, or has one fail that had succeeded.
func (p *fakeProvider) endRefund(r *fakeRefund) {
	w := p.world
	isWhole := r.amount == r.of.amount && len(r.bill.transfers) == 1 && r.bill.left(r.of) == r.amount
	r.at = time.Now().Truncate(time.Millisecond)
	switch {
	case r.status == "SUCCEEDED" && !r.bounced:
		r.status, r.code, r.bounced = "FAILED", "ACCOUNT_NOT_FOUND", true
		r.bill.bounce(r.id, r.at)
	case r.status != "PENDING":
		return
	case r.amount > r.bill.left(r.of), w.chance(5):
		r.status, r.code = "FAILED", []string{"INELIGIBLE_TRANSACTION", "INSUFFICIENT_BALANCE", "REFUND_TEMPORARILY_UNAVAILABLE"}[w.random.IntN(3)]
	case r.void, r.bill.kind == "qris" && isWhole && w.chance(2):
		r.status = "VOIDED"
		r.bill.reversals = append(r.bill.reversals, reversal{id: "void-" + r.of.id, kind: "void", amount: r.amount, at: r.at, of: r.of, asked: true})
	default:
		r.status = "SUCCEEDED"
		r.bill.reversals = append(r.bill.reversals, reversal{id: r.id, kind: "refund", amount: r.amount, at: r.at, of: r.of, asked: true})
	}
	w.note("provider: the refund %s of %d of %s is %s %s", r.id, r.amount, r.bill.reference, r.status, r.code)
	p.notifyRefund(r)
}

func (p *fakeProvider) notifyRefund(r *fakeRefund) {
	event, kind, data := "ewallet.refund", "ewallet", r.form()
	switch {
	case r.void:
		event, data = "ewallet.void", r.bill.form()
	case r.bill.kind == "qris":
		event, kind = "qr.refund", "qris"
	}
	body := map[string]any{"event": event, "business_id": "u1", "created": timeText(r.at), "data": data}
	if p.world.chance(4) { // wrapped twice, as the documentation shows it
		body = map[string]any{"event": event, "business_id": "u1", "created": timeText(r.at), "data": body}
	}
	p.notify(kind, r.bill.reference, body)
}

// bounce marks a refund as come back.
func (b *bill) bounce(id string, at time.Time) {
	for i := range b.reversals {
		if b.reversals[i].id == id {
			b.reversals[i].returned, b.reversals[i].returnedAt = true, at
		}
	}
}

// refundsWork ends one of the provider's refunds. It reports whether it did.
func (p *fakeProvider) refundsWork() bool {
	var open, ended []*fakeRefund
	for _, r := range p.refunds {
		switch r.status {
		case "PENDING":
			open = append(open, r)
		case "SUCCEEDED":
			ended = append(ended, r)
		}
	}
	switch {
	case len(open) > 0 && p.world.chance(2):
		p.endRefund(open[p.world.random.IntN(len(open))])
		return true
	case len(ended) > 0 && p.world.chance(16):
		p.endRefund(ended[p.world.random.IntN(len(ended))])
		return true
	}
	return false
}

// mayBeChargedBack is how much a customer can charge back: also what the gateway's refunds gave back.
func (p *fakeProvider) mayBeChargedBack(b *bill, left int64) int64 {
	for _, r := range b.reversals {
		if r.asked && !r.returned && r.kind == "refund" {
			left += r.amount
		}
	}
	for _, r := range b.reversals {
		if r.kind == "chargeback" && left > b.amount {
			left = b.amount
		}
	}
	return left
}
