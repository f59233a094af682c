package pricing_test

import (
	"math/big"
	"testing"

	"gateway/domain/money"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

var dec = decimal.RequireFromString

func rate(flat, percent string, inclusive bool) pricing.Rate {
	return pricing.Rate{Flat: dec(flat), Percent: dec(percent), VATInclusive: inclusive}
}

func TestComputePartsAnAmount(t *testing.T) {
	t.Parallel()
	var (
		va        = rate("4000", "0", false)
		ovo       = rate("0", "1.5", false)
		qris      = rate("0", "0.7", true)
		both      = rate("1000", "2", false)
		inclusive = rate("5000", "0", true)
	)
	for _, c := range []struct {
		rule          string
		amount        string
		rate          pricing.Rate
		includeVAT    bool
		fee, vat, net string
	}{
		{"a flat fee has its VAT on top", "100000", va, true, "4000", "440", "95560"},
		{"without include_vat the VAT is 0", "100000", va, false, "4000", "0", "96000"},
		{"a percentage is of the amount", "100000", ovo, true, "1500", "165", "98335"},
		{"flat and percentage add up", "100000", both, true, "3000", "330", "96670"},
		{"the sum is rounded half up: 333.33 x 1.5 % = 4.99995", "333.33", ovo, false, "5", "0", "328.33"},
		{"half a sen goes up: 0.015 -> 0.02", "1", ovo, true, "0.02", "0", "0.98"},
		{"the VAT is of the rounded fee: 0.05 x 11 % = 0.0055", "3", ovo, true, "0.05", "0.01", "2.94"},
		{"inclusive: VAT = total x 11/111, fee = the rest", "100000", qris, true, "630.63", "69.37", "99300"},
		{"inclusive: the total is rounded first: 7.00231 -> 7", "1000.33", qris, true, "6.31", "0.69", "993.33"},
		{"inclusive without include_vat: the fee without its VAT", "100000", qris, false, "630.63", "0", "99369.37"},
		{"inclusive and flat", "100000", inclusive, true, "4504.5", "495.5", "95000"},
		{"fee and VAT may take all", "4440", va, true, "4000", "440", "0"},
		{"one sen less: they are cut to the amount", "4439.99", va, true, "3999.99", "440", "0"},
		{"a fee that fits is cut too when its VAT does not", "4100", va, true, "3693.69", "406.31", "0"},
		{"a cut amount holds its VAT", "111", va, true, "100", "11", "0"},
		{"cut without include_vat: all of it is fee", "1000", va, false, "1000", "0", "0"},
		{"cut of an inclusive rate", "111", inclusive, true, "100", "11", "0"},
		{"an inclusive fee without its VAT is cut only beyond itself", "4600", inclusive, false, "4504.5", "0", "95.5"},
		{"the smallest amount", "0.01", va, true, "0.01", "0", "0"},
		{"the largest amount", "1000000000000", ovo, true, "15000000000", "1650000000", "983350000000"},
		{"a free channel", "100000", rate("0", "0", false), true, "0", "0", "100000"},
	} {
		q := pricing.Compute(dec(c.amount), c.rate, pricing.DefaultVATRate, c.includeVAT)
		if q.Fee.String() != c.fee || q.VAT.String() != c.vat || q.Net.String() != c.net {
			t.Errorf("%s: fee %s, VAT %s, net %s; want %s, %s, %s", c.rule, q.Fee, q.VAT, q.Net, c.fee, c.vat, c.net)
		}
		if !q.Gross.Equal(dec(c.amount)) || !q.VATRate.Equal(pricing.DefaultVATRate) || !q.TotalFee().Equal(q.Fee.Add(q.VAT)) {
			t.Errorf("%s: %+v", c.rule, q)
		}
	}
}

func TestVATPartsAnAmount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		amount, rate string
		inclusive    bool
		base, vat    string
	}{
		{"100", "11", false, "100", "11"},
		{"111", "11", true, "100", "11"},
		{"100", "11", true, "90.09", "9.91"},
		{"0.05", "11", false, "0.05", "0.01"}, // 0.0055
		{"0.04", "11", false, "0.04", "0"},    // 0.0044
		{"100", "12", true, "89.29", "10.71"},
		{"100", "0", true, "100", "0"},
		{"100", "0", false, "100", "0"},
		{"1000000000000", "11", true, "900900900900.9", "99099099099.1"},
	} {
		base, vat := pricing.VAT(dec(c.amount), dec(c.rate), c.inclusive)
		if base.String() != c.base || vat.String() != c.vat {
			t.Errorf("VAT(%s, %s, %v) = %s + %s, want %s + %s", c.amount, c.rate, c.inclusive, base, vat, c.base, c.vat)
		}
	}
}

func TestTransferCostsComeOnTop(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rate            pricing.Rate
		total, fee, vat string
	}{
		{pricing.TransferRate(), "5000", "4504.5", "495.5"},
		{rate("5000", "0", false), "5550", "5000", "550"},
		{rate("1000", "1", true), "1100", "990.99", "109.01"},
	} {
		got := pricing.Transfer(dec("10000"), c.rate, pricing.DefaultVATRate)
		if got.Total.String() != c.total || got.Fee.String() != c.fee || got.VAT.String() != c.vat || !got.VATRate.Equal(pricing.DefaultVATRate) {
			t.Errorf("Transfer(10000, %+v) = %+v, want %s = %s + %s", c.rate, got, c.total, c.fee, c.vat)
		}
	}
}

func TestFeeVATAndNetAreTheGrossAndNeverNegative(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount, rate, vatRate, includeVAT := drawAmount(t), drawRate(t, 200), drawVATRate(t), rapid.Bool().Draw(t, "includeVAT")
		q := pricing.Compute(amount, rate, vatRate, includeVAT)
		if sum := q.Fee.Add(q.VAT).Add(q.Net); !sum.Equal(amount) || !q.Gross.Equal(amount) {
			t.Fatalf("%+v adds up to %s, not %s", q, sum, amount)
		}
		for _, part := range []decimal.Decimal{q.Fee, q.VAT, q.Net} {
			if part.IsNegative() || !part.Equal(money.Round(part)) {
				t.Fatalf("%+v: %s is no amount", q, part)
			}
		}
		if !includeVAT && !q.VAT.IsZero() {
			t.Fatalf("VAT %s was not asked for", q.VAT)
		}
	})
}

// The same rules are computed again in whole sen and big integers, with one rounding for the fee and one for
// the VAT.
func TestComputeAgreesWithIntegerArithmetic(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount, rate, vatRate, includeVAT := drawAmount(t), drawRate(t, 60), drawVATRate(t), rapid.Bool().Draw(t, "includeVAT")
		fee, vat := oracle(amount, rate, vatRate, includeVAT)
		q := pricing.Compute(amount, rate, vatRate, includeVAT)
		if sen(q.Fee).Cmp(fee) != 0 || sen(q.VAT).Cmp(vat) != 0 {
			t.Fatalf("%s at %+v, VAT rate %s, include %v: got %s + %s, want %s + %s sen", amount, rate, vatRate, includeVAT, q.Fee, q.VAT, fee, vat)
		}
	})
}

func oracle(amount decimal.Decimal, rate pricing.Rate, vatRate decimal.Decimal, includeVAT bool) (fee, vat *big.Int) {
	a, flat, ppm, bp := sen(amount), sen(rate.Flat), units(rate.Percent, 4), units(vatRate, 2)
	raw := new(big.Int).Add(new(big.Int).Mul(flat, big.NewInt(1_000_000)), new(big.Int).Mul(a, ppm))
	fee = halfUp(raw, big.NewInt(1_000_000))
	part := func(total *big.Int) (*big.Int, *big.Int) {
		v := halfUp(new(big.Int).Mul(total, bp), new(big.Int).Add(big.NewInt(10_000), bp))
		return new(big.Int).Sub(total, v), v
	}
	if rate.VATInclusive {
		fee, vat = part(fee)
	} else {
		vat = halfUp(new(big.Int).Mul(fee, bp), big.NewInt(10_000))
	}
	if !includeVAT {
		if vat.SetInt64(0); fee.Cmp(a) > 0 {
			fee = a
		}
		return fee, vat
	}
	if new(big.Int).Add(fee, vat).Cmp(a) > 0 {
		return part(a)
	}
	return fee, vat
}

// halfUp returns n/d rounded to the nearest integer, for n >= 0.
func halfUp(n, d *big.Int) *big.Int {
	twice := new(big.Int).Add(new(big.Int).Lsh(n, 1), d)
	return twice.Quo(twice, new(big.Int).Lsh(d, 1))
}

func sen(d decimal.Decimal) *big.Int { return units(d, 2) }

func units(d decimal.Decimal, places int32) *big.Int { return d.Shift(places).BigInt() }

// drawAmount draws small amounts as often as large ones, because cuts and roundings matter for small amounts.
func drawAmount(t *rapid.T) decimal.Decimal {
	top := rapid.SampledFrom([]int64{100, 10_000, 1_000_000, 100_000_000_000_000}).Draw(t, "top")
	return decimal.New(rapid.Int64Range(1, top).Draw(t, "sen"), -2)
}

func drawRate(t *rapid.T, maxPercent int64) pricing.Rate {
	return pricing.Rate{
		Flat:         decimal.New(rapid.SampledFrom([]int64{0, 1, 50, 100_000, 400_000}).Draw(t, "flat"), -2),
		Percent:      decimal.New(rapid.Int64Range(0, maxPercent*10_000).Draw(t, "percent"), -4),
		VATInclusive: rapid.Bool().Draw(t, "inclusive"),
	}
}

func drawVATRate(t *rapid.T) decimal.Decimal {
	return rapid.SampledFrom([]decimal.Decimal{dec("0"), dec("10"), pricing.DefaultVATRate, dec("12"), dec("11.11")}).Draw(t, "vatRate")
}
