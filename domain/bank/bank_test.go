package bank_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/bank"
)

func TestTheListIsSortedAndHasNoDuplicates(t *testing.T) {
	t.Parallel()
	all := bank.All()
	if len(all) < 130 || len(all) > 160 {
		t.Errorf("%d banks", len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b bank.Bank) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("not sorted by code, so Find misses some")
	}
	form, codes, names := regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`), map[string]bool{}, map[string]string{}
	for _, b := range all {
		name := strings.ToUpper(b.Name)
		if codes[b.Code] || names[name] != "" || !form.MatchString(b.Code) || strings.TrimSpace(b.Name) == "" {
			t.Errorf("%+v", b)
		}
		codes[b.Code], names[name] = true, b.Code
	}
	for code := range codes {
		if other := names[code]; other != "" && other != code {
			t.Errorf("%s is a code and the name of %s", code, other)
		}
	}
}

func TestEveryBankIsFoundByCodeAndByName(t *testing.T) {
	t.Parallel()
	for _, b := range bank.All() {
		for _, wanted := range []string{b.Code, strings.ToLower(b.Code), b.Name, " " + strings.ToUpper(b.Name) + "\t"} {
			if got, ok := bank.Find(wanted); !ok || got != b {
				t.Errorf("Find(%q) = %+v, %v; want %s", wanted, got, ok, b.Code)
			}
		}
	}
	for _, wanted := range []string{"", " ", "BC", "BCAA", "ZZZ", "014", "Bank"} {
		if got, ok := bank.Find(wanted); ok {
			t.Errorf("Find(%q) = %+v, want nothing", wanted, got)
		}
	}
}

func TestAllBelongsToTheCaller(t *testing.T) {
	t.Parallel()
	bank.All()[0].Name = "changed"
	if bank.All()[0].Name == "changed" {
		t.Error("a caller changed the list")
	}
}

func TestCheckAccountHoldsTheLengthsOfTheBank(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code     string
		min, max int
	}{
		{"BCA", 10, 10}, {"BNI", 7, 11}, {"BRI", 13, 17}, {"MANDIRI", 12, 17}, {"PERMATA", 7, 16}, {"BSI", 5, 20}, {"ACEH_UUS", 5, 20},
	} {
		b, _ := bank.Find(c.code)
		for n := range 25 {
			err := b.CheckAccount(strings.Repeat("7", n))
			var refusal *domain.Refusal
			if ok := n >= c.min && n <= c.max; ok != (err == nil) || (err != nil && (!errors.As(err, &refusal) || refusal.Field != "norek")) {
				t.Errorf("%s with %d digits: %v", c.code, n, err)
			}
		}
	}
}

func TestCheckAccountTakesDigitsOnly(t *testing.T) {
	t.Parallel()
	b, _ := bank.Find("BCA")
	for _, number := range []string{"", "12345 7890", "123456789a", "-123456789", "12345.7890", "１２３４５６７８９０", "123456789\x00", "123456789\n"} {
		err := b.CheckAccount(number)
		if err == nil {
			t.Errorf("%q was taken", number)
		} else if number != "" && strings.Contains(err.Error(), number) {
			t.Errorf("the message tells the account number: %v", err)
		}
	}
}
