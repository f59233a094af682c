package routing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/domain/routing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// told writes a choice as one line: the number of the rule, and each connection with its place and reason.
func told(c routing.Choice) string {
	parts := []string{fmt.Sprint(c.Rule)}
	for _, one := range c.Considered {
		parts = append(parts, fmt.Sprintf("%s:%d:%s", one.Connection, one.Place, one.Why))
	}
	return strings.Join(parts, " ")
}

func fit(name string) routing.Candidate { return routing.Candidate{Name: name, Offers: true} }

func sick(name string, rate float64) routing.Candidate {
	return routing.Candidate{Name: name, Offers: true, Failing: true, FailureRate: rate}
}

func TestTheFirstRuleThatMatchesIsTaken(t *testing.T) {
	t.Parallel()
	rules := []routing.Rule{
		{Kind: routing.Payment, Channels: []string{"BCA"}, Clients: []int64{7}, Connections: []string{"a"}},
		{Kind: routing.Payment, MinAmount: rupiah(100), MaxAmount: rupiah(200), Connections: []string{"a"}},
		{Kind: routing.Payout, Banks: []string{"BNI"}, Connections: []string{"a"}},
		{Kind: routing.Payment, Connections: []string{"a"}},
		{Kind: routing.Payout, Connections: []string{"a"}},
	}
	for _, c := range []struct {
		kind          routing.Kind
		channel, bank string
		client        int64
		amount        string
		rule          int
	}{
		{routing.Payment, "BCA", "", 7, "150", 1},
		{routing.Payment, "BCA", "", 8, "150", 2},
		{routing.Payment, "BNI", "", 7, "150", 2},
		{routing.Payment, "BNI", "", 7, "100", 2},
		{routing.Payment, "BNI", "", 7, "200", 2},
		{routing.Payment, "BNI", "", 7, "99.99", 4},
		{routing.Payment, "BNI", "", 7, "200.01", 4},
		{routing.Payout, "", "BNI", 7, "150", 3},
		{routing.Payout, "", "BCA", 7, "150", 5},
	} {
		q := routing.Question{Kind: c.kind, Channel: c.channel, Bank: c.bank, ClientID: c.client, Amount: decimal.RequireFromString(c.amount)}
		if got := routing.Choose(rules, q, []routing.Candidate{fit("a")}); got.Rule != c.rule || !slices.Equal(got.Order, []string{"a"}) {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	if got := routing.Choose(rules[:1], routing.Question{Kind: routing.Payout}, []routing.Candidate{fit("a")}); told(got) != "0 a:0:not_in_rule" {
		t.Error(told(got))
	}
}

func TestAListIsTriedInItsOrder(t *testing.T) {
	t.Parallel()
	off, lacking := fit("b"), fit("c")
	off.Off, lacking.Offers = true, false
	poor, rich := fit("d"), fit("e")
	poor.Float, rich.Float = rupiah(99), rupiah(100)
	offAndSick := sick("f", 1)
	offAndSick.Off = true
	for _, c := range []struct {
		name       string
		list       []string
		candidates []routing.Candidate
		want       string
	}{
		{"all are well", []string{"a", "b"}, []routing.Candidate{fit("b"), fit("a")}, "1 a:1:in_order b:2:in_order"},
		{"one is off", []string{"b", "a"}, []routing.Candidate{fit("a"), off}, "1 a:1:in_order b:0:off"},
		{"one lacks the channel", []string{"c", "a"}, []routing.Candidate{fit("a"), lacking}, "1 a:1:in_order c:0:lacks_channel"},
		{"one has too little float, one has just enough", []string{"d", "e"}, []routing.Candidate{poor, rich}, "1 e:1:in_order d:0:too_little_float"},
		{"one is not in the rule", []string{"b"}, []routing.Candidate{fit("a"), fit("b")}, "1 b:1:in_order a:0:not_in_rule"},
		{"one left the configuration", []string{"z", "a"}, []routing.Candidate{fit("a")}, "1 a:1:in_order z:0:not_configured"},
		{"one fails", []string{"a", "b", "c"}, []routing.Candidate{sick("a", .5), fit("b"), fit("c")}, "1 b:1:in_order c:2:in_order a:3:failing"},
		{"two fail", []string{"a", "b", "c"}, []routing.Candidate{sick("a", .9), sick("b", .5), fit("c")}, "1 c:1:in_order b:2:failing a:3:failing"},
		{"all fail", []string{"a", "b"}, []routing.Candidate{sick("a", .9), sick("b", .5)}, "1 b:1:least_bad a:2:failing"},
		{"all fail alike", []string{"b", "a"}, []routing.Candidate{sick("a", .5), sick("b", .5)}, "1 b:1:least_bad a:2:failing"},
		{"the one that is well is off", []string{"b", "a"}, []routing.Candidate{sick("a", .5), off}, "1 a:1:least_bad b:0:off"},
		{"off counts before failing", []string{"f"}, []routing.Candidate{offAndSick}, "1 f:0:off"},
		{"none is left", []string{"b", "c"}, []routing.Candidate{off, lacking}, "1 b:0:off c:0:lacks_channel"},
	} {
		rules := []routing.Rule{{Kind: routing.Payment, Connections: c.list}}
		got := routing.Choose(rules, routing.Question{Kind: routing.Payment, Amount: *rupiah(100)}, c.candidates)
		if told(got) != c.want {
			t.Errorf("%s: %s, want %s", c.name, told(got), c.want)
		}
		if len(got.Order) > 0 && got.Considered[0].Share != 100 {
			t.Errorf("%s: the first has the share %v", c.name, got.Considered[0].Share)
		}
	}
}

func TestWeightsShareAmongThoseThatAreOffered(t *testing.T) {
	t.Parallel()
	rules := []routing.Rule{{Kind: routing.Payment, Weights: []routing.Weight{{"a", 50}, {"b", 30}, {"c", 20}, {"z", 0}}}}
	off := fit("a")
	off.Off = true
	all := []routing.Candidate{fit("a"), fit("b"), fit("c"), fit("z")}
	withoutA := []routing.Candidate{off, fit("b"), fit("c"), fit("z")}
	for _, c := range []struct {
		draw       float64
		candidates []routing.Candidate
		want       string
	}{
		{0, all, "1 a:1:drawn b:2:fallback c:3:fallback z:4:fallback"},
		{49.999, all, "1 a:1:drawn b:2:fallback c:3:fallback z:4:fallback"},
		{50, all, "1 b:1:drawn a:2:fallback c:3:fallback z:4:fallback"},
		{79.999, all, "1 b:1:drawn a:2:fallback c:3:fallback z:4:fallback"},
		{80, all, "1 c:1:drawn a:2:fallback b:3:fallback z:4:fallback"},
		{99.999, all, "1 c:1:drawn a:2:fallback b:3:fallback z:4:fallback"},
		{59.999, withoutA, "1 b:1:drawn c:2:fallback z:3:fallback a:0:off"},
		{60, withoutA, "1 c:1:drawn b:2:fallback z:3:fallback a:0:off"},
		{80, []routing.Candidate{fit("a"), sick("b", .6), sick("c", .5)}, "1 a:1:drawn c:2:failing b:3:failing z:0:not_configured"},
		{80, []routing.Candidate{sick("a", .7), sick("b", .6)}, "1 b:1:least_bad a:2:failing c:0:not_configured z:0:not_configured"},
		{99, []routing.Candidate{fit("z"), sick("a", 1)}, "1 z:1:in_order a:2:failing b:0:not_configured c:0:not_configured"},
	} {
		got := routing.Choose(rules, routing.Question{Kind: routing.Payment, Draw: c.draw}, c.candidates)
		if told(got) != c.want {
			t.Errorf("draw %v: %s, want %s", c.draw, told(got), c.want)
		}
	}
	got := routing.Choose(rules, routing.Question{Kind: routing.Payment}, withoutA)
	if got.Considered[0].Share != 60 || got.Considered[1].Share != 40 || got.Considered[2].Share != 0 || got.Considered[3].Share != 0 {
		t.Errorf("%+v", got.Considered)
	}
}

// A choice names each candidate and each connection of the rule once, offers only what may be offered, and never one
// that fails before one that does not.
func TestAChoiceOffersWhatMayBeOfferedAndNothingElse(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c", "d", "e"}
	rapid.Check(t, func(t *rapid.T) {
		byName := map[string]routing.Candidate{}
		var candidates []routing.Candidate
		for _, name := range rapid.Permutation(names).Draw(t, "names")[:rapid.IntRange(1, 5).Draw(t, "configured")] {
			c := routing.Candidate{
				Name: name, Off: rapid.Bool().Draw(t, "off"), Offers: rapid.Bool().Draw(t, "offers"), Failing: rapid.Bool().Draw(t, "failing"),
				FailureRate: rapid.Float64Range(0, 1).Draw(t, "rate"),
			}
			if rapid.Bool().Draw(t, "float known") {
				c.Float = rupiah(rapid.Int64Range(0, 20).Draw(t, "float"))
			}
			byName[name], candidates = c, append(candidates, c)
		}
		list := rapid.Permutation(names).Draw(t, "list")[:rapid.IntRange(1, 5).Draw(t, "in the rule")]
		rule := routing.Rule{Kind: routing.Payment, Connections: list}
		if rapid.Bool().Draw(t, "weights") {
			rule.Connections = nil
			for _, name := range list {
				rule.Weights = append(rule.Weights, routing.Weight{Connection: name, Weight: rapid.IntRange(0, 100).Draw(t, "weight")})
			}
		}
		q := routing.Question{Kind: routing.Payment, Amount: *rupiah(10), Draw: rapid.Float64Range(0, 99.9).Draw(t, "draw")}
		choice := routing.Choose([]routing.Rule{rule}, q, candidates)
		seen, failing, total := map[string]bool{}, false, 0.
		for place, one := range choice.Considered {
			if seen[one.Connection] {
				t.Fatalf("%s twice in %s", one.Connection, told(choice))
			}
			c, known := byName[one.Connection]
			seen[one.Connection] = true
			total += one.Share
			may := known && !c.Off && c.Offers && slices.Contains(list, one.Connection) && (c.Float == nil || !c.Float.LessThan(q.Amount))
			if may != (one.Place > 0) || may && (one.Place != place+1 || choice.Order[place] != one.Connection) {
				t.Fatalf("%+v has the place %d in %s", c, one.Place, told(choice))
			}
			if may && failing && !c.Failing {
				t.Fatalf("%s comes after one that fails: %s", one.Connection, told(choice))
			}
			failing = failing || may && c.Failing
		}
		for _, name := range list {
			if !seen[name] {
				t.Fatalf("%s is missing in %s", name, told(choice))
			}
		}
		if len(choice.Order) > 0 && (total < 99.9 || total > 100.1) {
			t.Fatalf("the shares add up to %v: %+v", total, choice.Considered)
		}
		if again := routing.Choose([]routing.Rule{rule}, q, candidates); told(again) != told(choice) {
			t.Fatalf("first %s, then %s", told(choice), told(again))
		}
	})
}

func TestTheDrawIsOfTheIDAndSpreadsEvenly(t *testing.T) {
	t.Parallel()
	if routing.DrawOf("INV-1") != routing.DrawOf("INV-1") || routing.DrawOf("INV-1") == routing.DrawOf("INV-2") {
		t.Error("the draw is not that of the id")
	}
	const ids, parts = 10_000, 10
	var counts [parts]int
	for i := range ids {
		draw := routing.DrawOf(fmt.Sprint("INV-", i))
		if draw < 0 || draw >= 100 {
			t.Fatalf("draw %v", draw)
		}
		counts[int(draw)/parts]++
	}
	for part, n := range counts {
		if n < ids/parts*9/10 || n > ids/parts*11/10 {
			t.Errorf("%d of %d draws are in part %d", n, ids, part)
		}
	}
}

func TestAnEventNotesAChoiceAmongSeveral(t *testing.T) {
	t.Parallel()
	rules := []routing.Rule{{Kind: routing.Payment, Connections: []string{"a", "b"}}}
	q := routing.Question{Kind: routing.Payment}
	off := routing.Candidate{Name: "b", Off: true, Offers: true}
	noted := routing.Choose(rules, q, []routing.Candidate{fit("a"), off}).Noted()
	if got := fmt.Sprint(noted); got != "{1 [{a in_order} {b off}]}" {
		t.Errorf("it notes %s", got)
	}
	alone := routing.Choose([]routing.Rule{{Kind: routing.Payment, Connections: []string{"a"}}}, q, []routing.Candidate{fit("a")}).Noted()
	if alone.Rule != 0 || alone.Considered != nil {
		t.Errorf("with one connection it notes %v", alone)
	}
}
