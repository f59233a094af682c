package whatif_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/whatif"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

var (
	dec  = decimal.RequireFromString
	paid = time.Date(2026, 1, 5, 3, 0, 0, 0, time.UTC)
	end  = paid.AddDate(0, 0, 10)
	flat = pricing.Rate{Flat: dec("4000")}
)

func vat(rate string) *decimal.Decimal {
	d := dec(rate)
	return &d
}

// of returns a payment with this gross amount, a flat fee of 4,000 and 11 % VAT, credited at once.
func of(gross string, change ...func(*whatif.Payment)) whatif.Payment {
	p := whatif.Payment{
		ChannelCode: "BCA", Quote: pricing.Compute(dec(gross), flat, pricing.DefaultVATRate, true), Rate: flat, HeldSince: paid,
	}
	for _, c := range change {
		c(&p)
	}
	return p
}

func held(p *whatif.Payment)   { p.Held = true }
func voided(p *whatif.Payment) { p.Voided = true }
func wallet(p *whatif.Payment) { p.ChannelCode = "OVO" }

func settled(days int) func(*whatif.Payment) {
	return func(p *whatif.Payment) {
		p.SettledAt = paid.AddDate(0, 0, days)
		p.FreedAt = p.SettledAt
	}
}

func reversed(amount string) func(*whatif.Payment) {
	return func(p *whatif.Payment) { p.Reversed = dec(amount) }
}

func TestARuleChangesWhatItIsAboutAndNothingElse(t *testing.T) {
	t.Parallel()
	inclusive := pricing.Rate{Percent: dec("0.7"), VATInclusive: true}
	for _, c := range []struct {
		rule                 string
		payment              whatif.Payment
		suppose              whatif.Rule
		fee, vat, net        string // of the hypothetical payment
		available, unsettled string // the difference
		voided               int64
	}{
		{rule: "another rate", payment: of("100000"), suppose: whatif.Rule{Rate: &inclusive}, fee: "630.63", vat: "69.37", net: "99300", available: "3740", unsettled: "0"},
		{rule: "another VAT on the same fee", payment: of("100000"), suppose: whatif.Rule{VATRate: vat("12")}, fee: "4000", vat: "480", net: "95520", available: "-40", unsettled: "0"},
		{rule: "no VAT", payment: of("100000"), suppose: whatif.Rule{VATRate: vat("0")}, fee: "4000", vat: "0", net: "96000", available: "440", unsettled: "0"},
		{rule: "another rate and VAT", payment: of("100000"), suppose: whatif.Rule{Rate: &inclusive, VATRate: vat("12")}, fee: "625", vat: "75", net: "99300", available: "3740", unsettled: "0"},
		{rule: "a fee above the amount is cut to it", payment: of("100000"), suppose: whatif.Rule{Rate: &pricing.Rate{Flat: dec("200000")}}, fee: "90090.09", vat: "9909.91", net: "0", available: "-95560", unsettled: "0"},
		{rule: "another channel's rule", payment: of("100000", wallet), suppose: whatif.Rule{ChannelCode: "BCA", Rate: &inclusive}, fee: "4000", vat: "440", net: "95560", available: "0", unsettled: "0"},
		{rule: "the channel's own rule", payment: of("100000", wallet), suppose: whatif.Rule{ChannelCode: "OVO", VATRate: vat("0")}, fee: "4000", vat: "0", net: "96000", available: "440", unsettled: "0"},
		{rule: "held, and not settled", payment: of("100000"), suppose: whatif.Rule{Hold: &whatif.Hold{UntilSettled: true}}, fee: "4000", vat: "440", net: "95560", available: "-95560", unsettled: "95560"},
		{rule: "held, and settled by the end", payment: of("100000", settled(9)), suppose: whatif.Rule{Hold: &whatif.Hold{UntilSettled: true}}, fee: "4000", vat: "440", net: "95560", available: "0", unsettled: "0"},
		{rule: "held, and settled at the end", payment: of("100000", settled(10)), suppose: whatif.Rule{Hold: &whatif.Hold{UntilSettled: true}}, fee: "4000", vat: "440", net: "95560", available: "0", unsettled: "0"},
		{rule: "held for as many days as there are", payment: of("100000"), suppose: whatif.Rule{Hold: &whatif.Hold{UntilSettled: true, Days: 10}}, fee: "4000", vat: "440", net: "95560", available: "0", unsettled: "0"},
		{rule: "held for a day longer", payment: of("100000"), suppose: whatif.Rule{Hold: &whatif.Hold{UntilSettled: true, Days: 11}}, fee: "4000", vat: "440", net: "95560", available: "-95560", unsettled: "95560"},
		{rule: "not held, where it was", payment: of("100000", held), suppose: whatif.Rule{Hold: &whatif.Hold{}}, fee: "4000", vat: "440", net: "95560", available: "95560", unsettled: "-95560"},
		{rule: "held, where it was", payment: of("100000", held), suppose: whatif.Rule{VATRate: vat("0")}, fee: "4000", vat: "0", net: "96000", available: "0", unsettled: "440"},
		{rule: "what was taken back is taken from what is held", payment: of("100000", reversed("60000")), suppose: whatif.Rule{Hold: &whatif.Hold{UntilSettled: true}}, fee: "4000", vat: "440", net: "95560", available: "-35560", unsettled: "35560"},
		{rule: "and more than that from what is available", payment: of("100000", held, reversed("100000")), suppose: whatif.Rule{Hold: &whatif.Hold{}}, fee: "4000", vat: "440", net: "95560", available: "0", unsettled: "0"},
		{rule: "a voided payment is left out", payment: of("100000", voided), suppose: whatif.Rule{Rate: &inclusive}, fee: "0", vat: "0", net: "0", available: "0", unsettled: "0", voided: 1},
	} {
		got := whatif.Compare([]whatif.Payment{c.payment}, c.suppose, whatif.Balance{Total: dec("7"), Available: dec("7")}, end)
		h := got.Total.Hypothetical
		if !h.Fee.Equal(dec(c.fee)) || !h.VAT.Equal(dec(c.vat)) || !h.Net.Equal(dec(c.net)) {
			t.Errorf("%s: fee %s, VAT %s, net %s; want %s, %s, %s", c.rule, h.Fee, h.VAT, h.Net, c.fee, c.vat, c.net)
		}
		d := got.Balance.Difference
		if !d.Available.Equal(dec(c.available)) || !d.Unsettled.Equal(dec(c.unsettled)) || !d.Total.Equal(got.Total.Difference.Net) {
			t.Errorf("%s: the balance differs by %+v; want %s available, %s unsettled", c.rule, d, c.available, c.unsettled)
		}
		if got.Voided != c.voided || !got.Balance.Actual.Total.Equal(dec("7")) {
			t.Errorf("%s: %d voided, %+v", c.rule, got.Voided, got.Balance)
		}
	}
}

func TestSumsAreThoseOfTheChannels(t *testing.T) {
	t.Parallel()
	c := whatif.Compare([]whatif.Payment{of("100000"), of("50000", wallet), of("20000")}, whatif.Rule{VATRate: vat("0")}, whatif.Balance{}, end)
	if len(c.Channels) != 2 || c.Channels[0].ChannelCode != "BCA" || c.Channels[0].Count != 2 || c.Channels[1].Count != 1 || c.Total.Count != 3 {
		t.Errorf("%+v", c)
	}
	if !c.Channels[0].Difference.Difference.Net.Equal(dec("880")) || !c.Total.Difference.VAT.Equal(dec("-1320")) {
		t.Errorf("%+v", c)
	}
}

// A rule with the rate, the VAT and the hold that a payment had makes no difference.
func TestToSupposeWhatWasMakesNoDifference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := pricing.Rate{
			Flat: decimal.NewFromInt(rapid.Int64Range(0, 9_000).Draw(t, "flat")), Percent: decimal.New(rapid.Int64Range(0, 5_000).Draw(t, "percent"), -3),
			VATInclusive: rapid.Bool().Draw(t, "inclusive"),
		}
		vatRate := decimal.NewFromInt(rapid.Int64Range(0, 20).Draw(t, "vat"))
		gross := decimal.NewFromInt(rapid.Int64Range(1, 10_000_000).Draw(t, "gross"))
		p := whatif.Payment{ChannelCode: "QRIS", Quote: pricing.Compute(gross, rate, vatRate, true), Rate: rate, HeldSince: paid, Held: rapid.Bool().Draw(t, "held")}
		rule := whatif.Rule{Rate: &rate, VATRate: &vatRate, Hold: &whatif.Hold{UntilSettled: p.Held}}
		if d := whatif.Compare([]whatif.Payment{p}, rule, whatif.Balance{}, end); !d.Total.Difference.IsZero() || !d.Balance.Difference.Unsettled.IsZero() {
			t.Fatalf("%+v", d)
		}
	})
}

func TestARuleThatSupposesNothingOrNonsenseIsRefused(t *testing.T) {
	t.Parallel()
	for refusal, rule := range map[string]whatif.Rule{
		"invalid_field flat":         {ChannelCode: "QRIS"},
		"invalid_field percent":      {Rate: &pricing.Rate{Percent: dec("51")}},
		"invalid_field vat_rate":     {VATRate: vat("101")},
		"invalid_field channel_code": {ChannelCode: "CASH", VATRate: vat("1")},
		"invalid_field hold_days":    {Hold: &whatif.Hold{UntilSettled: true, Days: 3651}},
	} {
		if got := domaintest.Refusal(rule.Check()); got != refusal {
			t.Errorf("%+v is refused with %q, want %q", rule, got, refusal)
		}
	}
	if got := domaintest.Refusal(whatif.Rule{Hold: &whatif.Hold{Days: 3}}.Check()); got != "invalid_field hold_days" {
		t.Errorf("days without a hold are refused with %q", got)
	}
	if err := (whatif.Rule{ChannelCode: "BCA", Rate: &flat, VATRate: vat("12"), Hold: &whatif.Hold{UntilSettled: true, Days: 3}}).Check(); err != nil {
		t.Error(err)
	}
}

func TestAPaymentIsReadFromItsEventsAsItWasAtAMoment(t *testing.T) {
	t.Parallel()
	qris := pricing.Rate{Percent: dec("0.7"), VATInclusive: true}
	charge := payment.Charge{Fee: dec("630.63"), VAT: dec("69.37"), Net: dec("99300"), VATRate: dec("11")}
	receipt := payment.Receipt{PaidAmount: dec("100000"), PaidAt: paid}
	events := []domain.Event{
		payment.Requested{Identity: payment.Identity{ChannelCode: "INVOICE"}, Rates: map[string]pricing.Rate{"INVOICE": flat, "QRIS": qris}},
		payment.Paid{Identity: payment.Identity{ChannelCode: "QRIS"}, Receipt: receipt, Charge: charge, Held: true, At: paid.Add(time.Second)},
		payment.SuspenseReleased{Identity: payment.Identity{ChannelCode: "NEW"}, Receipt: receipt, Charge: charge, SuspenseID: 9, At: paid.AddDate(0, 0, 1)},
		payment.Reversed{Reversal: payment.Reversal{Kind: payment.Refund}, ClientBears: dec("30000"), At: paid.AddDate(0, 0, 2)},
		payment.HoldEnded{At: paid.AddDate(0, 0, 3)},
		payment.Settled{At: paid.AddDate(0, 0, 4)},
		payment.Reversed{Reversal: payment.Reversal{Kind: payment.Void}, SuspenseID: 9, ClientBears: dec("99300"), At: paid.AddDate(0, 0, 5)},
	}
	if _, ok := whatif.Of(events, 0, paid); ok {
		t.Error("it is there before it was paid")
	}
	p, ok := whatif.Of(events, 0, end)
	if !ok || p.ChannelCode != "QRIS" || !p.Rate.Equal(qris) || !p.VATRate.Equal(dec("11")) || !p.Held || !p.HeldSince.Equal(paid) || !p.Net.Equal(dec("99300")) {
		t.Errorf("%+v", p)
	}
	if !p.FreedAt.Equal(paid.AddDate(0, 0, 3)) || !p.SettledAt.Equal(paid.AddDate(0, 0, 4)) || !p.Reversed.Equal(dec("30000")) || p.Voided {
		t.Errorf("%+v", p)
	}
	if early, _ := whatif.Of(events, 0, paid.AddDate(0, 0, 1)); !early.FreedAt.IsZero() || !early.Reversed.IsZero() {
		t.Errorf("a day later: %+v", early)
	}
	// A channel that had no rate then was charged with the rate of the quote.
	if second, ok := whatif.Of(events, 9, end); !ok || !second.Voided || !second.Rate.Equal(flat) || second.Held {
		t.Errorf("%+v", second)
	}
	if _, ok := whatif.Of(events, 8, end); ok {
		t.Error("it finds money that never came")
	}
}
