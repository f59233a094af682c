package bankstatement

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// The limits of a file. A longer one is split.
const (
	MaxBytes = 4 << 20
	MaxLines = 20_000
	// MaxText is how many characters the text of a line has at most.
	MaxText = 2_000
)

// Currency is the only currency of the books.
const Currency = "IDR"

// Formats of files.
const (
	BCA   = "bca_csv"
	MT940 = "mt940"
)

// Formats returns the formats of files, sorted.
func Formats() []string { return []string{BCA, MT940} }

// Line is a movement on a bank account.
type Line struct {
	// ID names the line: the account, the day and a hash of the rest, such as 1234567890.20261103.5f3a9c01d2ef.
	ID string `json:"id"`
	// ValueDate is the day from which the bank counts the money.
	ValueDate string `json:"value_date"`
	// Amount is in rupiah: above zero for money that came in, below for money that left.
	Amount decimal.Decimal `json:"amount"`
	Text   string          `json:"text"`
	// Balance is the balance of the account after the line; zero for a pending line, of which the bank says none.
	Balance decimal.Decimal `json:"balance"`
	// Occurrence counts lines of a day that are equal in everything else, from 1.
	Occurrence int `json:"occurrence"`
}

// Day is what a file says of an account on a day.
type Day struct {
	Account string `json:"account"`
	// Day is the day on which the bank booked the lines, such as 2026-01-31.
	Day string `json:"day"`
	// Opening and Closing are the balances before the first and after the last line of Lines.
	Opening decimal.Decimal `json:"opening"`
	Closing decimal.Decimal `json:"closing"`
	// Lines are in the order of the bank.
	Lines []Line `json:"lines"`
	// Pending are lines that the bank has announced and not booked.
	Pending []Line `json:"pending"`
	// Begins and Ends report whether the file shows that the day begins before the first and ends after the last of Lines: it
	// goes on from the day before, or to the day after.
	Begins bool `json:"begins"`
	Ends   bool `json:"ends"`
}

// idHash is how many digits of its hash the name of a line has.
const idHash = 12

// dayDigits is a day as it stands in the name of a line.
const dayDigits = "20060102"

// pendingMark keeps a pending line apart from the booked line that replaces it.
const pendingMark = "pending"

// name gives the lines of the day their occurrences and names.
func (d *Day) name() {
	seen := map[string]int{}
	for i := range d.Lines {
		d.Lines[i].name(d.Account, d.Day, d.Lines[i].Balance.StringFixed(decimals), seen)
	}
	for i := range d.Pending {
		d.Pending[i].name(d.Account, d.Day, pendingMark, seen)
	}
}

func (l *Line) name(account, day, balance string, seen map[string]int) {
	key := l.key(account, day, balance)
	seen[key]++
	l.Occurrence = seen[key]
	sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(l.Occurrence)))
	l.ID = account + "." + strings.ReplaceAll(day, "-", "") + "." + hex.EncodeToString(sum[:])[:idHash]
}

func (l Line) key(account, day, balance string) string {
	return strings.Join([]string{account, day, l.Amount.StringFixed(decimals), l.Text, balance}, "\x00")
}

// LineParts returns the account and the day in the name of a line. ok is false for a text that names no line.
func LineParts(id string) (account, day string, ok bool) {
	parts := strings.Split(id, ".")
	if len(parts) != 3 || !isAccount(parts[0]) || len(parts[2]) != idHash {
		return "", "", false
	}
	t, err := time.Parse(dayDigits, parts[1])
	if _, broken := hex.DecodeString(parts[2]); err != nil || broken != nil {
		return "", "", false
	}
	return parts[0], t.Format(time.DateOnly), true
}

// maxAccount is the longest number of an account, that of an IBAN.
const maxAccount = 34

func isAccount(text string) bool {
	return text != "" && len(text) <= maxAccount && strings.Trim(text, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// AccountNumber returns the number of an account as lines have it: without blanks, dots and dashes. ok is false for a text that is none.
func AccountNumber(text string) (number string, ok bool) {
	number = cleanAccount(text)
	return number, isAccount(number)
}

// cleanAccount takes what banks write around a number: blanks, dots, dashes, apostrophes, a bank's code and the currency.
func cleanAccount(text string) string {
	best := ""
	for part := range strings.SplitSeq(strings.ToUpper(text), "/") {
		part = strings.Map(func(r rune) rune {
			if strings.ContainsRune(" .-'\t\n", r) {
				return -1
			}
			return r
		}, part)
		if digitsIn(part) > digitsIn(best) {
			best = part
		}
	}
	return strings.TrimSuffix(best, Currency)
}

func digitsIn(text string) (n int) {
	for _, r := range text {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

// clean makes one line of a text, with single blanks.
func clean(text string) string { return strings.Join(strings.Fields(text), " ") }
