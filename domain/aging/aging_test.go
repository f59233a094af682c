package aging_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain/aging"
	"gateway/domain/calendar"

	"github.com/shopspring/decimal"
)

// now is a noon in Jakarta.
var now = time.Date(2026, 4, 30, 5, 0, 0, 0, time.UTC)

func entry(client int64, item string, daysAgo int, amount int64) aging.Entry {
	return aging.Entry{ClientID: client, Item: item, At: now.AddDate(0, 0, -daysAgo), Amount: decimal.NewFromInt(amount)}
}

func TestADebtIsInTheClassOfItsAgeAndTheOldestIsPaidFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		entries []aging.Entry
		want    string // the sums of the classes; then each client with its total and the days of its oldest debt
	}{
		"nothing": {nil, "0 0 0 0"},
		"the last day of a class and the first of the next": {
			[]aging.Entry{entry(1, "", 91, 1), entry(1, "", 90, 2), entry(1, "", 31, 4), entry(1, "", 30, 8), entry(1, "", 8, 16), entry(1, "", 7, 32), entry(1, "", 0, 64)},
			"96 24 6 1; client 1: 127, 91 days",
		},
		"a payment takes the oldest":                  {[]aging.Entry{entry(1, "", 100, 50), entry(1, "", 10, 30), entry(1, "", 1, -60)}, "0 20 0 0; client 1: 20, 10 days"},
		"what is paid whole is gone":                  {[]aging.Entry{entry(1, "", 100, 50), entry(1, "", 1, -50)}, "0 0 0 0"},
		"a new debt after that is new":                {[]aging.Entry{entry(1, "", 100, 50), entry(1, "", 50, -50), entry(1, "", 2, 5)}, "5 0 0 0; client 1: 5, 2 days"},
		"one client does not pay the debt of another": {[]aging.Entry{entry(1, "", 40, 50), entry(2, "", 5, 10), entry(2, "", 1, -10)}, "0 0 50 0; client 1: 50, 40 days"},
		"one item does not pay another":               {[]aging.Entry{entry(1, "A", 40, 50), entry(1, "B", 9, 20), entry(1, "B", 1, -20)}, "0 0 50 0; client 1: 50, 40 days"},
		"the oldest client is first":                  {[]aging.Entry{entry(1, "", 3, 5), entry(2, "", 9, 6), entry(3, "", 9, 7)}, "5 13 0 0; client 2: 6, 9 days; client 3: 7, 9 days; client 1: 5, 3 days"},
		"what was written off and is owed again is paid first": {
			[]aging.Entry{entry(1, "", 40, 50), {ClientID: 1, At: now, Amount: decimal.NewFromInt(30), Restored: true}, entry(1, "", 0, -35)},
			"0 0 45 0; client 1: 45, 40 days",
		},
		"what is paid before the debt counts for it": {[]aging.Entry{entry(1, "", 9, -5), entry(1, "", 3, 8)}, "3 0 0 0; client 1: 3, 3 days"},
	} {
		r := aging.Of(c.entries, now, calendar.Calendar{}, aging.Classes{7, 30, 90})
		var sums []string
		for _, class := range r.Classes {
			sums = append(sums, class.Amount.String())
		}
		got, total := strings.Join(sums, " "), decimal.Zero
		for _, one := range r.Clients {
			got += fmt.Sprintf("; client %d: %s, %d days", one.ClientID, one.Total, one.Days)
			total = total.Add(one.Total)
		}
		if got != c.want || !total.Equal(r.Total) {
			t.Errorf("%s: %s, want %s; the total is %s", name, got, c.want, r.Total)
		}
	}
}

func TestADayOfAgeIsADayOfTheBusiness(t *testing.T) {
	t.Parallel()
	late := time.Date(2026, 4, 29, 16, 59, 0, 0, time.UTC) // a minute before midnight in Jakarta
	r := aging.Of([]aging.Entry{{ClientID: 1, At: late, Amount: decimal.NewFromInt(1)}}, late.Add(2*time.Minute), calendar.Calendar{}, aging.Classes{0})
	if r.Clients[0].Days != 1 || !r.Overdue().Equal(decimal.NewFromInt(1)) {
		t.Errorf("after midnight it is %d days old", r.Clients[0].Days)
	}
}

func TestAgeClassesAscend(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"[]": false, "[7 30 90]": true, "[0]": true, "[7 7]": false, "[30 7]": false, "[-1 7]": false} {
		var classes aging.Classes
		for _, word := range strings.Fields(strings.Trim(text, "[]")) {
			var last int
			if _, err := fmt.Sscan(word, &last); err != nil {
				t.Fatal(err)
			}
			classes = append(classes, last)
		}
		if classes.Valid() != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
}
