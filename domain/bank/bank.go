package bank

import (
	"slices"
	"strings"

	"gateway/domain"
)

// Bank is one destination of a transfer. Code is the provider's; an account
// number has MinDigits to MaxDigits digits, both included.
type Bank struct {
	Code      string
	Name      string
	MinDigits int
	MaxDigits int
}

// Account numbers of a bank that publishes no length.
const (
	minDigits = 5
	maxDigits = 20
)

// digits are the lengths that banks publish for their account numbers.
var digits = map[string][2]int{
	"BCA":     {10, 10},
	"BNI":     {7, 11},
	"BRI":     {13, 17},
	"MANDIRI": {12, 17},
	"PERMATA": {7, 16},
}

// All lists the banks in the order of their codes. The slice is the caller's.
func All() []Bank {
	all := make([]Bank, len(names))
	for i, n := range names {
		all[i] = bankOf(n)
	}
	return all
}

// Find gives the bank of this code or, failing that, of this name, whatever the
// case and the spaces around it.
func Find(codeOrName string) (Bank, bool) {
	wanted := strings.TrimSpace(codeOrName)
	i, ok := slices.BinarySearchFunc(names, strings.ToUpper(wanted), func(n named, code string) int {
		return strings.Compare(n.code, code)
	})
	if !ok {
		i = slices.IndexFunc(names, func(n named) bool { return strings.EqualFold(n.name, wanted) })
	}
	if i < 0 {
		return Bank{}, false
	}
	return bankOf(names[i]), true
}

// CheckAccount refuses, naming `norek`, what can be no account number of this
// bank: anything but digits, or a wrong length. The number itself is personal
// data and stays out of the message.
func (b Bank) CheckAccount(norek string) error {
	if strings.Trim(norek, "0123456789") != "" {
		return domain.InvalidField("norek", "must be digits only")
	}
	switch n := len(norek); {
	case n >= b.MinDigits && n <= b.MaxDigits:
		return nil
	case b.MinDigits == b.MaxDigits:
		return domain.InvalidField("norek", "must have %d digits for %s", b.MinDigits, b.Code)
	}
	return domain.InvalidField("norek", "must have %d to %d digits for %s", b.MinDigits, b.MaxDigits, b.Code)
}

func bankOf(n named) Bank {
	b := Bank{Code: n.code, Name: n.name, MinDigits: minDigits, MaxDigits: maxDigits}
	if d, ok := digits[n.code]; ok {
		b.MinDigits, b.MaxDigits = d[0], d[1]
	}
	return b
}
