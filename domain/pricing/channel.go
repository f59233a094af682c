package pricing

import (
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// Channel is one way to pay. Code is `channel_code` in the API; a virtual account uses the code of its bank.
// Min and Max are the provider's limits in rupiah, both included. Expiry is how long a payment stays open by
// default.
type Channel struct {
	Code     string
	Kind     Kind
	Name     string
	Min, Max decimal.Decimal
	Expiry   time.Duration
	// Longest is the longest time that a client may keep a payment open. It is zero where the client has no say.
	Longest time.Duration
}

// ShortestExpiry is the shortest time that a client may keep a payment open.
const ShortestExpiry = time.Minute

// CheckAmount refuses an amount outside the channel's limits, and one that is not whole rupiah, with
// invalid_field amount.
func (c Channel) CheckAmount(amount decimal.Decimal) error {
	if money.CheckWhole(amount) != nil {
		return domain.InvalidField("amount", "must be whole rupiah")
	}
	if amount.LessThan(c.Min) || amount.GreaterThan(c.Max) {
		return domain.InvalidField("amount", "must be between %s and %s for %s", c.Min, c.Max, c.Code)
	}
	return nil
}

// CheckExpiry refuses, with invalid_field expires_at, an end that the client may not choose for a payment that is
// requested now. The error names the limits. Both are allowed themselves (resources.md, Checkout).
func (c Channel) CheckExpiry(at, now time.Time) error {
	const field, day = "expires_at", 24 * time.Hour
	open := at.Sub(now)
	switch {
	case c.Longest == 0:
		return domain.InvalidField(field, "can't be chosen for %s: its payments are open for %d seconds", c.Code, c.Expiry/time.Second)
	case open >= ShortestExpiry && open <= c.Longest:
		return nil
	case c.Longest%day == 0:
		return domain.InvalidField(field, "must be at least 1 minute and at most %d days from now for %s", c.Longest/day, c.Code)
	default:
		return domain.InvalidField(field, "must be at least 1 minute and at most %d minutes from now for %s", c.Longest/time.Minute, c.Code)
	}
}

// Lookup finds a channel by its code, in upper or lower case.
func Lookup(code string) (Channel, bool) {
	code = canonicalCode(code)
	i := slices.IndexFunc(channels, func(c Channel) bool { return c.Code == code })
	if i < 0 {
		return Channel{}, false
	}
	return channels[i], true
}

// Named finds a channel by the code in a request's field. The channel must be of the given kind; an empty
// kind allows any. Refusal: invalid_field, with the known codes.
func Named(field, code string, kind Kind) (Channel, error) {
	if strings.TrimSpace(code) == "" {
		return Channel{}, domain.InvalidField(field, "is required")
	}
	channel, known := Lookup(code)
	if !known || kind != "" && channel.Kind != kind {
		return Channel{}, domain.UnknownCode(field, codesOf(kind))
	}
	return channel, nil
}

func codesOf(kind Kind) (codes []string) {
	for _, c := range channels {
		if kind == "" || c.Kind == kind {
			codes = append(codes, c.Code)
		}
	}
	return codes
}

func canonicalCode(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

// Channels lists all channels: virtual accounts, e-wallets, QRIS, the invoice page. The
// caller may change the slice.
func Channels() []Channel { return slices.Clone(channels) }

const (
	dayOpen     = 24 * time.Hour
	monthOpen   = 31 * dayOpen
	eWalletOpen = 30 * time.Minute
	ovoOpen     = 55 * time.Second // the push to the customer's phone ends after this time
)

var channels = []Channel{
	virtualAccount("BCA", "BCA Virtual Account").upTo(50_000_000),
	virtualAccount("BJB", "BJB Virtual Account"),
	virtualAccount("BNC", "Bank Neo Commerce Virtual Account"),
	virtualAccount("BNI", "BNI Virtual Account"),
	virtualAccount("BRI", "BRI Virtual Account"),
	virtualAccount("BSI", "BSI Virtual Account"),
	virtualAccount("CIMB", "CIMB Niaga Virtual Account"),
	virtualAccount("MANDIRI", "Mandiri Virtual Account"),
	virtualAccount("MUAMALAT", "Bank Muamalat Virtual Account"),
	virtualAccount("PERMATA", "Permata Virtual Account").upTo(9_999_999_999),
	virtualAccount("SAHABAT_SAMPOERNA", "Bank Sahabat Sampoerna Virtual Account"),
	eWallet("DANA", "DANA", 20_000_000, eWalletOpen),
	eWallet("LINKAJA", "LinkAja", 10_000_000, eWalletOpen),
	eWallet("OVO", "OVO", 20_000_000, ovoOpen),
	eWallet("SHOPEEPAY", "ShopeePay", 20_000_000, eWalletOpen),
	{Code: "QRIS", Kind: QRIS, Name: "QRIS", Min: money.FromInt(1), Max: money.FromInt(10_000_000), Expiry: dayOpen, Longest: monthOpen},
	{Code: "INVOICE", Kind: Invoice, Name: "Invoice page", Min: money.FromInt(1_000), Max: money.Max, Expiry: dayOpen, Longest: monthOpen},
}

func virtualAccount(code, name string) Channel {
	return Channel{
		Code: code, Kind: VA, Name: name, Min: money.FromInt(10_000), Max: money.FromInt(50_000_000_000),
		Expiry: dayOpen, Longest: monthOpen,
	}
}

// upTo returns the channel with its own, lower Max.
func (c Channel) upTo(most int64) Channel {
	c.Max = money.FromInt(most)
	return c
}

func eWallet(code, name string, maxAmount int64, expiry time.Duration) Channel {
	c := Channel{Code: code, Kind: EWallet, Name: name, Min: money.FromInt(100), Max: money.FromInt(maxAmount), Expiry: expiry}
	if expiry >= ShortestExpiry {
		c.Longest = expiry // the wallet's own page ends then
	}
	return c
}
