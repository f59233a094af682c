package period

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/shopspring/decimal"
)

// Line is an account in the trial balance of a month. A posting above zero is a credit, one below zero a debit, so
// Opening - Debit + Credit = Closing. Amounts are in rupiah; Debit and Credit are never below zero.
type Line struct {
	Account string          `json:"account"`
	Opening decimal.Decimal `json:"opening"`
	Debit   decimal.Decimal `json:"debit"`
	Credit  decimal.Decimal `json:"credit"`
	Closing decimal.Decimal `json:"closing"`
}

// Figures are what every store has in common about a closed month: no position is among them.
type Figures struct {
	Month, TimeZone      string
	EventsBefore, Events int64
	TrialBalance         []Line
}

// Figures returns those of the event.
func (c Closed) Figures() Figures {
	return Figures{
		Month: c.Month, TimeZone: c.TimeZone, EventsBefore: c.EventsBefore, Events: c.Events, TrialBalance: c.TrialBalance,
	}
}

// Text returns the figures as lines of text, from which the hash of a closed month is made. The first line has the form,
// the second the month, its time zone and the two numbers of events, each further one an account: its name, opening,
// debit, credit and closing, separated by spaces, amounts with two decimals. Every line ends with a line feed.
func (f Figures) Text() string {
	const decimals = 2
	var b strings.Builder
	fmt.Fprintf(&b, "gateway-period/v1\n%s %s %d %d\n", f.Month, f.TimeZone, f.EventsBefore, f.Events)
	for _, l := range f.TrialBalance {
		fmt.Fprintf(&b, "%s %s %s %s %s\n", l.Account, l.Opening.StringFixed(decimals), l.Debit.StringFixed(decimals),
			l.Credit.StringFixed(decimals), l.Closing.StringFixed(decimals))
	}
	return b.String()
}

// Hash returns the SHA-256 of the text in hexadecimal.
func (f Figures) Hash() string {
	sum := sha256.Sum256([]byte(f.Text()))
	return hex.EncodeToString(sum[:])
}
