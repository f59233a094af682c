package simulation

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"time"

	"gateway/domain/payment"
)

// customerPays acts as a customer who pays a bill: usually the amount due, usually once.
func (w *world) customerPays() {
	p := w.someProvider()
	var able []*bill
	for _, b := range p.bills[max(0, len(p.bills)-30):] {
		once := b.kind == "ewallet" || b.kind == "invoice"
		if !b.closed && len(b.transfers) == 0 || !b.closed && !once && len(b.transfers) < 3 && w.chance(w.weather.secondPayments) {
			able = append(able, b)
		}
	}
	if len(able) == 0 {
		return
	}
	b := able[w.random.IntN(len(able))]
	if !b.expires.IsZero() && b.expires.Before(time.Now()) && !w.chance(w.weather.latePayment) {
		return
	}
	amount := b.amount
	if (b.kind == "qris" || b.kind == "va") && w.chance(w.weather.wrongAmounts) {
		amount += int64(w.random.IntN(2_000)) - 1_000
	}
	p.pay(b, amount)
}

// providerWorks acts as the provider, which ends a payout, or takes a completed one back.
func (w *world) providerWorks() {
	var open, ended []*fakePayout
	at := w.someProvider()
	for _, made := range at.payouts {
		switch made.status {
		case "PENDING":
			open = append(open, made)
		case "COMPLETED":
			ended = append(ended, made)
		}
	}
	if w.disputing() && w.chance(2) && at.disputesWork() {
		return
	}
	if w.refunding() && at.refundsWork() {
		return
	}
	if w.plan.moneys && w.chance(2) {
		w.severalMoneys()
		return
	}
	if w.chance(4) {
		at.settleTransfer()
		return
	}
	if w.chance(w.weather.reversals) {
		at.takeBack()
		return
	}
	switch {
	case len(open) > 0:
		at.settlePayout(open[w.random.IntN(len(open))])
	case len(ended) > 0 && w.chance(6):
		at.settlePayout(ended[w.random.IntN(len(ended))])
	}
}

// severalMoneys is what happens to payments that are paid several times.
func (w *world) severalMoneys() {
	at := w.someProvider()
	switch w.random.IntN(6) {
	case 0, 1:
		at.payAgain()
	case 2, 3:
		at.takeBackOneOfSeveral()
	case 4:
		at.doAskedRefund()
	case 5:
		w.reopenOne()
	}
}

// deliverNotification delivers one of the provider's notifications. It picks any, because they arrive out of
// order, and delivers some twice.
func (w *world) deliverNotification() {
	w.deliverOf(w.someProvider())
}

// deliverOf delivers one of the notifications of a provider.
func (w *world) deliverOf(at *fakeProvider) {
	p, waiting := w.anyProcess(), at.notifications
	if p == nil || len(waiting) == 0 {
		return
	}
	i := w.random.IntN(len(waiting))
	n := waiting[i]
	at.notifications = slices.Delete(waiting, i, i+1)
	if w.calm == 0 && w.chance(w.weather.notificationTwice) {
		w.deliver(w.anyProcess(), n)
	}
	w.deliver(p, n)
}

// deliver sends a notification to a process. The provider repeats it until the answer is
// 2xx.
func (w *world) deliver(p *process, n *fakeNotification) {
	n.tries++
	w.running++
	w.spawn(p, "notification of "+n.subject, func(ctx context.Context) {
		accepted := false
		defer func() {
			w.running--
			if at := w.named(n.at); !accepted && !slices.Contains(at.notifications, n) {
				at.notifications = append(at.notifications, n)
			}
		}()
		status := p.take(ctx, n)
		if p.isDead() {
			return
		}
		w.note("%s: notification %s %s -> %d", p.name, n.kind, n.body, status)
		accepted = status/100 == 2
		if status/100 == 4 {
			accepted = true
		}
	})
}

// named finds the provider of a connection.
func (w *world) named(connection string) *fakeProvider {
	i := slices.IndexFunc(w.providers, func(p *fakeProvider) bool { return p.name == connection })
	return w.providers[i]
}

// take hands a notification to the service, and returns the status of its answer.
func (p *process) take(ctx context.Context, n *fakeNotification) int {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/provider/"+n.at+"/callbacks/"+n.kind, bytes.NewReader(n.body))
	r.Header.Set("X-Callback-Token", callbackToken+n.at)
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	p.notify.ServeHTTP(answer, r)
	return answer.Code
}

// forge acts as an attacker who knows the callback token and lies about an id, an amount or a status. The
// provider's own record says otherwise.
func (w *world) forge() {
	if w.confirm && w.chance(w.weather.notificationForged) {
		w.forgePayment()
	}
	if len(w.providers) > 1 && w.chance(w.weather.notificationForged) {
		w.lie()
	}
	at := w.someProvider()
	if !w.chance(w.weather.notificationForged) || len(at.payouts) == 0 {
		return
	}
	made := *at.payouts[w.random.IntN(len(at.payouts))]
	lie := w.random.IntN(4)
	if _, _, _, isRefund := payment.ParseRefundKey(made.reference); isRefund && !w.confirm && (lie == 0 || lie == 2 || made.status == "COMPLETED") {
		return // that money bounced is believed where notifications are, as that it came; and this one may be late
	}
	switch lie {
	case 0:
		made.id, made.status = "foreign-1", "FAILED"
	case 1:
		made.amount, made.status = 10_000, "COMPLETED"
	case 2:
		made.status = "FAILED"
	case 3:
		made.status = "COMPLETED"
	}
	if p := w.anyProcess(); p != nil {
		w.note("forged: %s is %s", made.reference, made.status)
		text, _ := json.Marshal(made.disbursement())
		w.deliver(p, &fakeNotification{at: at.name, kind: "disbursement", subject: "forged " + made.reference, body: text})
	}
}

// forgePayment notifies that an unpaid bill was paid.
func (w *world) forgePayment() {
	p, at := w.anyProcess(), w.someProvider()
	if p == nil || len(at.bills) == 0 {
		return
	}
	b := *at.bills[w.random.IntN(len(at.bills))]
	if b.kind != "qris" && b.kind != "va" {
		return
	}
	w.note("forged: %s is paid", b.reference)
	text, _ := json.Marshal(b.transferForm(&paidBill{id: "foreign-2", amount: b.amount, channel: b.channel, at: time.Now().Truncate(time.Millisecond)}))
	w.deliver(p, &fakeNotification{at: at.name, kind: b.kind, subject: "forged " + b.reference, body: text})
}

// disturb starts a fault that lasts for a while: a process dies or stands still, another leads, or the store or
// the provider's float is gone.
func (w *world) disturb() {
	p := w.anyProcess()
	switch f := w.weather; {
	case p == nil:
	case w.chance(f.kills):
		w.kill(p, "by an operator")
	case w.chance(f.freezes) && !p.frozen:
		p.frozen = true
		w.fault(p, "stands still")
	case w.chance(f.takeovers) && p != w.leader:
		w.takeOver(p)
	case w.chance(f.storeOutages):
		w.storeDown = true
		w.fault(p, "the store is down")
	case w.chance(f.modelsLost):
		w.loseReadModels()
		w.changed++
		w.fault(p, "the read models are lost")
	case w.chance(f.floatOutages):
		w.someProvider().floatEmpty = true
		w.fault(p, "the float is empty")
	case w.chance(f.lookUpsLag):
		at := w.someProvider()
		at.lag = time.Duration(w.random.IntN(20)) * time.Second
		w.fault(p, "the provider's look-ups lag by %s", at.lag)
	case w.chance(f.receiverFails):
		w.receivers[w.clients[w.random.IntN(len(w.clients))].url].down = true
	case w.chance(f.suspensions):
		w.suspend()
	case w.chance(f.switches):
		w.providerAPI = map[string]string{"v1": "v2", "v2": "v1"}[w.providerAPI]
		w.note("the next leader orders payouts from the API %s", w.providerAPI)
	case w.chance(f.providersDown):
		w.breakProvider(p)
	case w.chance(f.providersHang):
		w.hangProvider(p)
	case w.chance(f.reroutes):
		w.changeRouting()
	case w.chance(f.restores):
		w.restore()
	}
}

// mend ends the faults that last.
func (w *world) mend() {
	for _, p := range w.processes {
		if p.frozen && !p.dead && w.chance(2) {
			p.frozen = false
			w.note("%s goes on", p.name)
		}
	}
	w.storeDown = w.storeDown && w.chance(2)
	for _, at := range w.providers {
		at.floatEmpty = at.floatEmpty && w.chance(2)
		if w.chance(3) {
			at.lag = 0
		}
	}
	if w.restored && w.chance(3) {
		w.resumePayouts()
	}
	for _, c := range w.clients {
		if w.chance(3) {
			w.receivers[c.url].down = false
		}
	}
}

// takeOver makes a process the leader. The former leader, if it runs, finds out later.
func (w *world) takeOver(p *process) {
	former := w.leader
	if p.stopLeading != nil {
		return // it leads, or has not noticed that it no longer does
	}
	p.lead()
	if former == nil || former.dead {
		return
	}
	w.spawn(former, former.name+" loses the lead", func(ctx context.Context) {
		w.stopAt(ctx, former, "lose the lead", "", nil)
		former.stopLeading()
		former.stopLeading = nil
		w.note("%s leads no more", former.name)
	})
}

// keepUp starts a process if too few run, and makes one lead if none does.
func (w *world) keepUp() {
	alive, able := 0, (*process)(nil)
	for _, p := range w.processes {
		if !p.dead {
			alive++
			if !p.frozen && p.stopLeading == nil {
				able = p
			}
		}
	}
	if alive < 2 && (alive == 0 || w.chance(10)) {
		able = w.start("g", w.calm == 0 && w.chance(w.weather.formerVersions))
	}
	if able != nil && (w.leader == nil || w.leader.frozen && w.chance(20)) {
		w.takeOver(able)
	}
}
