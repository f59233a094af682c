package ledger_test

import (
	"testing"

	"gateway/domain/ledger"
)

// of returns totals with these amounts of available, unsettled, held and receivable.
func of(available, unsettled, held, receivable string) ledger.Totals {
	return ledger.Totals{Available: rupiah(available), Unsettled: rupiah(unsettled), Held: rupiah(held), Receivable: rupiah(receivable)}
}

func TestTotalsAddUpToTheBalance(t *testing.T) {
	t.Parallel()
	if sum := of("1000", "200", "30", "-4").Sum(); !sum.Equal(rupiah("1226")) {
		t.Errorf("the sum is %s", sum)
	}
}

func TestWhichTotalsAreSound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		totals          ledger.Totals
		negative, sound bool
	}{
		{"nothing", ledger.Totals{}, false, true},
		{"all above zero", of("1", "1", "1", "0"), false, true},
		{"available below zero", of("-1", "1", "1", "0"), true, false},
		{"unsettled below zero", of("1", "-1", "1", "0"), true, false},
		{"held below zero", of("1", "1", "-1", "0"), true, false},
		{"owed, and nothing available", of("0", "1", "1", "-1"), false, true},
		{"owed, though something is available", of("1", "1", "1", "-1"), false, false},
		{"a receivable above zero", of("0", "0", "0", "1"), false, false},
		{"a receivable above zero, and something available", of("1", "0", "0", "1"), false, false},
		{"available below zero and owed", of("-1", "0", "0", "-1"), true, false},
	} {
		if got := c.totals.AnyNegative(); got != c.negative {
			t.Errorf("%s: an account is below zero: %v", c.name, got)
		}
		if got := c.totals.Sound(); got != c.sound {
			t.Errorf("%s: sound: %v", c.name, got)
		}
	}
}

func TestAPostingChangesTheAccountThatItNames(t *testing.T) {
	t.Parallel()
	before := of("10", "20", "30", "-40")
	for account, want := range map[string]ledger.Totals{
		"client:7:available":  of("15", "20", "30", "-40"),
		"client:7:unsettled":  of("10", "25", "30", "-40"),
		"client:7:held":       of("10", "20", "35", "-40"),
		"client:7:receivable": of("10", "20", "30", "-35"),
		"client:8:available":  before,
		"suspense":            before,
	} {
		got := before.Apply(7, []ledger.Posting{{Account: account, Amount: rupiah("5")}})
		if !got.Available.Equal(want.Available) || !got.Unsettled.Equal(want.Unsettled) || !got.Held.Equal(want.Held) || !got.Receivable.Equal(want.Receivable) {
			t.Errorf("%s: %+v, want %+v", account, got, want)
		}
	}
}

func TestPostingsOfATransfer(t *testing.T) {
	t.Parallel()
	postings := ledger.Transfer("a", "b", rupiah("5"))
	if len(postings) != 2 || postings[0].Account != "a" || !postings[0].Amount.Equal(rupiah("-5")) ||
		postings[1].Account != "b" || !postings[1].Amount.Equal(rupiah("5")) {
		t.Errorf("%v", postings)
	}
	if sum := ledger.Sum(append(postings, ledger.Posting{Account: "c", Amount: rupiah("3")})); !sum.Equal(rupiah("3")) {
		t.Errorf("they sum to %s", sum)
	}
}

func TestBalancedPostingsAreThoseThatMoveSomething(t *testing.T) {
	t.Parallel()
	postings, err := ledger.Balanced("INV-1", []ledger.Posting{{Account: "a", Amount: rupiah("-5")}, {Account: "b"}, {Account: "c", Amount: rupiah("5")}})
	if err != nil || len(postings) != 2 || postings[0].Account != "a" || postings[1].Account != "c" {
		t.Errorf("%v, %v", postings, err)
	}
}

func TestAccountsOfAClient(t *testing.T) {
	t.Parallel()
	for account, want := range map[string]string{
		ledger.Available(17):  "client:17:available",
		ledger.Unsettled(17):  "client:17:unsettled",
		ledger.Held(17):       "client:17:held",
		ledger.Receivable(17): "client:17:receivable",
	} {
		if account != want {
			t.Errorf("%s, want %s", account, want)
		}
		if !ledger.IsOf(17, account) || ledger.IsOf(1, account) || ledger.IsOf(7, account) {
			t.Errorf("%s belongs to client 17 alone", account)
		}
	}
	if got := ledger.OfAllClients("client:17:held"); got != "client:*:held" {
		t.Errorf("%s stands for the accounts of all clients", got)
	}
	if got := ledger.OfAllClients(ledger.Suspense); got != ledger.Suspense {
		t.Errorf("suspense became %s", got)
	}
}
