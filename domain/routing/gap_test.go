package routing_test

import (
	"slices"
	"testing"

	"gateway/domain/routing"
)

func TestGapsAreWhatNoConnectionThatIsOnMakes(t *testing.T) {
	t.Parallel()
	all := routing.Connection{Name: "xendit", Channels: routing.AllChannels(), Payouts: true}
	off := all
	off.Off = true
	silent := all
	silent.Payouts = false
	doku := routing.Connection{Name: "doku-1", Channels: []string{"BCA", "QRIS"}, Payouts: true, Banks: []string{"BCA"}}
	payment := func(name string, channels ...string) routing.Rule {
		return routing.Rule{Kind: routing.Payment, Channels: channels, Connections: []string{name}}
	}
	payout := func(name string, banks ...string) routing.Rule {
		return routing.Rule{Kind: routing.Payout, Banks: banks, Weights: []routing.Weight{{Connection: name, Weight: 100}}}
	}
	for _, c := range []struct {
		name        string
		rules       []routing.Rule
		connections []routing.Connection
		want        []string
	}{
		{"everything", nil, []routing.Connection{all}, nil},
		{"no payouts", nil, []routing.Connection{silent}, []string{"no connection that is on makes payouts, so they wait"}},
		{"no invoices and wallets", nil, []routing.Connection{off, doku}, []string{
			"no connection that is on takes payments by invoice, so they are refused", "no connection that is on takes payments by ewallet, so they are refused",
		}},
		{"rules that are fine", []routing.Rule{payment("doku-1", "BCA", "QRIS"), payout("doku-1", "BCA"), payment("xendit"), payout("xendit")}, []routing.Connection{all, doku}, nil},
		{"channels of a connection that lacks them", []routing.Rule{payment("doku-1", "BCA", "BNI", "OVO")}, []routing.Connection{all, doku}, []string{
			"rule 1 of the routing names no connection that is on for BNI and OVO: payment by BCA or BNI or OVO: doku-1",
		}},
		{"a bank that it does not pay to", []routing.Rule{payout("doku-1", "BNI")}, []routing.Connection{all, doku}, []string{
			"rule 1 of the routing names no connection that is on for BNI: payout to BNI: doku-1 100 %",
		}},
		{"rules about what is off and what is not there", []routing.Rule{payment("xendit"), payout("xendit"), payment("other")}, []routing.Connection{off, {Name: "new", Channels: routing.AllChannels(), Payouts: true}}, []string{
			"rule 1 of the routing names no connection that is on for a payment: payment: xendit",
			"rule 2 of the routing names no connection that is on for a payout: payout: xendit 100 %",
			"rule 3 of the routing names no connection that is on for a payment: payment: other",
		}},
		{"a payout by one that makes none", []routing.Rule{payout("xendit")}, []routing.Connection{silent, doku}, []string{
			"rule 1 of the routing names no connection that is on for a payout: payout: xendit 100 %",
		}},
	} {
		if got := routing.Gaps(c.rules, c.connections); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	if got := routing.Naming([]routing.Rule{payment("xendit"), payout("doku-1"), payout("xendit")}, "xendit"); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("rules %v name it", got)
	}
}
