package pricing_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/pricing"
)

func TestChannelsHaveTheProvidersLimitsAndTheirExpiry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code     string
		kind     pricing.Kind
		min, max string
		expiry   time.Duration
	}{
		{"BCA", pricing.VA, "10000", "50000000", 24 * time.Hour},
		{"BNI", pricing.VA, "10000", "50000000000", 24 * time.Hour},
		{"BRI", pricing.VA, "10000", "50000000000", 24 * time.Hour},
		{"MANDIRI", pricing.VA, "10000", "50000000000", 24 * time.Hour},
		{"PERMATA", pricing.VA, "10000", "9999999999", 24 * time.Hour},
		{"OVO", pricing.EWallet, "100", "20000000", 55 * time.Second},
		{"DANA", pricing.EWallet, "100", "20000000", 30 * time.Minute},
		{"SHOPEEPAY", pricing.EWallet, "100", "20000000", 30 * time.Minute},
		{"LINKAJA", pricing.EWallet, "100", "10000000", 30 * time.Minute},
		{"QRIS", pricing.QRIS, "1", "10000000", 24 * time.Hour},
		{"INVOICE", pricing.Invoice, "1000", "1000000000000", 24 * time.Hour},
	} {
		got, ok := pricing.Lookup(" " + strings.ToLower(c.code) + " ")
		if !ok || got.Code != c.code || got.Kind != c.kind || !got.Min.Equal(dec(c.min)) || !got.Max.Equal(dec(c.max)) || got.Expiry != c.expiry {
			t.Errorf("Lookup(%s) = %+v, %v", c.code, got, ok)
		}
	}
	for _, code := range []string{"", "VA", "GOPAY", "ID_OVO", pricing.TransferCode} {
		if c, ok := pricing.Lookup(code); ok {
			t.Errorf("Lookup(%q) = %+v, want nothing", code, c)
		}
	}
}

func TestAClientChoosesTheEndOfAPaymentWithinTheLimits(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		code, refusal string
		open          time.Duration
	}{
		{code: "BCA", open: time.Minute},
		{code: "BCA", open: time.Minute - 1, refusal: "must be at least 1 minute and at most 31 days from now for BCA"},
		{code: "BCA", open: 31 * 24 * time.Hour},
		{code: "BCA", open: 31*24*time.Hour + 1, refusal: "must be at least 1 minute and at most 31 days from now for BCA"},
		{code: "QRIS", open: -time.Hour, refusal: "must be at least 1 minute and at most 31 days from now for QRIS"},
		{code: "INVOICE", open: 31 * 24 * time.Hour},
		{code: "DANA", open: 30 * time.Minute},
		{code: "DANA", open: 31 * time.Minute, refusal: "must be at least 1 minute and at most 30 minutes from now for DANA"},
		{code: "OVO", open: time.Minute, refusal: "can't be chosen for OVO: its payments are open for 55 seconds"},
	} {
		channel, _ := pricing.Lookup(c.code)
		err := channel.CheckExpiry(now.Add(c.open), now)
		if c.refusal == "" && err == nil {
			continue
		}
		if want := "expires_at: " + c.refusal; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s open for %s: %v, want %q", c.code, c.open, err, want)
		}
	}
}

func TestCheckAmountHoldsBothLimits(t *testing.T) {
	t.Parallel()
	for amount, ok := range map[string]bool{"99": false, "100": true, "20000000": true, "20000001": false} {
		c, _ := pricing.Lookup("OVO")
		err := c.CheckAmount(dec(amount))
		var refusal *domain.Refusal
		if (err == nil) != ok || (err != nil && (!errors.As(err, &refusal) || refusal.Field != "amount")) {
			t.Errorf("CheckAmount(%s) = %v, want ok %v", amount, err, ok)
		}
	}
}

func TestCheckAmountWantsWholeRupiah(t *testing.T) {
	t.Parallel()
	for _, c := range pricing.Channels() {
		for amount, ok := range map[string]bool{"20000": true, "20000.00": true, "20000.5": false, "20000.01": false, "19999.99": false} {
			err := c.CheckAmount(dec(amount))
			if (err == nil) != ok || !ok && !strings.Contains(err.Error(), "amount: must be whole rupiah") {
				t.Errorf("%s: CheckAmount(%s) = %v, want ok %v", c.Code, amount, err, ok)
			}
		}
	}
}

func TestAChannelIsNamedByItsCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code string
		kind pricing.Kind
		want string // the channel, or a part of the refusal
	}{
		{"BCA", pricing.VA, "BCA"},
		{" ovo ", pricing.EWallet, "OVO"},
		{"OVO", "", "OVO"},
		{"", pricing.VA, "bank: is required"},
		{"  ", "", "bank: is required"},
		{"OVO", pricing.VA, "must be one of BCA, "},
		{"GOPAY", pricing.EWallet, "DANA, LINKAJA, OVO, SHOPEEPAY"},
		{"GOPAY", "", "QRIS"},
	} {
		got, err := pricing.Named("bank", c.code, c.kind)
		if said := fmt.Sprint(got.Code, err); err == nil && got.Code != c.want || err != nil && !strings.Contains(said, c.want) {
			t.Errorf("Named(%q, %q) = %s, %v, want %s", c.code, c.kind, got.Code, err, c.want)
		}
		if err != nil && c.kind != "" && strings.Contains(err.Error(), "QRIS") {
			t.Errorf("Named(%q, %q) names channels of other kinds: %v", c.code, c.kind, err)
		}
	}
}

func TestEveryChannelIsNamedOnceAndHasARate(t *testing.T) {
	t.Parallel()
	rates, codes, names := pricing.DefaultRates(), map[string]bool{}, map[string]bool{}
	for _, c := range pricing.Channels() {
		if codes[c.Code] || names[c.Name] || c.Code != strings.ToUpper(c.Code) || c.Name == "" || !c.Min.LessThan(c.Max) {
			t.Errorf("channel %+v", c)
		}
		codes[c.Code], names[c.Name] = true, true
		if _, ok := rates[c.Code]; !ok {
			t.Errorf("%s has no rate", c.Code)
		}
		if b, ok := bank.Find(c.Code); c.Kind == pricing.VA && (!ok || b.Code != c.Code) {
			t.Errorf("%s is no bank", c.Code)
		}
	}
	if len(rates) != len(codes)+1 { // and one for transfers
		t.Errorf("%d rates for %d channels", len(rates), len(codes))
	}
}

func TestDefaultRates(t *testing.T) {
	t.Parallel()
	defaults := pricing.DefaultRates()
	for code, want := range map[string]pricing.Rate{
		"BCA": rate("4000", "0", false), "MANDIRI": rate("4000", "0", false), "INVOICE": rate("4000", "0", false),
		"QRIS": rate("0", "0.7", true), "OVO": rate("0", "1.5", false), "DANA": rate("0", "1.5", false),
		"LINKAJA": rate("0", "1.5", false), "SHOPEEPAY": rate("0", "2", false), pricing.TransferCode: rate("5000", "0", true),
	} {
		if got := defaults[code]; !got.Equal(want) || got.Check() != nil {
			t.Errorf("%s: %+v, want %+v", code, got, want)
		}
	}
	if delete(defaults, "BCA"); len(pricing.DefaultRates()) != len(defaults)+1 {
		t.Error("a caller changed the defaults")
	}
}

func TestRateCheckNamesTheField(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ flat, percent, field string }{
		{"0", "0", ""},
		{"1000000000000", "0", ""},
		{"0.01", "0.0001", ""},
		{"0", "50", ""},
		{"-0.01", "0", "flat"},
		{"0.001", "0", "flat"},
		{"1000000000000.01", "0", "flat"},
		{"0", "-0.0001", "percent"},
		{"0", "50.0001", "percent"},
		{"0", "0.00001", "percent"},
	} {
		err := rate(c.flat, c.percent, false).Check()
		var refusal *domain.Refusal
		if errors.As(err, &refusal); (c.field == "") != (err == nil) || (err != nil && refusal.Field != c.field) {
			t.Errorf("%s + %s %%: %v, want field %q", c.flat, c.percent, err, c.field)
		}
	}
}
