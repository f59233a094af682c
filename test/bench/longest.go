package main

import (
	"context"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// measureLongest measures one client with many movements and a tenth as many payouts: how fast a process with
// nothing in memory loads its balance, the size of its snapshots, and the cost of the client and its pages.
func measureLongest(ctx context.Context, r *bench) error {
	b := &bulk{bench: r}
	b.source = b.ofOne
	defer func(clients int) { r.options.clients = clients }(r.options.clients)
	r.options.clients = 1
	const events, movements = 12, 10 // per round of ofOne
	if err := b.growBy(ctx, r.options.longest/movements*events); err != nil {
		return err
	}
	g, m := &growth{sizes: []int{r.options.longest}, values: make(map[string][]float64)}, b.merchants[0]
	if err := r.askSnapshots(ctx, g, m); err != nil {
		return err
	}
	took, err := r.inTurns(growthSamples,
		func(c *connection) (time.Duration, error) { return withdrawal(c, m) },
		timedRequest(get("/account/balance", m.header)),
		timedRequest(get("/withdrawals", m.header)))
	if err != nil {
		return err
	}
	for i, name := range []string{"a withdrawal, ms", "its balance, ms", "page 1 of its withdrawals, ms"} {
		g.add(name, took[i].quantile(0.5))
	}
	err = r.askRestart(ctx, g, m)
	r.addFigures(g, 0, fmt.Sprintf("a client of %d movements and %d payouts", r.options.longest, r.options.longest/movements))
	return err
}

// ofOne returns a round of events of the only merchant: eight adjustments, and a withdrawal that the provider
// pays out, which make ten movements.
func (b *bulk) ofOne() ([]bulkRow, error) {
	m := b.merchants[0]
	b.nextPayout++
	b.at = b.at.Add(12 * b.step).Truncate(time.Microsecond)
	var rows []bulkRow
	decide := func(events []domain.Event, err error) error {
		for _, e := range events {
			b.states[m.id] = balance.Aggregate.Evolve(b.states[m.id], e)
			rows = append(rows, bulkRow{balance.Stream(m.id), e})
		}
		return err
	}
	for i := range 8 {
		if err := decide(balance.Adjust(b.states[m.id], balance.AdjustCmd{
			ClientID: m.id, Amount: decimal.NewFromInt(100_000), Reason: "bench", By: "bench", Reference: fmt.Sprintf("one-%d-%d", b.nextPayout, i), At: b.at,
		})); err != nil {
			return nil, err
		}
	}
	if err := b.payOut(m, decide); err != nil {
		return nil, err
	}
	return b.withSnapshot(rows, m)
}

// payOut decides all events of a withdrawal.
func (b *bulk) payOut(m merchant, decide func([]domain.Event, error) error) error {
	id, kind := b.nextPayout, balance.Withdrawal
	steps := []func(balance.State) ([]domain.Event, error){
		func(s balance.State) ([]domain.Event, error) {
			return balance.RequestWithdrawal(s, balance.RequestCmd{Order: balance.Order{
				ID: id, ClientID: m.id, ExternalID: fmt.Sprint("WD-", id), Amount: decimal.NewFromInt(50_000), Fee: decimal.NewFromInt(5_000),
				By: "client", Bank: "BCA", AccountNumber: "1234567890", AccountHolder: "Toko Maju",
			}, At: b.at})
		},
		func(s balance.State) ([]domain.Event, error) {
			return balance.Approve(s, kind, id, balance.ApproveCmd{By: "bench", At: b.at})
		},
		func(s balance.State) ([]domain.Event, error) {
			return balance.Submit(s, kind, id, balance.SubmitCmd{Attempt: 1, RequestID: fmt.Sprint(id), ProviderAPI: report.PayoutsV1, At: b.at})
		},
		func(s balance.State) ([]domain.Event, error) {
			return balance.Complete(s, kind, id, balance.CompleteCmd{ProviderID: fmt.Sprint("disb-", id), TransferAt: b.at, At: b.at})
		},
	}
	for _, step := range steps {
		if err := decide(step(b.states[m.id])); err != nil {
			return err
		}
	}
	return nil
}
