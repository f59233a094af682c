package risk

import (
	"slices"
	"time"

	"gateway/domain/balance"

	"github.com/shopspring/decimal"
)

// The codes of signs.
const (
	// NewAccount: the client registered less than NewAccountFor before the request. At is the registration.
	NewAccount = "new_account"
	// BankAccountChanged: the client's bank account changed less than RecentChange before the request, or since. At is the
	// change.
	BankAccountChanged = "bank_account_changed"
	// FirstPayout: none of the kind was completed before.
	FirstPayout = "first_payout"
	// UnusualAmount: the amount is at least UnusualFactor times the usual one. Amount is the usual one, Count on how many
	// completed payouts it is measured.
	UnusualAmount = "unusual_amount"
	// NewDestination: none of the last completed settlements, of which there are Count, went to this bank account.
	NewDestination = "new_destination"
	// NewNetwork: the API key that asked was first used from its network less than NetworkSettled before the request, and
	// from Count other networks before. At is the first use from this one; nil if it is not known yet.
	NewNetwork = "new_network"
)

// What the signs are measured on.
const (
	NewAccountFor  = 30 * 24 * time.Hour
	RecentChange   = 7 * 24 * time.Hour
	NetworkSettled = 24 * time.Hour
	UnusualFactor  = 2
	// UsualOf is the number of the last completed payouts that the usual amount is the median of.
	UsualOf = 20
	// UsualFrom is the number from which on there is a usual amount.
	UsualFrom = 3
)

// Codes lists the codes of all signs, in the order in which Signs returns them.
func Codes() []string {
	return []string{NewAccount, BankAccountChanged, FirstPayout, UnusualAmount, NewDestination, NewNetwork}
}

// Facts are what the signs of a payout are found in.
type Facts struct {
	// Kind is balance.Withdrawal or balance.Settlement.
	Kind        string
	Amount      decimal.Decimal
	RequestedAt time.Time
	// To is the bank account that the payout goes to.
	To balance.BankAccount
	// Registered is the time of the client's registration.
	Registered time.Time
	// BankChanged is the time of the last change of the bank account in the client's profile. It is zero if the account
	// never replaced another one.
	BankChanged time.Time
	// Done are the last completed payouts of the kind that were requested before, at most UsualOf.
	Done []Done
	// Networks are those that the API key that asked is known to have been used from. They are empty if no API key asked.
	Networks []KeyNetwork
	// From is the network that the request came from, empty if it is not known or no API key asked.
	From string
}

// Done is a completed payout.
type Done struct {
	Amount decimal.Decimal
	To     balance.BankAccount
}

// KeyNetwork is a network (NetworkOf) that an API key was used from.
type KeyNetwork struct {
	Network string
	// Since is the first use from there.
	Since time.Time
}

// Sign is a sign of risk with its figures. Those that the code does not have are nil.
type Sign struct {
	Code   string           `json:"code"`
	At     *time.Time       `json:"at"`
	Amount *decimal.Decimal `json:"amount"`
	Count  *int             `json:"count"`
}

// Signs returns the signs of a payout, in the order of Codes. It is never nil.
func Signs(f Facts) []Sign {
	signs := []Sign{}
	if !f.Registered.IsZero() && f.RequestedAt.Sub(f.Registered) < NewAccountFor {
		signs = append(signs, Sign{Code: NewAccount, At: &f.Registered})
	}
	if !f.BankChanged.IsZero() && f.RequestedAt.Sub(f.BankChanged) < RecentChange {
		signs = append(signs, Sign{Code: BankAccountChanged, At: &f.BankChanged})
	}
	signs = append(signs, f.amongDone()...)
	if s, is := f.newNetwork(); is {
		signs = append(signs, s)
	}
	return signs
}

// amongDone returns the signs that compare the payout with those completed before.
func (f Facts) amongDone() (signs []Sign) {
	n := len(f.Done)
	if n == 0 {
		return []Sign{{Code: FirstPayout}}
	}
	if usual := median(f.Done); n >= UsualFrom && !f.Amount.LessThan(usual.Mul(decimal.NewFromInt(UnusualFactor))) {
		signs = append(signs, Sign{Code: UnusualAmount, Amount: &usual, Count: &n})
	}
	known := slices.ContainsFunc(f.Done, func(d Done) bool { return d.To == f.To })
	if f.Kind == balance.Settlement && !known {
		signs = append(signs, Sign{Code: NewDestination, Count: &n})
	}
	return signs
}

// median returns the median amount, rounded to whole rupiah.
func median(done []Done) decimal.Decimal {
	amounts := make([]decimal.Decimal, len(done))
	for i, d := range done {
		amounts[i] = d.Amount
	}
	slices.SortFunc(amounts, decimal.Decimal.Cmp)
	middle := len(amounts) / 2
	if len(amounts)%2 == 1 {
		return amounts[middle]
	}
	return amounts[middle-1].Add(amounts[middle]).Div(decimal.NewFromInt(2)).Round(0)
}

// newNetwork returns the sign of a network that the key is new at. There is none for a key that was used nowhere before.
func (f Facts) newNetwork() (Sign, bool) {
	if f.From == "" {
		return Sign{}, false
	}
	s, others := Sign{Code: NewNetwork}, 0
	for _, n := range f.Networks {
		settled := f.RequestedAt.Sub(n.Since) >= NetworkSettled
		switch {
		case n.Network == f.From && settled:
			return Sign{}, false
		case n.Network == f.From:
			s.At = &n.Since
		case settled:
			others++
		}
	}
	s.Count = &others
	return s, others > 0
}
