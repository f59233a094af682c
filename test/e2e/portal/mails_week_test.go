package portal

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

// saying counts the mails to an address that have the text.
func saying(t *testing.T, address, text string) (n int) {
	t.Helper()
	for _, m := range harness.Mails(t).To(address) {
		if strings.Contains(m.Text, text) {
			n++
		}
	}
	return n
}

// mondayAfter returns the morning of the first Monday after the day of a time, in the zone of the business.
func mondayAfter(at time.Time) time.Time {
	local := at.In(time.FixedZone("WIB", 7*60*60))
	days := int(time.Monday-local.Weekday()+7) % 7
	if days == 0 {
		days = 7
	}
	return time.Date(local.Year(), local.Month(), local.Day()+days, 8, 0, 0, 0, local.Location()).UTC()
}

func TestTheWeekAndWhatNeedsAttentionAreToldOnceToWhoWantsIt(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())).UTC().Truncate(time.Microsecond) }
	g := harness.StartAt(t, now)
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 1_000_000)
	owner := m.LogIn(t)
	english, quiet := g.NextEmail(), g.NextEmail()
	joins(t, m, owner, english, "finance").Put(t, "/me/mails", object{"language": "en", "off": []string{}}).Wants(t, 200)
	joins(t, m, owner, quiet, "finance").Put(t, "/me/mails", object{"language": "en", "off": []string{"weekly_summary", "attention"}}).Wants(t, 200)

	first, _ := m.Dispute(t, 150_000)
	about := fmt.Sprintf("dispute no. %d about Rp150.000", first)
	for _, address := range []string{m.Email, english} {
		harness.Mails(t).AwaitSaying(t, address, about)
	}
	m.Dispute(t, 20_000) // it waits for the next day

	ahead.Store(int64(time.Until(mondayAfter(time.Now()))))
	const week = "The week from "
	one, owners := harness.Mails(t).AwaitSaying(t, english, week), harness.Mails(t).AwaitSaying(t, m.Email, week)
	for _, line := range []string{"payments: 2 (the week before 0)", "volume: Rp170.000 (the week before Rp0)"} {
		if !strings.Contains(one.Text, line) || !strings.Contains(owners.Text, line) {
			t.Errorf("the week has no %q: %s", line, one.Text)
		}
	}
	if !strings.Contains(owners.Text, "pembayaran: 2") || strings.Contains(one.Text, "pembayaran") {
		t.Errorf("the languages are mixed up: %s", one.Text)
	}

	// Another notice comes after all that; nothing was told twice, or to who does not want it.
	paidOut(t, g.AdminLogin(harness.AdminEmail, harness.AdminPassword)(t), m)
	for _, address := range []string{m.Email, english, quiet} {
		awaitPayoutMail(t, address, 1)
	}
	for address, want := range map[string]int{m.Email: 1, english: 1, quiet: 0} {
		if weeks, disputes := saying(t, address, week), saying(t, address, about); weeks != want || disputes != want {
			t.Errorf("%s got %d summaries and %d mails about the dispute", address, weeks, disputes)
		}
	}
}
