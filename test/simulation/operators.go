package simulation

import (
	"context"
	"fmt"
	"slices"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/service/payoutservice"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
)

// byKind returns the use cases of a kind of payout.
func (p *process) byKind(kind string) payoutservice.Kind {
	if kind == settlement {
		return p.payouts.Settlements()
	}
	return p.payouts.Withdrawals()
}

// byHand is the reason that a person gives for failing a payout.
const byHand = "not paid"

// review acts as an administrator who approves, rejects, completes or fails a payout, at any moment at which
// the API allows it.
func (w *world) review() {
	p := w.anyProcess()
	open := slices.DeleteFunc(w.rows.AllPayouts(), func(row payoutrows.Payout) bool {
		return row.Status != "pending" && row.Status != "processing"
	})
	if p == nil || len(open) == 0 {
		return
	}
	row := open[w.random.IntN(len(open))]
	name := fmt.Sprintf("%s-%d-%d", row.Kind, row.ClientID, row.ID)
	k := p.byKind(row.Kind)
	switch {
	case row.Status == "pending" && w.chance(8), row.Status == "processing" && w.chance(12): // or too late
		w.act(p, "admin:1", "reject "+name, func(ctx context.Context) error {
			_, err := k.Reject(ctx, row.ID, "no")
			return err
		})
	case row.Status == "pending":
		manual := w.chance(10)
		w.act(p, "admin:1", fmt.Sprintf("approve %s, manual %v", name, manual), func(ctx context.Context) error {
			_, err := k.Approve(ctx, row.ID, manual)
			return err
		})
	case w.chance(2):
		w.act(p, "admin:1", "complete by hand "+name, func(ctx context.Context) error {
			_, err := k.Complete(ctx, row.ID, "Siti")
			return err
		})
	default:
		w.act(p, "admin:1", "fail by hand "+name, func(ctx context.Context) error {
			_, err := k.Fail(ctx, row.ID, byHand)
			return err
		})
	}
}

// resolveSuspense acts as an administrator who releases or refunds money in suspense.
func (w *world) resolveSuspense() {
	p := w.anyProcess()
	items := slices.DeleteFunc(w.rows.AllSuspenseItems(), func(i paymentrows.SuspenseItem) bool { return i.Status != paymentrows.SuspenseOpen })
	if p == nil || len(items) == 0 {
		return
	}
	item := items[w.random.IntN(len(items))]
	if w.chance(2) {
		w.act(p, "admin:1", fmt.Sprint("release suspense ", item.ID, " of ", item.TransactionID), func(ctx context.Context) error {
			_, err := p.suspense.Release(ctx, item.ID, "it is his")
			return err
		})
		return
	}
	if w.plan.moneys && w.chance(3) {
		w.act(p, "admin:1", fmt.Sprint("refund suspense ", item.ID, " of ", item.TransactionID, " by hand"), func(ctx context.Context) error {
			_, err := p.suspense.RefundByHand(ctx, item.ID, "it is not his")
			return err
		})
		return
	}
	w.act(p, "admin:1", fmt.Sprint("refund suspense ", item.ID, " of ", item.TransactionID), func(ctx context.Context) error {
		_, err := p.suspense.Refund(ctx, item.ID, "it is not his")
		if err == nil && w.plan.moneys {
			w.refunder(item.TransactionID, item.ProviderPaymentID).askRefund(askedRefund{
				item.ID, item.TransactionID, item.ProviderPaymentID, item.PaidAmount.Sub(item.ReversedAmount).IntPart(),
			})
		}
		return err
	})
}

// resend acts as an administrator who has a callback sent again.
func (w *world) resend() {
	p := w.anyProcess()
	all := slices.DeleteFunc(w.rows.AllCallbacks(), func(c callbackrows.Callback) bool { return c.Status == "pending" })
	if p == nil || len(all) == 0 {
		return
	}
	c := all[w.random.IntN(len(all))]
	w.resent[c.ID] = true
	w.act(p, "admin:1", "resend "+c.ID, func(ctx context.Context) error {
		_, err := p.callbacks.Resend(ctx, c.ID, nil)
		return err
	})
}

// suspend suspends a client, or lets it act again.
func (w *world) suspend() {
	if p := w.anyProcess(); p != nil {
		w.changeStatus(p, w.clients[w.random.IntN(len(w.clients))], w.chance(2))
	}
}

func (w *world) changeStatus(p *process, c *client, active bool) {
	name, decide := "suspend", account.Suspend
	if active {
		name, decide = "reactivate", account.Reactivate
	}
	w.act(p, "admin:1", fmt.Sprintf("%s client %d", name, c.id), func(ctx context.Context) error {
		_, err := eventstore.Execute(ctx, p.log, account.Aggregate, account.Stream(c.id), func(s account.State) ([]domain.Event, error) {
			return decide(s, account.ReviewCmd{By: "admin:1", Reason: "because", At: p.now()})
		})
		return err
	})
}

// setAutoApproval switches a client's auto-approval on or off.
func (w *world) setAutoApproval() {
	p := w.anyProcess()
	if p == nil {
		return
	}
	c, on := w.clients[w.random.IntN(len(w.clients))], w.chance(2)
	w.act(p, "admin:1", fmt.Sprintf("auto-approval of client %d: %v", c.id, on), func(ctx context.Context) error {
		_, err := eventstore.Execute(ctx, p.log, account.Aggregate, account.Stream(c.id), func(s account.State) ([]domain.Event, error) {
			return account.ChangeSettings(s, account.ChangeSettingsCmd{AutoApproveWithdrawal: on, By: "admin:1", At: p.now()})
		})
		return err
	})
}

// refunder is the provider that has the money.
func (w *world) refunder(reference, transfer string) *fakeProvider {
	for _, p := range w.providers {
		all, _ := p.transfersOf(reference)
		if slices.ContainsFunc(all, func(t *paidBill) bool { return t.id == transfer }) {
			return p
		}
	}
	return w.providers[0]
}
