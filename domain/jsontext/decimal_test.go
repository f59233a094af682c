package jsontext_test

import (
	"math"
	"testing"

	"gateway/domain/jsontext"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

func TestDecimalsHaveTheTextOfTheirLibrary(t *testing.T) {
	t.Parallel()
	same := func(t interface{ Errorf(string, ...any) }, d decimal.Decimal) {
		if got := string(jsontext.AppendDecimal([]byte("x"), d)); got != "x"+d.String() {
			t.Errorf("%d e%d became %q, want %q", d.Coefficient(), d.Exponent(), got[1:], d.String())
		}
	}
	same(t, decimal.Decimal{})
	for _, n := range []int64{0, 1, -1, 5, 10, 100, 12_345, -12_300, 999_999_999_999_999_999, -999_999_999_999_999_999, 1_000_000_000_000_000_000, math.MaxInt64, math.MinInt64} {
		for exponent := int32(-21); exponent <= 3; exponent++ {
			same(t, decimal.New(n, exponent))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		same(t, decimal.New(rapid.Int64().Draw(t, "coefficient"), rapid.Int32Range(-25, 5).Draw(t, "exponent")))
	})
}

func BenchmarkAppendDecimal(b *testing.B) {
	amount, text := decimal.New(1_234_550, -2), make([]byte, 0, 64)
	b.ReportAllocs()
	for b.Loop() {
		text = jsontext.AppendDecimal(text[:0], amount)
	}
}
