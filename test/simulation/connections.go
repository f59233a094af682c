package simulation

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/routing"
	"gateway/eventstore"
	"gateway/http/outbound/provider"
	"gateway/http/outbound/snapadapter"
	"gateway/http/service"
	"gateway/http/service/routingservice"
	"gateway/projections/reactor/payoutreactor"
	"gateway/projections/reactor/reportreactor"

	"github.com/shopspring/decimal"
)

// FirstConnections is the first seed of the runs with two or three connections. Each has a provider of its own, with
// books, faults and ids of its own: the ids of two providers are the same texts.
const FirstConnections uint64 = 90_000_000

// connectionNames are the names of the connections, in the order of their configuration.
var connectionNames = []string{connection.Xendit, "second", "third"}

// makeProviders makes the providers of the run, and gives those beyond the first a share of the payments.
func (w *world) makeProviders() {
	count := 1
	if w.seed >= FirstConnections && (!w.refunding() || w.seed%3 == 0) {
		count = 2 + w.random.IntN(2)
	}
	for _, name := range connectionNames[:count] {
		w.providers = append(w.providers, &fakeProvider{world: w, name: name, keys: make(map[string]*fakePayout)})
	}
}

// someProvider picks a provider.
func (w *world) someProvider() *fakeProvider {
	if len(w.providers) == 1 {
		return w.providers[0]
	}
	return w.providers[w.random.IntN(len(w.providers))]
}

// bills are what customers can pay at any provider.
func (w *world) bills() (all []*bill) {
	for _, p := range w.providers {
		all = append(all, p.bills...)
	}
	return all
}

// madePayouts are the payouts of all providers.
func (w *world) madePayouts() (all []*fakePayout) {
	for _, p := range w.providers {
		all = append(all, p.payouts...)
	}
	return all
}

func (w *world) payoutsBy(name string) (all []*fakePayout) {
	for _, p := range w.providers {
		all = append(all, p.payoutsBy(name)...)
	}
	return all
}

// moneyOf returns the transfers under a reference at all providers, each with its bill.
func (w *world) moneyOf(reference string) (all []*paidBill, bills []*bill) {
	for _, p := range w.providers {
		transfers, of := p.transfersOf(reference)
		all, bills = append(all, transfers...), append(bills, of...)
	}
	return all, bills
}

// providerOf finds the provider that has the bill.
func (w *world) providerOf(b *bill) *fakeProvider {
	i := slices.IndexFunc(w.providers, func(p *fakeProvider) bool { return slices.Contains(p.bills, b) })
	return w.providers[i]
}

// makerOf finds the provider that made the payout.
func (w *world) makerOf(made *fakePayout) *fakeProvider {
	i := slices.IndexFunc(w.providers, func(p *fakeProvider) bool { return slices.Contains(p.payouts, made) })
	return w.providers[i]
}

// ports finds a client of a process by its connection.
func ports[P any](p *process) connection.Ports[P] {
	return func(name string) (port P, err error) {
		client, ok := p.clients[name]
		if !ok {
			return port, connection.ErrUnknown
		}
		return any(client).(P), nil
	}
}

// books are the books of all connections, in the order of the configuration.
func (p *process) books() (all []reportreactor.BookingLister) {
	for _, at := range p.world.providers {
		all = append(all, p.clients[at.name])
	}
	return all
}

// makeClients makes a client of each provider, and the routing between them.
func (p *process) makeClients() {
	w := p.world
	p.clients = make(map[string]*provider.Client)
	var configured routingservice.Fixed
	for _, at := range w.providers {
		p.clients[at.name] = provider.New(provider.Config{
			Connection: at.name, BaseURL: "http://provider", SecretKey: "key", Transport: transport{p, at}, Clock: p.now,
		})
		configured = append(configured, routing.Connection{Name: at.name, Channels: routing.AllChannels(), Payouts: true})
	}
	p.routing = routingservice.Routing{Core: p.core, Health: routingservice.NewHealth(p.now), Configured: configured}
}

// routePayout chooses the connection of a payout, as the gateway does.
func (p *process) routePayout(ctx context.Context, o balance.Order) (payoutreactor.Route, error) {
	if o.Connection != "" {
		return payoutreactor.Route{Connection: o.Connection, ProviderAPI: p.world.providerAPI}, nil
	}
	choice, err := p.routing.Choose(ctx, routing.Question{
		Kind: routing.Payout, Bank: o.Bank, ClientID: o.ClientID, Amount: o.Amount, Draw: routing.DrawOf(o.Name()),
	}, map[string]decimal.Decimal{})
	if err != nil {
		return payoutreactor.Route{}, err
	}
	return payoutreactor.Route{Connection: choice.Order[0], ProviderAPI: p.world.providerAPI, Routed: choice.Noted()}, nil
}

// changeRouting acts as two administrators who give the connections other weights.
func (w *world) changeRouting() {
	p := w.anyProcess()
	if p == nil || len(w.providers) == 1 {
		return
	}
	rules := w.drawRules()
	w.act(p, "admin:1", "change the routing", func(ctx context.Context) error {
		_, err := eventstore.Execute(ctx, p.log, routing.Aggregate, routing.Stream(), func(s routing.State) ([]domain.Event, error) {
			return routing.Change(s, routing.ChangeCmd{
				Rules: rules, Connections: p.routing.Configured.Connections(), By: service.Actor(ctx), At: p.now(),
			})
		})
		return err
	})
}

// drawRules draws weights for payments and an order for payouts.
func (w *world) drawRules() []routing.Rule {
	pay, payOut := routing.Rule{Kind: routing.Payment}, routing.Rule{Kind: routing.Payout}
	left := 100
	for i, at := range w.providers {
		weight := left
		if i < len(w.providers)-1 {
			weight = w.random.IntN(left + 1)
		}
		left -= weight
		pay.Weights = append(pay.Weights, routing.Weight{Connection: at.name, Weight: weight})
		payOut.Connections = append(payOut.Connections, at.name)
	}
	w.random.Shuffle(len(payOut.Connections), func(i, j int) {
		payOut.Connections[i], payOut.Connections[j] = payOut.Connections[j], payOut.Connections[i]
	})
	return []routing.Rule{pay, payOut}
}

// breakProvider makes a provider unreachable for a while: its connections are refused before a byte is written.
func (w *world) breakProvider(p *process) {
	at := w.someProvider()
	at.downUntil = time.Now().Add(time.Duration(1+w.random.IntN(600)) * time.Second)
	w.fault(p, "%s refuses connections until %s", at.name, at.downUntil.UTC().Format(time.TimeOnly))
}

// hangProvider makes a provider do what it is asked for and not answer, for a while.
func (w *world) hangProvider(p *process) {
	at := w.someProvider()
	at.hangsUntil = time.Now().Add(time.Duration(1+w.random.IntN(600)) * time.Second)
	w.fault(p, "%s does not answer until %s", at.name, at.hangsUntil.UTC().Format(time.TimeOnly))
}

// lie acts as a provider that notifies of money for a payment that was opened at another one, with its own token. Its
// own record has no such money.
func (w *world) lie() {
	p, of, at := w.anyProcess(), w.someProvider(), w.someProvider()
	if p == nil || of == at || len(of.bills) == 0 {
		return
	}
	b := *of.bills[w.random.IntN(len(of.bills))]
	if b.kind != "qris" && b.kind != "va" || w.wasOf(b.reference, at.name) {
		return // it was asked, too, and is believed where notifications are
	}
	w.note("%s lies: %s is paid", at.name, b.reference)
	text, _ := json.Marshal(b.transferForm(&paidBill{id: "foreign-3", amount: b.amount, channel: b.channel, at: time.Now().Truncate(time.Millisecond)}))
	w.deliver(p, &fakeNotification{at: at.name, kind: b.kind, subject: "a lie about " + b.reference, body: text})
}

// wasOf reports whether the payment was to be opened at the connection at any time.
func (w *world) wasOf(reference, connection string) bool {
	return slices.ContainsFunc(w.streamOf(payment.Stream(reference)), func(event any) bool {
		switch e := event.(type) {
		case payment.Requested:
			return e.Connection == connection
		case payment.Rerouted:
			return e.Connection == connection
		}
		return false
	})
}

// notified are the connections for the notifications of a process.
type notified struct{ world *world }

func (n notified) Names() (names []string) {
	for _, at := range n.world.providers {
		names = append(names, at.name)
	}
	return names
}

func (notified) CallbackTokens(name string) []string           { return []string{callbackToken + name} }
func (notified) SNAP(string) (a *snapadapter.Adapter, ok bool) { return nil, false }
