package simulation

import (
	"context"
	"time"

	"gateway/domain/difference"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/audit/reconcile"

	"github.com/shopspring/decimal"
)

// balance is GET /balance. The provider credits a payment when it is settled, debits a payout when it is
// ordered, and debits money taken back at once. A void undoes its payment.
func (p *fakeProvider) balance() (sum int64) {
	for _, b := range p.bills {
		_, voided := b.voided()
		for _, t := range b.transfers {
			if t.settled && !voided {
				sum += t.amount
			}
		}
		for _, r := range b.reversals {
			if r.kind != "void" && !r.returned {
				sum -= r.amount
			}
		}
	}
	for _, made := range p.payouts {
		if made.status == "PENDING" || made.status == "COMPLETED" {
			sum -= made.amount
		}
	}
	return sum
}

// reconcile acts as the operator who compares all days of a provider's books with the log.
func (w *world) reconcile(at *fakeProvider) (r *reconcile.Report) {
	p := w.leading()
	from := w.began.Add(-24 * time.Hour)
	w.spawn(p, "reconcile", func(ctx context.Context) {
		var err error
		r, err = reconcile.Compare(ctx, p.log, nil, at.name, p.clients[at.name], from, time.Now().Add(24*time.Hour), func(eventstore.Position) {})
		if err != nil {
			w.fail("the provider's books can't be compared with the log: %v", err)
		}
	})
	w.drain()
	return r
}

// judgeReconciliation: the money at the provider, in the log and owed agree. The list that reconciliation shows
// has all that was lost with the log, and nothing else.
func (o *oracle) judgeReconciliation(at *fakeProvider, r *reconcile.Report) {
	if r == nil {
		return
	}
	if there := decimal.NewFromInt(at.balance()); !r.Equation.Balance.Equal(there) {
		o.fail("reconciliation counts %s at the provider, which has %s", r.Equation.Balance, there)
	}
	if !r.Equation.Unexplained.IsZero() {
		o.fail("the provider has %s, the log says %s (clearing %s, payouts %s, unsettled %s, open %s), and %s of the difference is unexplained",
			r.Equation.Balance, r.Equation.Expected, r.Equation.Clearing, r.Equation.Payouts, r.Equation.Unsettled, r.Equation.OpenPayouts, r.Equation.Unexplained)
	}
	listed := map[string]bool{}
	for _, d := range r.Differences {
		listed[d.Kind+" "+d.Reference] = true
		if !o.mayDiffer(at, d) {
			o.fail("reconciliation shows %s %s: %s, effect %s", d.Kind, d.Reference, d.Problem, d.Effect)
		}
	}
	o.judgeListed(at, listed)
}

// mayDiffer reports whether a restore explains a difference: the provider has what the log lost.
func (o *oracle) mayDiffer(at *fakeProvider, d reconcile.Difference) bool {
	switch {
	case d.Kind == difference.Reversal && d.Here == nil && d.There.Status == report.Reversed:
		return true // it came back before the gateway knew that it had gone
	case d.Kind == difference.Reversal && d.There != nil && o.isByHand(d):
		return true // a person is shown that it was paid back twice
	case d.Kind == difference.Payment && d.Problem == difference.StatusDiffers && o.isVoidedByHand(d.Reference):
		return true // the same
	case d.Kind == difference.Reversal && d.Problem == difference.StatusDiffers && d.There.Status == report.Reversed && o.isOfSuspense(d):
		return true // it came back, and a person decides what becomes of it
	case d.Kind == difference.OwnMoney && d.Here == nil && o.isDeduction(at, d.Reference):
		return true // its parts are listed as chargebacks of the disputes
	case d.Kind == difference.Reversal && d.Here != nil && (d.There == nil || d.There.Status == report.Reversed) && o.isPartOfDeduction(at, d):
		return true
	case d.Problem != difference.MissingHere:
		return false
	case d.Kind == difference.Payment && d.There.Status == report.Reversed:
		return true // it was voided before the gateway knew that it was paid
	}
	return o.lost.payments[d.Reference] && !o.isHere(d.Reference) || o.wasLost(at, d.Reference)
}

// isByHand: the provider took back what a person had already paid back by hand. It is also shown as a
// contradiction (judgeReversals).
func (o *oracle) isByHand(d reconcile.Difference) bool {
	all, _ := o.moneyOf(d.Reference)
	for _, t := range all {
		for _, r := range o.reversalsOf(d.Reference, t) {
			if r.id == d.There.ID {
				return o.refundedByHand(d.Reference, t)
			}
		}
	}
	return false
}

// isVoidedByHand: the provider voided money that a person had paid back by hand.
func (o *oracle) isVoidedByHand(transactionID string) bool {
	all, bills := o.moneyOf(transactionID)
	for i, t := range all {
		if _, voided := bills[i].voided(); voided && o.refundedByHand(transactionID, t) {
			return true
		}
	}
	return false
}

// judgeListed: all money at the provider for things that were lost is listed.
func (o *oracle) judgeListed(at *fakeProvider, listed map[string]bool) {
	for _, b := range at.bills {
		if o.isHere(b.reference) {
			continue
		}
		if len(b.transfers) > 0 && !listed[difference.Payment+" "+b.reference] {
			o.fail("customers paid %s, which the log lost, and no list shows it", b.reference)
		}
	}
	for _, made := range at.payouts {
		if o.wasLost(at, made.reference) && made.status != "FAILED" && !listed[difference.Payout+" "+made.reference] {
			o.fail("the provider made %s, which the log lost, and no list shows it", made.reference)
		}
	}
}

// isHere reports whether the log has the payment.
func (o *oracle) isHere(transactionID string) bool {
	for _, row := range o.payments {
		if row.TransactionID == transactionID {
			return true
		}
	}
	return false
}

func (p *fakeProvider) showBalance() answer {
	return answer{200, map[string]any{"balance": p.balance()}}
}
