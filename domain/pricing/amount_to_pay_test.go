package pricing_test

import (
	"errors"
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

func TestAmountToPayOfTheChannels(t *testing.T) {
	t.Parallel()
	defaults := pricing.DefaultRates()
	for _, c := range []struct {
		code, net, want string
		includeVAT      bool
	}{
		{"BCA", "100000", "104440", true},
		{"BCA", "100000", "104000", false},
		{"OVO", "98335", "100000", true},
		{"OVO", "100000", "101694", true},       // 101,693.19 would do
		{"SHOPEEPAY", "100000", "102271", true}, // 102,270.41 would do
		{"QRIS", "99300", "100000", true},
		{"QRIS", "0.01", "1", true},
		{"BCA", "0.01", "4441", true},
		{"BCA", "100000.01", "104441", true},
		{"BCA", "999999995560", "1000000000000", true}, // money.Max itself
	} {
		got, quote, err := pricing.AmountToPay(dec(c.net), defaults[c.code], pricing.DefaultVATRate, c.includeVAT)
		if err != nil || got.String() != c.want || quote.Net.LessThan(dec(c.net)) || !quote.Gross.Equal(got) {
			t.Errorf("AmountToPay(%s, %s, %v) = %s, %+v, %v; want %s", c.net, c.code, c.includeVAT, got, quote, err, c.want)
		}
	}
}

func TestAmountToPayOutOfReach(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule, net  string
		rate       pricing.Rate
		includeVAT bool
	}{
		{"one sen beyond money.Max", "999999995560.01", rate("4000", "0", false), true},
		{"the net alone is money.Max", "1000000000000", rate("0", "0.7", true), true},
		{"the fee takes all", "100", rate("0", "100", false), false},
		{"the fee takes more than all", "100", rate("0", "150", false), false},
		{"the fee with its VAT takes all", "100", rate("0", "90.5", false), true},
		{"an inclusive rate of 100 %", "100", rate("0", "100", true), true},
		{"an inclusive rate of 111 %, without its VAT", "100", rate("0", "111", true), false},
		{"so little is left of each rupiah that the amount exceeds money.Max", "900000000000", rate("0", "99", false), false},
	} {
		got, quote, err := pricing.AmountToPay(dec(c.net), c.rate, pricing.DefaultVATRate, c.includeVAT)
		var refusal *domain.Refusal
		if !errors.As(err, &refusal) || refusal.Field != "net_amount" || !got.IsZero() || !quote.Gross.IsZero() {
			t.Errorf("%s: %s, %+v, %v", c.rule, got, quote, err)
		}
	}
}

// For every net up to 3 rupiah the result is compared with the first amount found by counting up from one
// rupiah.
func TestAmountToPayIsTheFirstThatACountFinds(t *testing.T) {
	t.Parallel()
	const maxNet = 300
	for _, flat := range []string{"0", "0.01", "0.5", "1"} {
		for _, percent := range []string{"0", "0.7", "1.5", "2", "33.3333", "50", "88", "95"} {
			for mode := range 8 {
				r, includeVAT, vatRate := rate(flat, percent, mode&1 == 0), mode&2 == 0, pricing.DefaultVATRate
				if mode&4 == 0 {
					vatRate = money.Zero
				}
				t.Run(fmt.Sprintf("%s+%s%% inclusive=%v vat=%s include=%v", flat, percent, r.VATInclusive, vatRate, includeVAT), func(t *testing.T) {
					t.Parallel()
					compareWithACount(t, r, vatRate, includeVAT, maxNet)
				})
			}
		}
	}
}

func compareWithACount(t *testing.T, r pricing.Rate, vatRate decimal.Decimal, includeVAT bool, maxNet int64) {
	t.Helper()
	net, amount := int64(1), int64(0)
	best := pricing.Quote{}
	for ; net <= maxNet; net++ {
		wanted := decimal.New(net, -2)
		got, quote, err := pricing.AmountToPay(wanted, r, vatRate, includeVAT)
		if err != nil {
			// 95 % with 11 % VAT: then counting must find nothing either
			for a := int64(1); a < 200; a++ {
				if q := pricing.Compute(money.FromInt(a), r, vatRate, includeVAT); !q.Net.LessThan(wanted) {
					t.Fatalf("net %s: %v, but %s nets %s", wanted, err, q.Gross, q.Net)
				}
			}
			return
		}
		for best.Net.LessThan(wanted) { // the first amount for this net is that of the previous net, or a later one
			amount++
			best = pricing.Compute(money.FromInt(amount), r, vatRate, includeVAT)
		}
		if !got.Equal(best.Gross) || !quote.Net.Equal(best.Net) {
			t.Fatalf("net %s: got %s, which nets %s; %s is the first, with %s", wanted, got, quote.Net, best.Gross, best.Net)
		}
	}
}

func TestAmountToPayIsWholeRupiahAndNetsWhatIsWantedAndNoSmallerWholeAmountDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		net, r, vatRate, includeVAT := drawAmount(t), drawRate(t, 50), drawVATRate(t), rapid.Bool().Draw(t, "includeVAT")
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		got, quote, err := pricing.AmountToPay(net, r, vatRate, includeVAT)
		if err != nil {
			if q := pricing.Compute(money.Max, r, vatRate, includeVAT); !q.Net.LessThan(net) {
				t.Fatalf("%v, but money.Max nets %s", err, q.Net)
			}
			return
		}
		if quote.Net.LessThan(net) || got.GreaterThan(money.Max) || !got.IsInteger() {
			t.Fatalf("%s nets %s, wanted %s", got, quote.Net, net)
		}
		for a, i := got.Sub(money.FromInt(1)), 0; i < 50 && a.IsPositive(); a, i = a.Sub(money.FromInt(1)), i+1 {
			if q := pricing.Compute(a, r, vatRate, includeVAT); !q.Net.LessThan(net) {
				t.Fatalf("%s was given, but %s nets %s", got, a, q.Net)
			}
		}
	})
}

// This is why AmountToPay does not bisect: at this rate, paying one sen more nets one sen less.
func TestNetIsNotMonotoneInTheAmount(t *testing.T) {
	t.Parallel()
	r := rate("0", "1.5", false)
	less, more := pricing.Compute(dec("2.99"), r, pricing.DefaultVATRate, true), pricing.Compute(dec("3"), r, pricing.DefaultVATRate, true)
	if !less.Net.GreaterThan(more.Net) {
		t.Errorf("%s nets %s, %s nets %s", less.Gross, less.Net, more.Gross, more.Net)
	}
}

func BenchmarkAmountToPayAtTheHighestRate(b *testing.B) {
	r := rate("4000", "50", false)
	for b.Loop() {
		if _, _, err := pricing.AmountToPay(dec("400000000000"), r, pricing.DefaultVATRate, true); err != nil {
			b.Fatal(err)
		}
	}
}
