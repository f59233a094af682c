package main

import (
	"strings"
	"testing"
	"time"
)

func TestTheProvidersBooksAreReadFromAMomentOn(t *testing.T) {
	install(t)
	tomorrow := time.Now().Add(36 * time.Hour)
	for _, c := range []struct {
		name, date string
		code       int
		want       string
	}{
		{"a day of the business's time zone", "2026-01-31", 0, "read again from 2026-01-31T00:00:00+07:00 on"},
		{"a time", "2026-01-31T08:30:00+07:00", 0, "read again from 2026-01-31T08:30:00+07:00 on"},
		{"a day in the future", tomorrow.Format(time.DateOnly), exitUnchecked, "is in the future"},
		{"a time in the future", tomorrow.Format(time.RFC3339), exitUnchecked, "is in the future"},
		{"no date", "yesterday", exitUnchecked, "DATE"},
		{"a day that is none", "2026-02-30", exitUnchecked, "DATE"},
		{"nothing", "", exitUnchecked, "DATE: must be a day"},
	} {
		if code, printed := ends(t, "provider", "read-from", c.date); code != c.code || !strings.Contains(printed, c.want) {
			t.Errorf("%s: exit %d, want %d and %q\n%s", c.name, code, c.code, c.want, printed)
		}
	}
	if code, printed := ends(t, "provider", "read-from", "2026-01-31", "--connection", "nowhere"); code != exitUnchecked ||
		!strings.Contains(printed, "there is no connection nowhere: there are xendit") {
		t.Errorf("of an unknown connection: exit %d\n%s", code, printed)
	}
	t.Setenv("BUSINESS_TIME_ZONE", "Asia/Jayapura")
	if code, printed := ends(t, "provider", "read-from", "2026-01-31"); code != 0 || !strings.Contains(printed, "from 2026-01-31T00:00:00+09:00 on") {
		t.Errorf("in another time zone: exit %d\n%s", code, printed)
	}
}

// When no instance reads the provider's books, setting the moment would have no effect.
func TestNoMomentIsTakenWhereTheProvidersBooksAreNotRead(t *testing.T) {
	i := install(t)
	t.Setenv("PROVIDER_LISTING_RATE", "0")
	if code, printed := ends(t, "provider", "read-from", "2026-01-31"); code != exitUnchecked || !strings.Contains(printed, "PROVIDER_LISTING_RATE is 0") {
		t.Errorf("exit %d\n%s", code, printed)
	}
	taken := false
	if err := i.events.QueryRowContext(t.Context(), `SELECT EXISTS (SELECT FROM state.provider_listing WHERE at < '2026-02-01')`).Scan(&taken); err != nil || taken {
		t.Errorf("the moment was taken: %t, %v", taken, err)
	}
}
