package snap

import (
	"errors"
	"time"

	"github.com/shopspring/decimal"
)

// Names of the standard's headers.
const (
	HeaderTimestamp  = "X-TIMESTAMP"
	HeaderSignature  = "X-SIGNATURE"
	HeaderClientKey  = "X-CLIENT-KEY"
	HeaderPartnerID  = "X-PARTNER-ID"
	HeaderExternalID = "X-EXTERNAL-ID"
	HeaderChannelID  = "CHANNEL-ID"
)

// Amount is money on the wire: {"value":"10000.00","currency":"IDR"}.
type Amount struct {
	Value    string `json:"value"`
	Currency string `json:"currency"`
}

// Rupiah is the only currency of the gateway.
const Rupiah = "IDR"

// AmountOf writes rupiah with two decimals.
func AmountOf(rupiah decimal.Decimal) Amount {
	return Amount{Value: rupiah.StringFixed(2), Currency: Rupiah}
}

// Errors of Amount.Rupiah.
var (
	ErrAmount   = errors.New("is not an amount")
	ErrCurrency = errors.New("is not in rupiah")
)

// maxAmountLength is the longest value of the standard: 16 digits, a point and two decimals.
const maxAmountLength = 19

// Rupiah reads the amount. Errors: ErrCurrency, and ErrAmount for what is no number, is negative, has more
// than 16 digits before the point, or more than two after it.
func (a Amount) Rupiah() (decimal.Decimal, error) {
	if a.Currency != Rupiah {
		return decimal.Zero, ErrCurrency
	}
	for _, c := range []byte(a.Value) {
		if (c < '0' || c > '9') && c != '.' {
			return decimal.Zero, ErrAmount
		}
	}
	value, err := decimal.NewFromString(a.Value)
	if err != nil || len(a.Value) > maxAmountLength || value.Exponent() < -2 {
		return decimal.Zero, ErrAmount
	}
	return value, nil
}

// zone is the zone of the times that the gateway writes: Jakarta's, as in the standard's samples.
var zone = time.FixedZone("", 7*60*60)

// FormatTime writes a time to the second: 2026-12-31T23:59:59+07:00.
func FormatTime(t time.Time) string { return t.In(zone).Format("2006-01-02T15:04:05-07:00") }

// ParseTime reads a time with seconds or fractions of them, and with any offset, as providers send them. The
// result is in UTC.
func ParseTime(text string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		// The portal's own samples have this form.
		if t, err = time.Parse("20060102T150405Z07:00", text); err != nil {
			return time.Time{}, errors.New("is not a time")
		}
	}
	return t.UTC(), nil
}
