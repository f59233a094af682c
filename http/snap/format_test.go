package snap_test

import (
	"errors"
	"testing"
	"time"

	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

func TestAmountsHaveTwoDecimalsAndOneCurrency(t *testing.T) {
	t.Parallel()
	if got := snap.AmountOf(decimal.RequireFromString("10000")); got != (snap.Amount{Value: "10000.00", Currency: "IDR"}) {
		t.Errorf("%+v", got)
	}
	for text, want := range map[string]string{"10000.00": "10000", "10000": "10000", "0.50": "0.5", "9999999999999999.99": "9999999999999999.99"} {
		if got, err := (snap.Amount{Value: text, Currency: "IDR"}).Rupiah(); err != nil || got.String() != want {
			t.Errorf("%s: %s (%v)", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "-1.00", "+1.00", "1.001", "1e3", "1,00", "1.0.0", "12345678901234567.00", " 1.00"} {
		if got, err := (snap.Amount{Value: text, Currency: "IDR"}).Rupiah(); !errors.Is(err, snap.ErrAmount) {
			t.Errorf("%q is %s (%v)", text, got, err)
		}
	}
	if _, err := (snap.Amount{Value: "1.00", Currency: "USD"}).Rupiah(); !errors.Is(err, snap.ErrCurrency) {
		t.Error(err)
	}
}

func TestTimesOfAllProvidersAreRead(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 12, 31, 16, 59, 59, 0, time.UTC)
	if got := snap.FormatTime(at); got != "2026-12-31T23:59:59+07:00" {
		t.Error(got)
	}
	for _, text := range []string{"2026-12-31T23:59:59+07:00", "2026-12-31T16:59:59Z", "2026-12-31T16:59:59.000Z", "2026-12-31T16:59:59-00:00", "20261231T165959Z"} {
		if got, err := snap.ParseTime(text); err != nil || !got.Equal(at) || got.Location() != time.UTC {
			t.Errorf("%s: %s (%v)", text, got, err)
		}
	}
	for _, text := range []string{"", "2026-12-31", "2026-12-31 16:59:59", "1735689599"} {
		if got, err := snap.ParseTime(text); err == nil {
			t.Errorf("%q is %s", text, got)
		}
	}
}

func TestResponseCodesAreReadLeniently(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]snap.Code{
		"2002700":  {Status: 200, Service: 27},
		"4042518":  {Status: 404, Service: 25, Case: 18},
		"2000000":  {Status: 200},              // DANA leaves the service out
		"20054000": {Status: 200, Service: 54}, // the portal's own sample
	} {
		if got, ok := snap.ParseCode(text); !ok || got != want {
			t.Errorf("%s: %+v %t", text, got, ok)
		}
	}
	for _, text := range []string{"", "200", "abcdefg", "-200270", "0002700", "200270000"} {
		if got, ok := snap.ParseCode(text); ok {
			t.Errorf("%q is %+v", text, got)
		}
	}
	if c := snap.Inconsistent.Of(snap.ServiceVAPayment); c.String() != "4042518" || !c.Is(snap.Inconsistent) || c.Message() != "Inconsistent Request" {
		t.Errorf("%s %q", c, c.Message())
	}
}
