package simulation

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gateway/projections/readmodel/paymentrows"
)

// paymentToReplace returns any of the merchant's latest payments: open, paid, already replaced, or, as a
// mistake, another merchant's. It returns "" if there is none.
func (w *world) paymentToReplace(c *client) string {
	var ids []string
	for _, r := range w.requests[max(0, len(w.requests)-30):] {
		if r.kind == salePayment && r.answer != "" && (r.client == c || w.chance(40)) {
			ids = append(ids, idOf(r.answer))
		}
	}
	if len(ids) == 0 {
		return ""
	}
	if latest := ids[len(ids)-1]; w.chance(2) {
		return latest
	}
	return ids[w.random.IntN(len(ids))]
}

// cancelPayment acts as a merchant who cancels a payment, usually an open one.
func (w *world) cancelPayment() {
	p := w.anyProcess()
	rows := w.rows.AllPayments()
	rows = slices.DeleteFunc(rows[max(0, len(rows)-15):], func(row paymentrows.Transaction) bool {
		return row.Status != "PENDING" && !w.chance(6)
	})
	if p == nil || p.former || len(rows) == 0 {
		return
	}
	row := rows[w.random.IntN(len(rows))]
	w.act(p, fmt.Sprintf("client:%d", row.ClientID), "cancel "+row.TransactionID, func(ctx context.Context) error {
		err := p.payments.Cancel(ctx, row.ClientID, row.TransactionID)
		if r := w.saleOf(row); err == nil && r != nil {
			r.cancelled = true
		}
		return err
	})
}

// saleOf is the request that made a payment.
func (w *world) saleOf(row paymentrows.Transaction) *request {
	for _, r := range w.requests {
		if r.kind == salePayment && r.client.id == row.ClientID && row.Total.IntPart() == r.amount {
			return r
		}
	}
	return nil
}

// customersPayOneOrder acts as customers who pay two payments of one order at once, or as one customer who pays
// on both pages. The notifications arrive at any processes, together.
func (w *world) customersPayOneOrder() {
	p := w.someProvider()
	var pairs [][2]*bill
	for _, row := range w.rows.AllPayments() {
		if row.Replaces == nil {
			continue
		}
		older, newer := p.unpaid(*row.Replaces), p.unpaid(row.TransactionID)
		if older != nil && newer != nil && !older.created.Before(time.Now().Add(-time.Hour)) {
			pairs = append(pairs, [2]*bill{older, newer})
		}
	}
	if len(pairs) == 0 {
		return
	}
	for _, b := range pairs[w.random.IntN(len(pairs))] {
		p.pay(b, b.amount)
		w.deliverNow(b.reference)
	}
}

// unpaid is the bill of a payment that can still be paid, even if late.
func (p *fakeProvider) unpaid(reference string) *bill {
	for _, b := range p.bills {
		if b.reference == reference && len(b.transfers) == 0 && !b.closed {
			return b
		}
	}
	return nil
}

// deliverNow delivers all notifications about a payment that wait.
func (w *world) deliverNow(reference string) {
	for _, at := range w.providers {
		for _, n := range slices.Clone(at.notifications) {
			if p := w.anyProcess(); p != nil && n.subject == reference {
				at.notifications = slices.DeleteFunc(at.notifications, func(other *fakeNotification) bool { return other == n })
				w.deliver(p, n)
			}
		}
	}
}
