package simulation

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/idempotency"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/refundservice"
	"gateway/projections/reactor/payoutreactor"
	"gateway/projections/reactor/refundreactor"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/refundrows"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// FirstRefunds is the first seed of the runs in which merchants ask for refunds. Every second one has a plan, every third
// one several connections.
const FirstRefunds uint64 = 300_000_000

// refunding reports whether merchants ask for refunds.
func (w *world) refunding() bool { return w.seed >= FirstRefunds }

// refundCap is the daily cap of refunds of some clients, so small that the owner often has to approve.
var refundCap = rupiah.Of(300_000)

// refundRules are the methods of the simulated provider: a wallet's payment is voided within two hours, wallets and QR codes
// are refunded, and all other money goes back as a transfer.
type refundRules struct{}

// voidFor is how long a wallet's payment can be voided.
const voidFor = 2 * time.Hour

// RefundChoices implements payment.RefundRules.
func (refundRules) RefundChoices(of payment.RefundMoney, now time.Time) (all []payment.RefundChoice) {
	if until := of.PaidAt.Add(voidFor); of.ChannelCode == "DANA" && now.Before(until) {
		all = append(all, payment.RefundChoice{Method: payment.MethodVoid, WholeOnly: true, Until: until})
	}
	if of.ChannelCode == "DANA" || of.ChannelCode == "QRIS" {
		all = append(all, payment.RefundChoice{Method: payment.MethodProvider})
	}
	return append(all, payment.RefundChoice{Method: payment.MethodTransfer})
}

// makeRefunds makes the use cases of refunds.
func (p *process) makeRefunds() {
	p.refunds = refundservice.Refunds{
		Core: p.core, Rules: refundRules{}, VATRate: rupiah.Of(11), Rows: p.world.queries(),
		Pause: func(ctx context.Context, d time.Duration) error { return p.sleep(ctx, d) },
	}
	p.reports.Refunds = p.world.queries()
	p.reports.OnRefundNews = func(transactionID string, id int64) {
		if p.refundReactor != nil {
			p.refundReactor.News(transactionID, id)
		}
	}
}

// leadRefunds starts the reactor of refunds.
func (p *process) leadRefunds(run func(name string, work func(ctx context.Context) error)) {
	if p.former || !p.world.refunding() {
		return
	}
	r := refundreactor.New(p.reports, p.world.queries(), p.watcher, p.core.Logger, refundreactor.Options{
		Rules: refundRules{}, Route: p.routePayout, PayerNames: payerNames(p),
		Ports: refundreactor.Ports{Providers: ports[refundreactor.Provider](p), Payers: ports[payoutreactor.PayoutProvider](p)},
		Page:  p.world.limits.page,
	})
	p.refundReactor = r
	run("refunds", p.loop("refunds", r.CatchUp, func(ctx context.Context) error {
		if off, err := p.payoutsOff(ctx); off || err != nil {
			return err
		}
		return r.RunOnce(ctx)
	}))
}

// refundWork is what merchants and administrators do about refunds.
func (w *world) refundWork() {
	switch n := w.random.IntN(10); {
	case n < 5:
		w.askForRefund(1)
	case n < 7:
		w.askForRefund(2)
	default:
		w.reviewRefund()
	}
}

// askForRefund acts as a merchant who asks for a refund of a payment: all that is left, a part, or 60 % twice at once.
func (w *world) askForRefund(times int) {
	paid := slices.DeleteFunc(w.rows.AllPayments(), func(row paymentrows.Transaction) bool { return !isPaid(row) })
	if len(paid) == 0 {
		return
	}
	row := paid[max(0, len(paid)-1-w.random.IntN(20))]
	q := refundservice.Request{TransactionID: row.TransactionID, Reason: payment.RefundReasons()[w.random.IntN(5)]}
	switch {
	case times > 1:
		q.Amount = row.Total.Mul(decimal.NewFromFloat(0.6)).Floor()
	case w.chance(2):
		q.Amount = decimal.NewFromInt(1 + w.random.Int64N(row.Total.IntPart()))
	}
	for _, item := range w.rows.AllSuspenseItems() {
		if item.TransactionID == row.TransactionID && item.Status == paymentrows.SuspenseReleased && w.chance(2) {
			q.PaymentID = item.ProviderPaymentID
		}
	}
	if !w.chance(8) {
		q.To = &payment.RefundTo{Bank: "BCA", AccountNumber: "1234567890", AccountHolder: "PEMBELI"}
		if w.chance(16) {
			q.To.AccountNumber = unpayable
		}
	}
	for range times {
		p := w.anyProcess()
		if p == nil || p.former {
			return
		}
		w.refundsAsked++
		creation := service.Creation{ClientID: row.ClientID, Method: "POST", Path: "/refunds", BodyHash: idempotency.Hash(fmt.Appendf(nil, "%d", w.refundsAsked))}
		if w.chance(2) {
			creation.Key = fmt.Sprintf("refund-%d", w.refundsAsked)
		}
		name := fmt.Sprintf("refund %s of %s", q.Amount, row.TransactionID)
		again := creation.Key != "" && w.chance(4)
		w.act(p, fmt.Sprintf("client:%d", row.ClientID), name, func(ctx context.Context) error {
			made, err := p.refunds.Request(ctx, creation, q)
			if err == nil && again {
				made, err = p.refunds.Request(ctx, creation, q)
			}
			w.note("the refund: %+v", made.Data)
			return err
		})
	}
}

// reviewRefund acts as a merchant or an administrator who approves, rejects or cancels a refund.
func (w *world) reviewRefund() {
	p := w.anyProcess()
	open := slices.DeleteFunc(w.rows.AllRefunds(), func(r refundrows.Refund) bool {
		return r.Status != payment.RefundStatusPending && (r.Status != payment.RefundStatusProcessing || w.chance(2))
	})
	if p == nil || p.former || len(open) == 0 {
		return
	}
	r := open[w.random.IntN(len(open))]
	switch w.random.IntN(6) {
	case 0:
		w.act(p, fmt.Sprintf("client:%d", r.ClientID), fmt.Sprint("cancel refund ", r.ID), func(ctx context.Context) error {
			_, err := p.refunds.Cancel(ctx, r.ClientID, r.ID)
			return err
		})
	case 1:
		w.act(p, "admin:1", fmt.Sprint("reject refund ", r.ID), func(ctx context.Context) error {
			_, err := p.refunds.RejectAsAdmin(ctx, r.ID, "no")
			return err
		})
	case 2:
		w.act(p, fmt.Sprintf("client:%d", r.ClientID), fmt.Sprint("the access of who asked for it ends: refund ", r.ID), func(ctx context.Context) error {
			_, err := service.Execute(ctx, p.refunds.Core, payment.Aggregate, payment.Stream(r.TransactionID), func(s payment.State) ([]domain.Event, error) {
				return payment.CancelUnsentRefund(s, r.ID, "client", time.Now())
			})
			return err
		})
	default:
		w.act(p, fmt.Sprintf("client:%d", r.ClientID), fmt.Sprint("approve refund ", r.ID), func(ctx context.Context) error {
			if r.Approval == payment.ApprovalAdmin {
				_, err := p.refunds.ApproveAsAdmin(ctx, r.ID)
				return err
			}
			_, err := p.refunds.Approve(ctx, r.ClientID, r.ID)
			return err
		})
	}
}

// hasRefundIntent reports whether the log has the event that announces an attempt.
func (w *world) hasRefundIntent(transactionID string, fits func(payment.RefundSubmitted) bool) bool {
	for _, e := range w.streamOf(payment.Stream(transactionID)) {
		if submitted, is := e.(payment.RefundSubmitted); is && fits(submitted) {
			return true
		}
	}
	return false
}

// streamOf returns the events of a stream.
func (w *world) streamOf(stream string) (all []any) {
	log := eventstore.NewLog(w.reader, codecOf(false), eventstore.Options{})
	page, err := w.reader.ReadStream(context.Background(), stream, 0, eventstore.Forwards, 1<<20)
	if err != nil {
		return nil
	}
	for _, r := range page {
		if e, err := log.Decode(r); err == nil {
			all = append(all, e.Event)
		}
	}
	return all
}

// refundRows are the queries of refunds.
type refundRows interface {
	refundreactor.Queue
	refundservice.Rows
	reportreactor.RefundIndex
}

// payerNames are the names of all connections.
func payerNames(p *process) (names []string) {
	for _, at := range p.world.providers {
		names = append(names, at.name)
	}
	return names
}
