package routing_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/routing"

	"github.com/shopspring/decimal"
)

var at = time.Date(2026, 3, 1, 8, 30, 0, 0, time.UTC)

// configured are a connection with every channel, one with two, and one that makes no payouts.
var configured = []routing.Connection{
	{Name: "xendit", Channels: routing.AllChannels(), Payouts: true, Banks: []string{"BCA", "BNI"}},
	{Name: "doku-1", Channels: []string{"BCA", "BNI"}, Payouts: true, Off: true},
	{Name: "dana", Channels: []string{"DANA"}},
}

var (
	anyPayment = routing.Rule{Kind: routing.Payment, Connections: []string{"xendit"}}
	anyPayout  = routing.Rule{Kind: routing.Payout, Connections: []string{"xendit"}}
)

// before puts rules before those that match everything.
func before(rules ...routing.Rule) []routing.Rule { return append(rules, anyPayment, anyPayout) }

func changed(rules []routing.Rule) []domain.Event {
	return []domain.Event{routing.Changed{Rules: rules, Reason: "a test", By: "admin:1", At: at}}
}

func change(rules []routing.Rule) func(routing.State) ([]domain.Event, error) {
	return func(s routing.State) ([]domain.Event, error) {
		return routing.Change(s, routing.ChangeCmd{
			Rules: rules, Connections: configured, UnknownClients: []int64{404}, Reason: "a test", By: "admin:1", At: at,
		})
	}
}

func rupiah(amount int64) *decimal.Decimal {
	d := decimal.NewFromInt(amount)
	return &d
}

func payments(set func(*routing.Rule)) routing.Rule {
	r := routing.Rule{Kind: routing.Payment, Connections: []string{"xendit"}}
	set(&r)
	return r
}

func payouts(set func(*routing.Rule)) routing.Rule {
	r := payments(set)
	r.Kind = routing.Payout
	return r
}

func weighted(weights ...routing.Weight) routing.Rule {
	return routing.Rule{Kind: routing.Payment, Channels: []string{"BCA"}, Weights: weights}
}

func TestChange(t *testing.T) {
	t.Parallel()
	bca := payments(func(r *routing.Rule) { r.Channels, r.Connections = []string{"BCA"}, []string{"doku-1", "xendit"} })
	same := payments(func(r *routing.Rule) { r.MinAmount = rupiah(1) })
	sameAgain := same
	point := decimal.RequireFromString("1.00")
	sameAgain.MinAmount, sameAgain.Banks = &point, []string{}
	domaintest.Run(t, routing.Aggregate, []domaintest.Case[routing.State]{
		{Name: "rules before those that match everything", When: change(before(bca)), Then: changed(before(bca))},
		{
			Name: "codes in lower case", Then: changed(before(payouts(func(r *routing.Rule) { r.Banks = []string{"BNI"} }))),
			When: change(before(payouts(func(r *routing.Rule) { r.Banks = []string{" bni"} }))),
		},
		{Name: "the same rules again are no event", Given: changed(before(bca)), When: change(before(bca))},
		{Name: "and so with the same amount in other digits", Given: changed(before(same)), When: change(before(sameAgain))},
		{
			Name: "the rules of before any change are no event",
			When: change(routing.DefaultRules(configured)),
		},
		{
			Name: "the order of the rules counts", Given: changed(before(bca, same)), When: change(before(same, bca)),
			Then: changed(before(same, bca)),
		},
		{
			Name: "other weights are a change", Given: changed(before(weighted(routing.Weight{Connection: "xendit", Weight: 100}))),
			When: change(before(weighted(routing.Weight{Connection: "doku-1", Weight: 100}))),
			Then: changed(before(weighted(routing.Weight{Connection: "doku-1", Weight: 100}))),
		},
		{
			Name: "each condition", When: change(before(
				payments(func(r *routing.Rule) { r.Clients, r.MaxAmount = []int64{1, 2}, rupiah(0) }),
				payouts(func(r *routing.Rule) { r.MinAmount, r.MaxAmount = rupiah(5), rupiah(5) }),
			)),
			Then: changed(before(
				payments(func(r *routing.Rule) { r.Clients, r.MaxAmount = []int64{1, 2}, rupiah(0) }),
				payouts(func(r *routing.Rule) { r.MinAmount, r.MaxAmount = rupiah(5), rupiah(5) }),
			)),
		},
	})
}

func TestARuleIsRefusedByTheNameOfItsField(t *testing.T) {
	t.Parallel()
	with := func(set func(*routing.Rule)) routing.Rule { return payments(set) }
	for _, c := range []struct {
		name    string
		rule    routing.Rule
		field   string
		message string // a part of it
	}{
		{"no kind", routing.Rule{Connections: []string{"xendit"}}, "kind", "payment or payout"},
		{"an unknown kind", routing.Rule{Kind: "refund", Connections: []string{"xendit"}}, "kind", "payment or payout"},
		{"an unknown channel", with(func(r *routing.Rule) { r.Channels = []string{"GOPAY"} }), "channels", "must be one of"},
		{"a channel twice", with(func(r *routing.Rule) { r.Channels = []string{"BCA", "bca"} }), "channels", "BCA twice"},
		{"a channel of a payout", payouts(func(r *routing.Rule) { r.Channels = []string{"BCA"} }), "channels", "payments"},
		{"a bank of a payment", with(func(r *routing.Rule) { r.Banks = []string{"BCA"} }), "banks", "payouts"},
		{"an unknown bank", payouts(func(r *routing.Rule) { r.Banks = []string{"NOBANK"} }), "banks", "must be one of"},
		{"the name of a bank", payouts(func(r *routing.Rule) { r.Banks = []string{"Bank Mandiri"} }), "banks", "must be one of"},
		{"a bank twice", payouts(func(r *routing.Rule) { r.Banks = []string{"BCA", "BCA"} }), "banks", "BCA twice"},
		{"an unknown client", with(func(r *routing.Rule) { r.Clients = []int64{1, 404} }), "clients", "no client 404"},
		{"a client twice", with(func(r *routing.Rule) { r.Clients = []int64{7, 7} }), "clients", "7 twice"},
		{"an amount below 0", with(func(r *routing.Rule) { r.MinAmount = rupiah(-1) }), "min_amount", "below 0"},
		{"an amount too large", with(func(r *routing.Rule) { r.MaxAmount = rupiah(1_000_000_000_001) }), "max_amount", "at most"},
		{"an empty range", with(func(r *routing.Rule) { r.MinAmount, r.MaxAmount = rupiah(6), rupiah(5) }), "max_amount", "at least min_amount"},
		{"no connections", with(func(r *routing.Rule) { r.Connections = nil }), "connections", "is required"},
		{"an unknown connection", with(func(r *routing.Rule) { r.Connections = []string{"xendit", "doku-2"} }), "connections", "doku-2"},
		{"what is no name", with(func(r *routing.Rule) { r.Connections = []string{"Xendit"} }), "connections", "a name such as"},
		{"a connection twice", with(func(r *routing.Rule) { r.Connections = []string{"xendit", "xendit"} }), "connections", "xendit twice"},
		{"an unknown one among weights", weighted(routing.Weight{Connection: "doku-2", Weight: 100}), "weights", "doku-2"},
		{
			"a connection twice among weights",
			weighted(routing.Weight{Connection: "xendit", Weight: 50}, routing.Weight{Connection: "xendit", Weight: 50}), "weights", "xendit twice",
		},
		{"both", routing.Rule{
			Kind: routing.Payment, Connections: []string{"xendit"}, Weights: []routing.Weight{{Connection: "xendit", Weight: 100}},
		}, "weights", "one of the two"},
		{"a weight below 0", weighted(routing.Weight{Connection: "xendit", Weight: 101}, routing.Weight{Connection: "doku-1", Weight: -1}), "weights", "from 0 to 100"},
		{"weights of 99", weighted(routing.Weight{Connection: "xendit", Weight: 99}), "weights", "not 99"},
		{"weights of 101", weighted(routing.Weight{Connection: "xendit", Weight: 51}, routing.Weight{Connection: "doku-1", Weight: 50}), "weights", "not 101"},
		{
			"a channel that none has",
			payments(func(r *routing.Rule) { r.Channels, r.Connections = []string{"BCA", "QRIS"}, []string{"doku-1", "dana"} }),
			"connections", "the channel QRIS is offered by no connection of the rule: doku-1, dana",
		},
		{"a channel that no weight has", weighted(routing.Weight{Connection: "dana", Weight: 100}), "weights", "the channel BCA"},
		{
			"no connection for payouts", payouts(func(r *routing.Rule) { r.Banks, r.Connections = []string{"BCA"}, []string{"dana"} }),
			"connections", "no connection of the rule: dana",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			fine := payments(func(r *routing.Rule) { r.Channels = []string{"BNI"} })
			_, err := change(before(fine, c.rule))(routing.State{})
			var refusal *domain.Refusal
			if !errors.As(err, &refusal) || refusal.Code != "invalid_field" || refusal.Field != "rules[1]."+c.field ||
				!strings.Contains(refusal.Message, c.message) {
				t.Errorf("refused by %v", err)
			}
		})
	}
}

func TestTheLastRuleOfEachKindAndNoOtherMatchesEverything(t *testing.T) {
	t.Parallel()
	small := payments(func(r *routing.Rule) { r.MaxAmount = rupiah(5) })
	ofBank := payouts(func(r *routing.Rule) { r.Banks = []string{"BCA"} })
	for _, c := range []struct {
		name  string
		rules []routing.Rule
		field string
	}{
		{"no rules", nil, "rules"},
		{"none for payouts", []routing.Rule{anyPayment}, "rules"},
		{"none for payments", []routing.Rule{anyPayout}, "rules"},
		{"a condition on the last for payments", []routing.Rule{anyPayout, small}, "rules[1].max_amount"},
		{"a condition on the last for payouts", []routing.Rule{ofBank, anyPayment}, "rules[0].banks"},
		{"a rule after one that matches everything", []routing.Rule{anyPayment, small, anyPayout}, "rules[1]"},
		{"two that match everything", []routing.Rule{anyPayment, anyPayout, anyPayout}, "rules[2]"},
		{"the kinds in any order", []routing.Rule{small, ofBank, anyPayout, anyPayment}, ""},
	} {
		_, err := change(c.rules)(routing.State{})
		want := ""
		if c.field != "" {
			want = "invalid_field " + c.field
		}
		if got := domaintest.Refusal(err); got != want {
			t.Errorf("%s: refused %q (%v)", c.name, got, err)
		}
	}
}

func TestEveryWrongFieldIsNamedAtOnce(t *testing.T) {
	t.Parallel()
	wrong := payments(func(r *routing.Rule) {
		r.Channels, r.Clients, r.Connections = []string{"GOPAY"}, []int64{404}, []string{"doku-2"}
	})
	_, err := change([]routing.Rule{wrong, anyPayout, weighted(routing.Weight{Connection: "xendit", Weight: 1})})(routing.State{})
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) {
		t.Fatal(err)
	}
	var fields []string
	for _, r := range refusal.Fields() {
		fields = append(fields, r.Field)
	}
	want := []string{"rules[0].channels", "rules[0].clients", "rules[0].connections", "rules[2].weights", "rules[2].channels"}
	if !slices.Equal(fields, want) {
		t.Errorf("names %q", fields)
	}
}

func TestTheLimitsHoldOnBothSides(t *testing.T) {
	t.Parallel()
	many := make([]routing.Connection, routing.MaxConnections+1)
	names := make([]string, len(many))
	for i := range many {
		names[i] = fmt.Sprintf("c-%d", i)
		many[i] = routing.Connection{Name: names[i], Channels: routing.AllChannels(), Payouts: true}
	}
	clients := make([]int64, routing.MaxClients+1)
	for i := range clients {
		clients[i] = int64(i + 1)
	}
	rules := make([]routing.Rule, routing.MaxRules+1)
	for i := range rules {
		rules[i] = routing.Rule{Kind: routing.Payment, MinAmount: rupiah(int64(i)), Connections: names[:1]}
	}
	rules[0] = routing.Rule{Kind: routing.Payout, Connections: names[:1]}
	full := func(n int) []routing.Rule {
		return append(slices.Clone(rules[:n-1]), routing.Rule{Kind: routing.Payment, Connections: names[:1]})
	}
	of := func(r routing.Rule) []routing.Rule { return append([]routing.Rule{r}, full(2)...) }
	share := make([]routing.Weight, len(names))
	for i, name := range names {
		share[i] = routing.Weight{Connection: name}
	}
	share[0].Weight = 100
	for _, c := range []struct {
		name    string
		rules   []routing.Rule
		refused string
	}{
		{"50 rules", full(routing.MaxRules), ""},
		{"51 rules", full(routing.MaxRules + 1), "invalid_field rules"},
		{"10 connections", of(routing.Rule{Kind: routing.Payment, Clients: clients[:1], Connections: names[:10]}), ""},
		{"11 connections", of(routing.Rule{Kind: routing.Payment, Clients: clients[:1], Connections: names}), "invalid_field rules[0].connections"},
		{"10 weights, of 100 and 0", of(routing.Rule{Kind: routing.Payment, Clients: clients[:1], Weights: share[:10]}), ""},
		{"11 weights", of(routing.Rule{Kind: routing.Payment, Clients: clients[:1], Weights: share}), "invalid_field rules[0].weights"},
		{"20 clients", of(routing.Rule{Kind: routing.Payment, Clients: clients[:20], Connections: names[:1]}), ""},
		{"21 clients", of(routing.Rule{Kind: routing.Payment, Clients: clients, Connections: names[:1]}), "invalid_field rules[0].clients"},
		{"the largest amount", of(routing.Rule{Kind: routing.Payment, MaxAmount: rupiah(1_000_000_000_000), Connections: names[:1]}), ""},
	} {
		_, err := routing.Change(routing.State{}, routing.ChangeCmd{Rules: c.rules, Connections: many})
		if got := domaintest.Refusal(err); got != c.refused {
			t.Errorf("%s: refused %q (%v)", c.name, got, err)
		}
	}
}

func TestWithoutAChangeEverythingGoesToAllConnectionsInOrder(t *testing.T) {
	t.Parallel()
	var s routing.State
	if !s.IsDefault() || routing.Aggregate.Fold(s, changed(before())...).IsDefault() {
		t.Error("the default is not told from a change")
	}
	rules := s.Rules(configured)
	if len(rules) != 2 || rules[0].Kind != routing.Payment || rules[1].Kind != routing.Payout {
		t.Fatalf("%+v", rules)
	}
	for _, r := range rules {
		if !slices.Equal(r.Connections, []string{"xendit", "doku-1", "dana"}) {
			t.Errorf("%+v", r)
		}
	}
	if got := routing.Stream(); got != "settings-routing" {
		t.Error(got)
	}
}
