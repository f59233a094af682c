package routingservice_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain/account"
	"gateway/domain/domaintest"
	"gateway/domain/routing"
	"gateway/eventstore"
	"gateway/http/service/routingservice"
	"gateway/http/service/servicetest"

	"github.com/shopspring/decimal"
)

const client = 7

// fixture is a routing over two connections, with the client 7.
type fixture struct {
	routingservice.Routing
	t *testing.T
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	core := servicetest.New(t)
	servicetest.Append(t, core, account.Stream(client), account.Registered{ClientID: client, Code: "M7", Email: "m7@example.com", At: core.Now()})
	return fixture{t: t, Routing: routingservice.Routing{
		Core: core, Health: routingservice.NewHealth(core.Now),
		Configured: routingservice.Fixed{
			{Name: "xendit", Channels: routing.AllChannels(), Payouts: true},
			{Name: "doku-1", Channels: []string{"BCA"}},
		},
	}}
}

func (f fixture) ctx() context.Context {
	return eventstore.WithMetadata(f.t.Context(), eventstore.Metadata{Actor: "admin:1"})
}

// explain returns the rule, and each connection with its place and reason.
func (f fixture) explain(a routingservice.Ask) string {
	f.t.Helper()
	a.ClientID, a.Amount = client, decimal.NewFromInt(100)
	explained, err := f.Explain(f.ctx(), a)
	if err != nil {
		f.t.Fatal(err)
	}
	parts := []string{fmt.Sprint(explained.Rule)}
	for _, c := range explained.Connections {
		place := 0
		if c.Place != nil {
			place = *c.Place
		}
		parts = append(parts, fmt.Sprintf("%s:%d:%s", c.Connection, place, c.Reason))
	}
	return strings.Join(parts, " ")
}

func TestRulesAreChangedAndExplained(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	before, err := f.Rules(f.ctx())
	if err != nil || !before.Default || before.ChangedBy != nil || len(before.Rules) != 2 || len(before.Connections) != 2 {
		t.Fatalf("%+v, %v", before, err)
	}
	if got := f.explain(routingservice.Ask{ChannelCode: "qris"}); got != "1 xendit:1:in_order doku-1:0:lacks_channel" {
		t.Error(got)
	}
	if got := f.explain(routingservice.Ask{Kind: routing.Payout, BankCode: "BCA"}); got != "2 xendit:1:in_order doku-1:0:lacks_channel" {
		t.Error(got)
	}
	rules := []routing.Rule{
		{Kind: routing.Payment, Clients: []int64{client}, Channels: []string{"BCA"}, Connections: []string{"doku-1", "xendit"}},
		{Kind: routing.Payment, Connections: []string{"xendit"}},
		{Kind: routing.Payout, Connections: []string{"xendit"}},
	}
	after, err := f.Change(f.ctx(), rules, "cheaper")
	if err != nil || after.Default || *after.ChangedBy != "admin:1" || after.Reason != "cheaper" || len(after.Rules) != 3 {
		t.Fatalf("%+v, %v", after, err)
	}
	if again, err := f.Change(f.ctx(), rules, "again"); err != nil || again.Reason != "cheaper" || servicetest.Count(t, f.Core, "routing.changed.v1") != 1 {
		t.Errorf("%+v, %v", again, err)
	}
	if got := f.explain(routingservice.Ask{ChannelCode: "BCA"}); got != "1 doku-1:1:in_order xendit:2:in_order" {
		t.Error(got)
	}
	for range routing.FewestAttempts {
		f.Health.Record("doku-1", "va", routing.ServerError)
	}
	if got := f.explain(routingservice.Ask{ChannelCode: "BCA"}); got != "1 xendit:1:in_order doku-1:2:failing" {
		t.Error(got)
	}
	shown, err := f.Rules(f.ctx())
	if err != nil || len(shown.Connections[0].Failing) != 0 || fmt.Sprint(shown.Connections[1].Failing) != "[va]" {
		t.Errorf("%+v, %v", shown.Connections, err)
	}
}

func TestWhatIsUnknownIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	other := []routing.Rule{
		{Kind: routing.Payment, Clients: []int64{client, 8, -1}, Connections: []string{"xendit"}},
		{Kind: routing.Payment, Connections: []string{"doku-2"}},
		{Kind: routing.Payout, Connections: []string{"doku-1"}},
	}
	_, err := f.Change(f.ctx(), other, "")
	if got := domaintest.Refusal(err); got != "invalid_field rules[0].clients" {
		t.Errorf("refused %q", got)
	}
	for _, c := range []struct {
		ask     routingservice.Ask
		refused string
	}{
		{routingservice.Ask{ClientID: client}, "invalid_field channel_code"},
		{routingservice.Ask{ClientID: client, ChannelCode: "GOPAY"}, "invalid_field channel_code"},
		{routingservice.Ask{ClientID: client, Kind: routing.Payout}, "invalid_field bank_code"},
		{routingservice.Ask{ClientID: client, Kind: "refund"}, "invalid_field kind"},
		{routingservice.Ask{ClientID: 8, ChannelCode: "BCA"}, "invalid_field client_id"},
		{routingservice.Ask{ChannelCode: "BCA"}, "invalid_field client_id"},
	} {
		if _, err := f.Explain(f.ctx(), c.ask); domaintest.Refusal(err) != c.refused {
			t.Errorf("%+v: refused by %v", c.ask, err)
		}
	}
}

func TestAPayoutGoesWhereItsFloatSuffices(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	q := routing.Question{Kind: routing.Payout, Bank: "BCA", ClientID: client, Amount: decimal.NewFromInt(100)}
	for float, offered := range map[int64]int{99: 0, 100: 1} {
		choice, err := f.Choose(f.ctx(), q, map[string]decimal.Decimal{"xendit": decimal.NewFromInt(float)})
		if err != nil || len(choice.Order) != offered {
			t.Errorf("float %d: %+v, %v", float, choice, err)
		}
	}
}

func TestHealthCountsByConnectionAndSubject(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	h := routingservice.NewHealth(func() time.Time { return now })
	for range routing.FewestAttempts {
		h.Record("xendit", "va", routing.TimedOut)
	}
	for _, c := range []struct {
		connection string
		subject    routingservice.Subject
		failing    bool
	}{{"xendit", "va", true}, {"xendit", "qris", false}, {"xendit", routingservice.SubjectPayout, false}, {"doku-1", "va", false}} {
		if failing, _ := h.Of(c.connection, c.subject); failing != c.failing {
			t.Errorf("%+v: failing %v", c, failing)
		}
	}
	now = now.Add(routing.WindowTime)
	if failing, rate := h.Of("xendit", "va"); failing || rate != 0 {
		t.Errorf("after the window: failing %v, rate %v", failing, rate)
	}
}

// Others go elsewhere until the probe has found out whether the connection answers again.
func TestOneCallerProbesAConnectionThatFailed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	now := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	f.Health = routingservice.NewHealth(func() time.Time { return now })
	q := routing.Question{Kind: routing.Payment, Channel: "BCA", ClientID: client, Amount: decimal.NewFromInt(100)}
	first := func() string {
		t.Helper()
		choice, err := f.Choose(f.ctx(), q, nil)
		if err != nil || len(choice.Order) != 2 {
			t.Fatalf("%+v: %v", choice, err)
		}
		return choice.Order[0]
	}
	for range routing.FewestAttempts {
		f.Record("xendit", q, routing.TimedOut, time.Second)
	}
	now = now.Add(routing.ProbeEvery)
	if got := first() + " " + first() + " " + first(); got != "xendit doku-1 doku-1" {
		t.Errorf("three callers of a minute later go to %s", got)
	}
	f.Record("xendit", q, routing.Answered, time.Second)
	if got := first(); got != "xendit" {
		t.Errorf("after an answer a caller goes to %s", got)
	}
}
