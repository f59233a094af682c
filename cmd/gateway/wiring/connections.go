package wiring

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gateway/domain/balance"
	"gateway/domain/refundrule"
	"gateway/domain/routing"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/http/outbound/providers"
	"gateway/http/service/connectionservice"
	"gateway/http/service/routingservice"
	"gateway/projections/audit/reconcile"
	"gateway/projections/audit/verify"
	"gateway/projections/reactor/payoutreactor"
	"gateway/projections/reactor/refundreactor"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/balancerows"

	"github.com/shopspring/decimal"
)

// books are the provider's books of one connection, as far as the provider has any.
type books interface {
	reportreactor.BookingLister
	reportreactor.ReceiptFinder
	reconcile.Provider
}

// booksOf returns the books of all connections that have some, by name, in the order of the configuration.
func booksOf(set *providers.Set) (names []string, all []books) {
	for _, name := range set.Names() {
		if b, err := providers.Ports[books](set)(name); err == nil {
			names, all = append(names, name), append(all, b)
		}
	}
	return names, all
}

// listersOf returns the books of all connections, for a search.
func listersOf(set *providers.Set) (all []reportreactor.BookingLister) {
	_, list := booksOf(set)
	for _, b := range list {
		all = append(all, b)
	}
	return all
}

// costsOf returns the costs of the connections that list no bookings, by balancerows.PricedBy, as far as the configuration
// says them.
func costsOf(set *providers.Set) map[string]treasury.Cost {
	costs := make(map[string]treasury.Cost)
	add := func(pricedBy string, c treasury.Cost) {
		if known := costOf(c); known != nil {
			costs[pricedBy] = *known
		}
	}
	for _, i := range set.Info() {
		if i.Lists || set.Apart(i.Name) != "" {
			continue
		}
		for code, offer := range i.Offers {
			add(balancerows.PricedBy(i.Name, code), offer.Cost)
		}
		add(balancerows.PricedBy(i.Name, ""), i.PayoutCost)
	}
	return costs
}

// VerifyAt returns the connections that a check asks for payouts.
func VerifyAt(set *providers.Set) (all []verify.Connection) {
	for _, name := range set.Names() {
		if why := set.Apart(name); why != "" {
			all = append(all, verify.Connection{Name: name, Apart: why})
			continue
		}
		payer, err := providers.Ports[verify.Provider](set)(name)
		if err != nil {
			continue
		}
		c := verify.Connection{Name: name, Provider: payer}
		if b, err := providers.Ports[verify.ProviderBooks](set)(name); err == nil {
			c.Books = b
		}
		all = append(all, c)
	}
	return all
}

// Reconcile compares a connection with the log: its books, or if its provider lists none, its balance alone. Errors:
// connection.ErrUnknown; those of reconcile.Compare.
func Reconcile(
	ctx context.Context, set *providers.Set, log *eventstore.Log, q reconcile.ReadModels, name string, from, to time.Time,
	progress func(eventstore.Position),
) (*reconcile.Report, error) {
	if why := set.Apart(name); why != "" {
		return nil, fmt.Errorf("%s can't be asked from here: %s", name, why)
	}
	at, err := providers.Ports[reconcile.Provider](set)(name)
	if errors.Is(err, errors.ErrUnsupported) {
		teller, err := providers.Ports[reconcile.Teller](set)(name)
		if err != nil {
			return nil, err
		}
		return reconcile.Unlisted(ctx, log, name, teller, from, to, progress)
	}
	if err != nil {
		return nil, err
	}
	return reconcile.Compare(ctx, log, q, name, at, from, to, progress)
}

// routesOf returns the configured connections, in the form of package routing.
func routesOf(set *providers.Set) (all routingservice.Fixed) {
	for _, i := range set.Info() {
		all = append(all, routing.Connection{
			Name: i.Name, Off: i.Off, Channels: i.Channels, Payouts: len(i.PayoutBanks) > 0, Banks: i.PayoutBanks,
		})
	}
	return all
}

// payerNames are the connections that make payouts.
func (a *App) payerNames() (names []string) {
	for _, i := range a.providers.Info() {
		if len(i.PayoutBanks) > 0 {
			names = append(names, i.Name)
		}
	}
	return names
}

// refundPorts are the connections that refunds are asked at.
func (a *App) refundPorts() refundreactor.Ports {
	return refundreactor.Ports{
		Providers: providers.Ports[refundreactor.Provider](a.providers), Payers: providers.Ports[payoutreactor.PayoutProvider](a.providers),
	}
}

// refundRules say how money can go back at each connection.
func (a *App) refundRules() refundrule.Rules { return refundrule.Rules{Company: a.providers.Company} }

// contractsOf returns what people see of the configured connections.
func contractsOf(set *providers.Set) map[string]routingservice.Contract {
	all := map[string]routingservice.Contract{}
	for _, i := range set.Info() {
		c := routingservice.Contract{Provider: i.Provider, Costs: map[string]treasury.Cost{}, PayoutCost: costOf(i.PayoutCost)}
		for code, channel := range i.Offers {
			if cost := costOf(channel.Cost); cost != nil {
				c.Costs[code] = *cost
			}
		}
		all[i.Name] = c
	}
	return all
}

// costOf returns nil for a cost that is not known.
func costOf(c treasury.Cost) *treasury.Cost {
	if c.Flat.IsZero() && c.Percent.IsZero() {
		return nil
	}
	return &c
}

// routing returns the use cases of routing.
func (a *App) routing() routingservice.Routing {
	return routingservice.Routing{
		Core: a.core, Health: routingservice.NewHealth(a.core.Now), Configured: routesOf(a.providers),
		Contracts: contractsOf(a.providers),
		Bindings:  connectionservice.New(a.core.Log, a.core.Now, CompaniesOf(a.providers)),
	}
}

// makes returns whether a connection would make a payout, for those who explain what it waits for.
func makes(r routingservice.Routing) func(context.Context, balance.Order) (bool, error) {
	return func(ctx context.Context, o balance.Order) (bool, error) { return r.Makes(ctx, questionOf(o)) }
}

// questionOf is what the routing is asked about a payout.
func questionOf(o balance.Order) routing.Question {
	return routing.Question{Kind: routing.Payout, Bank: o.Bank, ClientID: o.ClientID, Amount: o.Amount, Draw: routing.DrawOf(o.Name())}
}

// warnOfGaps warns of what no connection makes. Payments and payouts are taken all the same.
func (a *App) warnOfGaps(ctx context.Context) error {
	gaps, err := a.shared.routing.Gaps(ctx)
	for _, gap := range gaps {
		a.logger.Warn("connections: " + gap)
	}
	return err
}

// CompaniesOf returns the provider of each connection, by the name of the connection.
func CompaniesOf(set *providers.Set) map[string]string {
	all := map[string]string{}
	for _, i := range set.Info() {
		all[i.Name] = i.Provider
	}
	return all
}

// floatTimeout limits the question for our own money at a connection, which decides only between several.
const floatTimeout = 5 * time.Second

// errNoPayer says that no connection makes the payout now. It is tried again later.
var errNoPayer = errors.New("no connection makes this payout now: see the routing and the floats of the connections")

// routePayout chooses the connection that a payout is ordered at. An order that was made stays with its connection.
func (a *App) routePayout(ctx context.Context, o balance.Order) (payoutreactor.Route, error) {
	route := payoutreactor.Route{Connection: o.Connection}
	if route.Connection == "" {
		q := questionOf(o)
		choice, err := a.shared.routing.Choose(ctx, q, a.floats(ctx))
		if err != nil {
			return route, err
		}
		route.Routed = choice.Noted()
		if len(choice.Order) == 0 { // too little float everywhere: the first one refuses, and says so to operators
			if choice, err = a.shared.routing.Choose(ctx, q, nil); err != nil {
				return route, err
			}
		}
		if len(choice.Order) == 0 {
			return route, errNoPayer
		}
		route.Connection = choice.Order[0]
		if err := a.shared.routing.Bind(ctx, route.Connection); err != nil {
			return route, err
		}
	}
	for _, i := range a.providers.Info() {
		if i.Name == route.Connection {
			route.ProviderAPI = i.PayoutAPI
		}
	}
	return route, nil
}

// floats asks the connections that make payouts for our own money there. One that does not answer is left out. A single
// connection is not asked: it refuses by itself what it can't pay.
func (a *App) floats(ctx context.Context) map[string]decimal.Decimal {
	var payers []string
	for _, i := range a.providers.Info() {
		if !i.Off && len(i.PayoutBanks) > 0 {
			payers = append(payers, i.Name)
		}
	}
	if len(payers) < 2 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, floatTimeout)
	defer cancel()
	var mu sync.Mutex
	var asked sync.WaitGroup
	all := make(map[string]decimal.Decimal)
	for _, name := range payers {
		asked.Go(func() {
			at, err := providers.Ports[floated](a.providers)(name)
			if err != nil {
				return
			}
			if float, err := at.Balance(ctx); err == nil {
				mu.Lock()
				defer mu.Unlock()
				all[name] = float
			}
		})
	}
	asked.Wait()
	return all
}

// floated is a connection that tells how much of our own money it has.
type floated interface {
	Balance(ctx context.Context) (decimal.Decimal, error)
}

// payersOf returns the connections that make payouts and have no books.
func payersOf(set *providers.Set) (all []payoutreactor.Payer) {
	for _, i := range set.Info() {
		payer, err := providers.Ports[payoutreactor.PayoutProvider](set)(i.Name)
		if err == nil && !i.Lists && len(i.PayoutBanks) > 0 {
			all = append(all, payoutreactor.Payer{Connection: i.Name, ProviderAPI: i.PayoutAPI, Provider: payer})
		}
	}
	return all
}

// recordPayout counts for the routing how an order of a payout ended.
func (a *App) recordPayout(at string, err error) {
	a.shared.routing.Record(at, routing.Question{Kind: routing.Payout}, routing.OutcomeOf(err), 0)
}

// confirmsAt reports whether a notification of the connection is confirmed by a look-up although PROVIDER_CONFIRM is
// off: its company proves too little by itself.
func (a *App) confirmsAt() func(connection string) bool {
	confirms := make(map[string]bool)
	for _, i := range a.providers.Info() {
		confirms[i.Name] = i.Confirm
	}
	return func(connection string) bool { return confirms[connection] }
}
