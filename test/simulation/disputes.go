package simulation

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gateway/domain/idempotency"
	"gateway/domain/payment"
	"gateway/http/service"
	"gateway/http/service/disputeservice"
	"gateway/projections/reactor/paymentreactor"
	"gateway/projections/readmodel/disputerows"

	"github.com/shopspring/decimal"
)

// FirstDisputes is the first seed of the runs in which customers dispute what they paid. They have refunds, too.
const FirstDisputes uint64 = 310_000_000

// disputing reports whether customers dispute what they paid.
func (w *world) disputing() bool { return w.seed >= FirstDisputes }

// makeDisputes makes the use cases of disputes.
func (p *process) makeDisputes() {
	p.disputes = disputeservice.Disputes{Core: p.core, Rows: p.world.queries()}
}

// leadDisputes starts the reactor that keeps the deadlines of disputes.
func (p *process) leadDisputes(run func(name string, work func(ctx context.Context) error)) {
	if p.former || !p.world.disputing() {
		return
	}
	r := paymentreactor.NewDisputeWatch(p.log, p.world.queries(), p.watcher, p.core.Logger, p.now)
	run("dispute watch", p.loop("dispute watch", r.CatchUp, r.RunOnce))
}

// disputeRow finds the dispute in the gateway's rows.
func (w *world) disputeRow(at *fakeProvider, d *fakeDispute) (row disputerows.Dispute, known bool) {
	all := w.rows.AllDisputes()
	i := slices.IndexFunc(all, func(row disputerows.Dispute) bool {
		return row.ProviderDisputeID == d.id && row.TransactionID == d.bill.reference && row.Connection == at.name
	})
	if i < 0 {
		return row, false
	}
	return all[i], true
}

// knowsDispute reports whether the gateway's rows have the dispute.
func (w *world) knowsDispute(at *fakeProvider, d *fakeDispute) bool {
	_, known := w.disputeRow(at, d)
	return known
}

// isToldOf reports whether the gateway knows how the network decided.
func isToldOf(d *fakeDispute, row disputerows.Dispute) bool {
	switch d.status {
	case disputeWon:
		return row.Status == payment.DisputeStatusWon
	case disputeLost:
		return row.Status == payment.DisputeStatusLost || row.Status == payment.DisputeStatusAccepted || row.Status == payment.DisputeStatusExpired
	}
	return true
}

// isCredited reports whether the log has the transfer as credited.
func (w *world) isCredited(reference string, t *paidBill) bool {
	return slices.ContainsFunc(w.streamOf(payment.Stream(reference)), func(event any) bool {
		switch e := event.(type) {
		case payment.Paid:
			return e.SuspenseID == 0 && e.ProviderPaymentID == t.id
		case payment.SuspenseReleased:
			return e.ProviderPaymentID == t.id
		}
		return false
	})
}

// isBooked reports whether the log has the reversal as taken.
func (w *world) isBooked(reference string, r reversal) bool {
	return slices.ContainsFunc(w.streamOf(payment.Stream(reference)), func(event any) bool {
		reversed, is := event.(payment.Reversed)
		return is && reversed.ReversalID == r.id
	})
}

// disputeWork is what merchants and staff do about disputes. Each does it at any time, also twice, and beside the provider's word.
func (w *world) disputeWork() {
	p, at := w.anyProcess(), w.someProvider()
	if p == nil || p.former || len(at.disputes) == 0 {
		return
	}
	d := at.disputes[max(0, len(at.disputes)-1-w.random.IntN(8))]
	row, known := w.disputeRow(at, d)
	switch n := w.random.IntN(8); {
	case !known || n == 0:
		w.enterDispute(p, d)
	case n < 3:
		w.answerDispute(p, row)
	case n == 3:
		w.acceptDispute(p, d, row)
	case n == 4:
		w.forwardDispute(p, d, row)
	case n == 5 && d.isDecided():
		w.decideByHand(p, d, row)
	case n > 5:
		w.splitDeductions(p, at)
	}
}

// enterDispute acts as staff who enter by hand what they see at the provider.
func (w *world) enterDispute(p *process, d *fakeDispute) {
	w.disputesEntered++
	creation := service.Creation{Method: "POST", Path: "/admin/disputes", BodyHash: idempotency.Hash(fmt.Appendf(nil, "%d", w.disputesEntered))}
	if w.chance(2) {
		creation.Key = fmt.Sprintf("dispute-%d", w.disputesEntered)
	}
	o := disputeservice.Opening{
		TransactionID: d.bill.reference, PaymentID: d.of.id, ProviderDisputeID: d.id, Amount: w.enteredAmount(d), Reason: "FRAUD", DueBy: d.due,
	}
	if !d.due.After(p.now()) {
		o.DueBy = p.now().Add(time.Hour)
	}
	w.act(p, "admin:1", "enter the dispute "+d.id+" of "+d.bill.reference, func(ctx context.Context) error {
		_, err := p.disputes.Open(ctx, creation, o)
		return err
	})
}

// enteredAmount is the amount that staff enter: what is disputed, zero for the whole, but at most what is left. A refund may have
// given back of it since. While a chargeback has taken it, staff see what that took.
func (w *world) enteredAmount(d *fakeDispute) decimal.Decimal {
	r, taken := d.taken()
	switch left := d.bill.left(d.of); {
	case taken && !r.returned:
		return decimal.NewFromInt(r.amount)
	case d.isWhole:
		return decimal.Zero
	case left > 0:
		return decimal.NewFromInt(min(d.amount, left))
	}
	return decimal.NewFromInt(d.amount)
}

func (w *world) answerDispute(p *process, row disputerows.Dispute) {
	w.act(p, fmt.Sprintf("client:%d", row.ClientID), fmt.Sprint("answer dispute ", row.ID), func(ctx context.Context) error {
		_, err := p.disputes.Answer(ctx, row.ClientID, row.ID, disputeservice.Answer{Text: "It was delivered."})
		return err
	})
}

// acceptDispute acts as a merchant who lets the customer have the money, of which staff tell the network.
func (w *world) acceptDispute(p *process, d *fakeDispute, row disputerows.Dispute) {
	w.act(p, fmt.Sprintf("client:%d", row.ClientID), fmt.Sprint("accept dispute ", row.ID), func(ctx context.Context) error {
		_, err := p.disputes.Accept(ctx, row.ClientID, row.ID)
		d.conceded = d.conceded || err == nil
		return err
	})
}

// forwardDispute acts as staff who send the merchant's answer to the network, and say so.
func (w *world) forwardDispute(p *process, d *fakeDispute, row disputerows.Dispute) {
	d.forwarded = d.forwarded || row.AnsweredAt != nil
	w.act(p, "admin:1", fmt.Sprint("forward dispute ", row.ID), func(ctx context.Context) error {
		_, err := p.disputes.Forward(ctx, row.ID)
		return err
	})
}

// decideByHand acts as staff who enter how the network decided.
func (w *world) decideByHand(p *process, d *fakeDispute, row disputerows.Dispute) {
	outcome := d.status
	w.act(p, "admin:1", fmt.Sprint("decide dispute ", row.ID, " as ", outcome), func(ctx context.Context) error {
		_, err := p.disputes.Decide(ctx, row.ID, outcome)
		return err
	})
}

// splitDeductions acts as staff who split the provider's deductions over their disputes, each as soon as all of these are known.
func (w *world) splitDeductions(p *process, at *fakeProvider) {
	for _, one := range at.deductions {
		cmd, known := w.splitOf(at, one)
		if !known {
			continue
		}
		w.act(p, "admin:1", "split "+one.id, func(ctx context.Context) error {
			_, err := p.disputes.Deduct(ctx, cmd)
			return err
		})
	}
}

// splitOf is the split of a deduction. known is false if there is nothing to split, or the gateway lacks one of its disputes.
func (w *world) splitOf(at *fakeProvider, one *fakeDeduction) (cmd disputeservice.DeductionCmd, known bool) {
	cmd.Reference = one.id
	for _, d := range at.disputes {
		r, taken := d.taken()
		if !taken || r.deduction != one.id {
			continue
		}
		row, known := w.disputeRow(at, d)
		if !known {
			return cmd, false
		}
		amount := decimal.NewFromInt(r.amount)
		cmd.Amount, cmd.Disputes = cmd.Amount.Add(amount), append(cmd.Disputes, disputeservice.DeductionPart{DisputeID: row.ID, Amount: amount})
	}
	return cmd, len(cmd.Disputes) > 0
}

// settleDisputes ends what is open about disputes: the network decides, and staff enter, decide and split what the gateway lacks.
func (w *world) settleDisputes() {
	for _, at := range w.providers {
		for _, d := range at.disputes {
			if !d.isDecided() {
				d.unbooked = w.chance(4)
				at.decideDispute(d)
			}
			if d.status == disputeLost && at.mayCharge(d) {
				at.chargeDisputed(d)
			}
			if d.status == disputeLost && d.chargeback == "" && at.chargeable(d) <= 0 {
				at.endDispute(d, disputeWon)
			}
			w.settleDispute(at, d)
		}
		w.splitDeductions(w.leading(), at)
		w.drain()
	}
}

func (w *world) settleDispute(at *fakeProvider, d *fakeDispute) {
	p := w.leading()
	row, known := w.disputeRow(at, d)
	switch {
	case !known && w.isCredited(d.bill.reference, d.of):
		w.enterDispute(p, d)
	case known && d.isDecided() && !isToldOf(d, row):
		w.decideByHand(p, d, row)
	}
	w.drain()
}
