package money_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

func TestParseTakesAnAmountAsAJSONNumber(t *testing.T) {
	t.Parallel()
	for literal, want := range map[string]string{
		"0.01":                         "0.01",
		"1":                            "1",
		"1000":                         "1000",
		"10000.5":                      "10000.5",
		"99999999.99":                  "99999999.99",
		"999999999999.99":              "999999999999.99",
		"1000000000000":                "1000000000000",
		"1000000000000.00":             "1000000000000",
		"1.500":                        "1.5", // two decimals by value, not by spelling
		"1e3":                          "1000",
		"1E+3":                         "1000",
		"1e12":                         "1000000000000",
		"1.25e1":                       "12.5",
		"125e-2":                       "1.25",
		"1000000e-8":                   "0.01",
		"1." + strings.Repeat("0", 38): "1", // 40 characters
	} {
		got, err := money.Parse(literal)
		if err != nil || got.String() != want {
			t.Errorf("Parse(%s) = %s, %v; want %s", literal, got, err, want)
		}
	}
}

func TestParseRefusesWhatIsNoAmount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ literal, message string }{
		{`"1000"`, "must be a JSON number, not a string"},
		{`"` + strings.Repeat("9", 50) + `"`, "must be a JSON number, not a string"},
		{`null`, "must be a number, not null"},
		{``, "must be a number"},
		{`NaN`, "must be a number"},
		{`Infinity`, "must be a number"},
		{`true`, "must be a number"},
		{`{}`, "must be a number"},
		{`[1]`, "must be a number"},
		{`01`, "must be a number"},
		{`+1`, "must be a number"},
		{`.5`, "must be a number"},
		{`5.`, "must be a number"},
		{`0x10`, "must be a number"},
		{`1_000`, "must be a number"},
		{`1,000`, "must be a number"},
		{` 1`, "must be a number"},
		{"1\n", "must be a number"},
		{"\u22121", "must be a number"}, // decimal itself would accept this minus sign
		{"\u0661", "must be a number"},
		{`1e`, "must be a number"},
		{`1e400`, "has an exponent out of range"},
		{`1e-400`, "has an exponent out of range"},
		{`1e21`, "has an exponent out of range"},
		{`0e99999999999999999999`, "has an exponent out of range"},
		{"1." + strings.Repeat("0", 39), "must be a number of at most 40 characters"},
		{strings.Repeat("9", 1<<20), "must be a number of at most 40 characters"},
		{`0.001`, "may have at most 2 decimals"},
		{`1.005`, "may have at most 2 decimals"},
		{`1e-3`, "may have at most 2 decimals"},
		{`-0.001`, "may have at most 2 decimals"},
		{`1000000000000.01`, "must be at most 1000000000000"},
		{`1e13`, "must be at most 1000000000000"},
		{`1e20`, "must be at most 1000000000000"},
		{`0`, "must be greater than 0"},
		{`-0`, "must be greater than 0"},
		{`0.00`, "must be greater than 0"},
		{`-0.01`, "must be greater than 0"},
		{`-1000`, "must be greater than 0"},
	} {
		got, err := money.Parse([]byte(c.literal))
		var refusal *domain.Refusal
		if !errors.As(err, &refusal) || refusal.Message != c.message {
			t.Errorf("Parse(%.60s) = %s, %v; want the refusal %q", c.literal, got, err, c.message)
			continue
		}
		if refusal.Kind != domain.Invalid || refusal.Field != "" || !got.IsZero() {
			t.Errorf("Parse(%.60s): kind %d, field %q, value %s", c.literal, refusal.Kind, refusal.Field, got)
		}
	}
}

func TestParseSignedTakesBothSigns(t *testing.T) {
	t.Parallel()
	for literal, ok := range map[string]bool{
		"-0.01": true, "0.01": true, "-1000000000000": true, "1000000000000": true,
		"-1000000000000.01": false, "1000000000000.01": false, "0": false, "-0.00": false, "-0.001": false,
	} {
		got, err := money.ParseSigned(literal)
		if (err == nil) != ok || (ok && !got.Equal(decimal.RequireFromString(literal))) {
			t.Errorf("ParseSigned(%s) = %s, %v; want ok %v", literal, got, err, ok)
		}
	}
}

func TestParseNumberLeavesTheRangeToTheCaller(t *testing.T) {
	t.Parallel()
	for literal, want := range map[string]string{"0": "0", "0.7": "0.7", "-1.2345": "-1.2345", "1e20": "100000000000000000000"} {
		if got, err := money.ParseNumber(literal); err != nil || got.String() != want {
			t.Errorf("ParseNumber(%s) = %s, %v; want %s", literal, got, err, want)
		}
	}
	for _, literal := range []string{`"0.7"`, `null`, `1e400`} {
		if got, err := money.ParseNumber(literal); err == nil {
			t.Errorf("ParseNumber(%s) = %s, want an error", literal, got)
		}
	}
}

// FuzzParse checks the promise of Parse for any bytes: what it accepts is a JSON number and a valid amount,
// and is read back the same from the program's own JSON.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"1", "0.01", "1e3", "1e400", `"1"`, "null", "-1", "1.005", "1000000000000.01", "1e-2147483648"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d, err := money.Parse(raw)
		if err != nil {
			return
		}
		if !json.Valid(raw) || !d.IsPositive() || d.GreaterThan(money.Max) || !d.Equal(d.Round(2)) {
			t.Fatalf("Parse(%q) = %s", raw, d)
		}
		out, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := money.Parse(out); err != nil || !again.Equal(d) {
			t.Fatalf("%q was written as %s and read back as %s, %v", raw, out, again, err)
		}
	})
}
