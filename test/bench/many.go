package main

import (
	"context"
	"fmt"

	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/http/service/credential"

	"github.com/shopspring/decimal"
)

// measureMany measures a log of many clients, each with an account, a key and a movement: a start without read
// models, a rebuild, a restart, the memory, and the cost of one client.
func measureMany(ctx context.Context, r *bench) error {
	b := &bulk{bench: r}
	defer func(clients int) { r.options.clients = clients }(r.options.clients)
	r.options.clients = 1
	b.source = b.ofNewClient
	const events = 5 // per client
	if err := b.growBy(ctx, r.options.many*events); err != nil {
		return err
	}
	g, last := &growth{sizes: []int{r.options.many}, values: make(map[string][]float64)}, b.last
	took, err := r.inTurns(growthSamples, timedRequest(get("/account/balance", last.header)), timedRequest(get("/transactions", last.header)))
	if err != nil {
		return err
	}
	g.add("the newest client's balance, ms", took[0].quantile(0.5))
	g.add("page 1 of its payments, ms", took[1].quantile(0.5))
	n, length, _, err := r.rebuild(ctx)
	if err != nil {
		return err
	}
	g.add("rebuild --all, s", length.Seconds())
	g.add("the same for each event, us", length.Seconds()*1e6/float64(n))
	ready, err := r.gateway.restart(ctx)
	if err != nil {
		return err
	}
	g.add("a restart, s", ready.Seconds())
	mb, err := resident(r.gateway.pid())
	if err != nil {
		return err
	}
	g.add("memory after it, MB", mb)
	err = r.askColdStart(ctx, g, b)
	r.addFigures(g, 0, fmt.Sprintf("%d clients", r.options.many))
	return err
}

// ofNewClient returns the events of a client: its account, and its first movement.
func (b *bulk) ofNewClient() ([]bulkRow, error) {
	b.nextClient++
	b.at = b.at.Add(b.step)
	key := credential.NewAPIKey()
	m := merchant{id: b.nextClient, app: b.nextClient, header: "X-API-Key: " + key.Full}
	events, err := seeder{at: b.at}.accountEvents(account.State{}, m, key, b.nextClient)
	if err != nil {
		return nil, err
	}
	moved, err := balance.Adjust(balance.State{}, balance.AdjustCmd{
		ClientID: m.id, Amount: decimal.NewFromInt(100_000), Reason: "bench", By: "bench", Reference: "first", At: b.at,
	})
	if err != nil {
		return nil, err
	}
	clear(b.revisions) // each stream is written once
	var rows []bulkRow
	for _, e := range events {
		rows = append(rows, bulkRow{account.Stream(m.id), e})
	}
	b.last = m
	return append(rows, bulkRow{balance.Stream(m.id), moved[0]}), nil
}
