package bank

import (
	"slices"
	"strings"

	"gateway/domain"
)

// Bank is a destination of transfers. Code is the provider's code. An account number has MinDigits to
// MaxDigits digits, both included.
type Bank struct {
	Code      string
	Name      string
	MinDigits int
	MaxDigits int
}

// The statuses of a channel, as administrators see them.
const (
	StatusActive   = "active"
	StatusInactive = "inactive"
)

// The assumed lengths of account numbers for a bank that publishes none.
const (
	minDigits = 5
	maxDigits = 20
)

// digits holds the published lengths of account numbers.
var digits = map[string][2]int{
	"BCA":     {10, 10},
	"BNI":     {7, 11},
	"BRI":     {13, 17},
	"MANDIRI": {12, 17},
	"PERMATA": {7, 16},
}

// All lists the banks, sorted by code. The caller may change the slice.
func All() []Bank {
	all := make([]Bank, len(names))
	for i, n := range names {
		all[i] = bankOf(n)
	}
	return all
}

// Codes lists the codes of the active banks, in the order of All.
func (s State) Codes() (codes []string) {
	for _, b := range All() {
		if s.Active(b.Code) {
			codes = append(codes, b.Code)
		}
	}
	return codes
}

// Find returns the bank with this code, or failing that with this name, in upper or lower case.
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

// CheckAccount refuses, with invalid_field norek, an account number that is not digits or
// has a wrong length for this bank. The message does not show the number, which is
// personal data.
func (b Bank) CheckAccount(number string) error {
	if strings.Trim(number, "0123456789") != "" {
		return domain.InvalidField("norek", "must be digits only")
	}
	switch n := len(number); {
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
