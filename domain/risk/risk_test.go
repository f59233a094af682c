package risk_test

import (
	"encoding/json"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/risk"
	"gateway/test/rupiah"
)

var noon = time.Date(2026, 3, 1, 5, 0, 0, 0, time.UTC)

const (
	day   = 24 * time.Hour
	shop  = "192.0.2.0/24"
	other = "198.51.100.0/24"
)

func TestSignsOfRisk(t *testing.T) {
	t.Parallel()
	mine := balance.BankAccount{Number: "1234567890", Bank: "BCA"}
	done := func(amounts ...string) (all []risk.Done) {
		for _, a := range amounts {
			all = append(all, risk.Done{Amount: rupiah.Of(a), To: mine})
		}
		return all
	}
	used := func(network string, ago time.Duration) risk.KeyNetwork {
		return risk.KeyNetwork{Network: network, Since: noon.Add(-ago)}
	}
	for name, c := range map[string]struct {
		change func(f *risk.Facts)
		want   string
	}{
		"nothing to see":                  {func(*risk.Facts) {}, ``},
		"registered 29 days ago":          {func(f *risk.Facts) { f.Registered = noon.Add(-29 * day) }, `{"code":"new_account","at":"2026-01-31T05:00:00Z","amount":null,"count":null}`},
		"registered 30 days ago":          {func(f *risk.Facts) { f.Registered = noon.Add(-30 * day) }, ``},
		"bank account 3 h ago":            {func(f *risk.Facts) { f.BankChanged = noon.Add(-3 * time.Hour) }, `{"code":"bank_account_changed","at":"2026-03-01T02:00:00Z","amount":null,"count":null}`},
		"bank account since then":         {func(f *risk.Facts) { f.BankChanged = noon.Add(time.Hour) }, `{"code":"bank_account_changed","at":"2026-03-01T06:00:00Z","amount":null,"count":null}`},
		"bank account 7 days ago":         {func(f *risk.Facts) { f.BankChanged = noon.Add(-7 * day) }, ``},
		"the first one":                   {func(f *risk.Facts) { f.Done = nil }, `{"code":"first_payout","at":null,"amount":null,"count":null}`},
		"twice the usual":                 {func(f *risk.Facts) { f.Amount = rupiah.Of("200000") }, `{"code":"unusual_amount","at":null,"amount":100000,"count":3}`},
		"a rupiah less":                   {func(f *risk.Facts) { f.Amount = rupiah.Of("199999") }, ``},
		"no usual amount of two":          {func(f *risk.Facts) { f.Done, f.Amount = done("50000", "50000"), rupiah.Of("900000") }, ``},
		"the middle of two":               {func(f *risk.Facts) { f.Done, f.Amount = done("1", "100000", "150001", "900000"), rupiah.Of("250002") }, `{"code":"unusual_amount","at":null,"amount":125001,"count":4}`},
		"a withdrawal goes where it must": {func(f *risk.Facts) { f.To.Number = "9" }, ``},
		"a settlement to a new account":   {func(f *risk.Facts) { f.Kind, f.To.Number = balance.Settlement, "9" }, `{"code":"new_destination","at":null,"amount":null,"count":3}`},
		"a settlement to a known one":     {func(f *risk.Facts) { f.Kind = balance.Settlement }, ``},
		"a key at home":                   {func(f *risk.Facts) { f.From, f.Networks = shop, []risk.KeyNetwork{used(shop, 2*day), used(other, day)} }, ``},
		"a key from elsewhere": {func(f *risk.Facts) {
			f.From, f.Networks = other, []risk.KeyNetwork{used(shop, 2*day), used(other, time.Hour)}
		}, `{"code":"new_network","at":"2026-03-01T04:00:00Z","amount":null,"count":1}`},
		"not written yet": {func(f *risk.Facts) { f.From, f.Networks = other, []risk.KeyNetwork{used(shop, 2*day)} }, `{"code":"new_network","at":null,"amount":null,"count":1}`},
		"a new key":       {func(f *risk.Facts) { f.From, f.Networks = other, []risk.KeyNetwork{used(shop, time.Hour)} }, ``},
		"a person asked":  {func(f *risk.Facts) { f.Networks = []risk.KeyNetwork{used(shop, 2*day)} }, ``},
	} {
		f := risk.Facts{
			Kind: balance.Withdrawal, Amount: rupiah.Of("100000"), RequestedAt: noon, To: mine, Registered: noon.Add(-90 * day),
			Done: done("100000", "90000", "110000"),
		}
		c.change(&f)
		got, err := json.Marshal(risk.Signs(f))
		if err != nil || string(got) != "["+c.want+"]" {
			t.Errorf("%s: %s, want %s (%v)", name, got, c.want, err)
		}
	}
}

func TestOneSiteIsOneNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.77": shop, "::ffff:192.0.2.1": shop, "2001:db8:1:2::3": "2001:db8:1::/48", "": "", "x": "",
	} {
		if got := risk.NetworkOf(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestTheTimeToDecideIsMeasured(t *testing.T) {
	t.Parallel()
	hours := func(n ...int) (all []time.Duration) {
		for _, h := range n {
			all = append(all, time.Duration(h)*time.Hour)
		}
		return all
	}
	if _, ok := risk.TimeToDecide(hours(1, 1, 1, 1)); ok {
		t.Error("four decisions say nothing")
	}
	for _, c := range []struct {
		took          []time.Duration
		usual, mostly time.Duration
		uneven        bool
	}{
		{hours(2, 1, 3, 2, 2), 2 * time.Hour, 2 * time.Hour, false},
		{hours(1, 2, 3, 20, 21, 1), 2 * time.Hour, 20 * time.Hour, true},
	} {
		got, ok := risk.TimeToDecide(c.took)
		if !ok || got.Usual != c.usual || got.Mostly != c.mostly || got.IsUneven() != c.uneven || got.Decided != len(c.took) {
			t.Errorf("%v: %+v", c.took, got)
		}
	}
	for took, want := range map[time.Duration]time.Duration{
		0: 5 * time.Minute, 6 * time.Minute: 15 * time.Minute, 31 * time.Minute: time.Hour, 61 * time.Minute: 2 * time.Hour,
		48 * time.Hour: 48 * time.Hour, 49 * time.Hour: 72 * time.Hour,
	} {
		if got := risk.Rounded(took); got != want {
			t.Errorf("%s: %s, want %s", took, got, want)
		}
	}
}
