package money_test

import (
	"encoding/json"
	"errors"
	"testing"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

func TestRoundIsHalfAwayFromZeroToTwoDecimals(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"0": "0", "1": "1", "1.004": "1", "1.005": "1.01", "1.015": "1.02", "1.0049999999": "1",
		"-1.004": "-1", "-1.005": "-1.01", "999999999999.995": "1000000000000",
	} {
		if got := money.Round(decimal.RequireFromString(in)); got.String() != want {
			t.Errorf("Round(%s) = %s, want %s", in, got, want)
		}
	}
}

func TestRoundQuotientRoundsTheExactQuotientOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dividend, divisor, want string }{
		{"1", "3", "0.33"},
		{"2", "3", "0.67"},
		{"1", "200", "0.01"}, // 0.005
		{"-1", "200", "-0.01"},
		// 0.00499...: one rounding to 16 digits on the way would make it 0.005, and that 0.01
		{"0.0049999999999999999999", "1", "0"},
	} {
		got := money.RoundQuotient(decimal.RequireFromString(c.dividend), decimal.RequireFromString(c.divisor))
		if got.String() != c.want {
			t.Errorf("RoundQuotient(%s, %s) = %s, want %s", c.dividend, c.divisor, got, c.want)
		}
	}
}

func TestRoundQuotientByOneIsRound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := decimal.New(rapid.Int64().Draw(t, "coefficient"), rapid.Int32Range(-12, 4).Draw(t, "exponent"))
		if got, want := money.RoundQuotient(d, money.FromInt(1)), money.Round(d); !got.Equal(want) {
			t.Fatalf("%s: quotient %s, round %s", d, got, want)
		}
	})
}

func TestAmountsLeaveAsJSONNumbers(t *testing.T) {
	t.Parallel()
	out, err := json.Marshal(map[string]decimal.Decimal{"a": money.FromInt(1000), "b": decimal.New(1050, -2), "c": money.Zero, "d": money.Max})
	if want := `{"a":1000,"b":10.5,"c":0,"d":1000000000000}`; err != nil || string(out) != want {
		t.Errorf("%s, %v; want %s", out, err, want)
	}
}

func TestInputTellsAbsentFromPresentAndRefusesNull(t *testing.T) {
	t.Parallel()
	type request struct {
		Amount money.Input       `json:"amount"`
		Change money.SignedInput `json:"change"`
		Rate   money.NumberInput `json:"rate"`
	}
	var all request
	if err := json.Unmarshal([]byte(`{"amount":1000.50,"change":-7,"rate":0}`), &all); err != nil {
		t.Fatal(err)
	}
	if all.Amount.Value.String() != "1000.5" || all.Change.Value.String() != "-7" || !all.Rate.Value.IsZero() ||
		!all.Amount.Set || !all.Change.Set || !all.Rate.Set {
		t.Errorf("read %+v", all)
	}
	var none request
	if err := json.Unmarshal([]byte(`{}`), &none); err != nil || none.Amount.Set || none.Change.Set || none.Rate.Set {
		t.Errorf("nothing was sent: %+v, %v", none, err)
	}
	for _, body := range []string{
		`{"amount":null}`, `{"amount":"1"}`, `{"amount":-1}`, `{"amount":1e400}`,
		`{"change":null}`, `{"change":0}`, `{"rate":null}`, `{"rate":"0.7"}`,
	} {
		var r request
		var refusal *domain.Refusal
		if err := json.Unmarshal([]byte(body), &r); !errors.As(err, &refusal) || r.Amount.Set || r.Change.Set || r.Rate.Set {
			t.Errorf("%s: %+v, %v; want a refusal", body, r, err)
		}
	}
}
