package credential_test

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestFailedLoginsAreLimitedByAccountAndAddressTogetherAndByAddress(t *testing.T) {
	t.Parallel()
	l := newLogins(t)
	for _, c := range []struct{ email, password, address, code string }{
		{"ani@example.com", "wrong", "192.0.2.1", "wrong_credentials"},
		{"ANI@example.com", "wrong", "192.0.2.1", "wrong_credentials"},
		{"ani@example.com", password, "192.0.2.1", "too_many_requests"}, // the account's third failure from there
		{"budi@example.com", "wrong", "192.0.2.1", "wrong_credentials"},
		{"citra@example.com", "wrong", "192.0.2.1", "too_many_requests"}, // the address's fourth failure
		{"citra@example.com", "wrong", "192.0.2.2", "wrong_credentials"},
		{"budi@example.com", "wrong", "2001:db8:0:1::1", "wrong_credentials"},
		{"budi@example.com", "wrong", "2001:db8:0:1:ffff::2", "wrong_credentials"},
		{"budi@example.com", "wrong", "2001:db8:0:1::3", "too_many_requests"}, // a /64 counts as one address
		{"budi@example.com", "wrong", "2001:db8:0:2::1", "wrong_credentials"},
	} {
		if _, err := l.login(c.email, c.password, c.address); codeOf(err) != c.code {
			t.Errorf("%s from %s: %v, want %s", c.email, c.address, err, c.code)
		}
	}
	l.now = l.now.Add(time.Hour)
	if _, err := l.login("ani@example.com", password, "192.0.2.1"); err != nil {
		t.Errorf("in the next window: %v", err)
	}
}

func TestWrongPasswordsFromElsewhereLockNoAccountOut(t *testing.T) {
	t.Parallel()
	l := newLogins(t)
	l.token() // from 192.0.2.9
	for i := range 40 {
		address := fmt.Sprintf("203.0.113.%d", i/2)
		if _, err := l.login("ani@example.com", "wrong", address); codeOf(err) != "wrong_credentials" {
			t.Fatalf("guess %d: %v", i, err)
		}
	}
	l.delays = nil
	l.token()
	if len(l.delays) != 0 {
		t.Errorf("where the account signed in before, its login waits for %s", l.delays)
	}
	if _, err := l.login("ani@example.com", password, "198.51.100.1"); err != nil || !slices.Equal(l.delays, []time.Duration{30 * time.Second}) {
		t.Errorf("at an address that is new: %v, delays %s", err, l.delays)
	}
}

func TestFailuresFromElsewhereDelayLoginsFromNewAddresses(t *testing.T) {
	t.Parallel()
	l := newLogins(t)
	for i := range 8 {
		if _, err := l.login("ani@example.com", "wrong", fmt.Sprintf("203.0.113.%d", i)); codeOf(err) != "wrong_credentials" {
			t.Fatal(err)
		}
	}
	seconds := func(n ...time.Duration) (all []time.Duration) {
		for _, s := range n {
			all = append(all, s*time.Second)
		}
		return all
	}
	if want := seconds(1, 2, 4, 8, 16, 30, 30); !slices.Equal(l.delays, want) {
		t.Errorf("the delays are %s, want %s", l.delays, want)
	}
	l.delays = nil
	if _, err := l.login("budi@example.com", "wrong", "203.0.113.1"); codeOf(err) != "wrong_credentials" || len(l.delays) != 0 {
		t.Errorf("another account: %v, delays %s", err, l.delays)
	}
	for range 2 {
		if _, err := l.login("citra@example.com", "wrong", "203.0.113.99"); codeOf(err) != "wrong_credentials" || len(l.delays) != 0 {
			t.Errorf("an account's own failures from there: %v, delays %s", err, l.delays)
		}
	}
}

func TestASharedLineThatIsUsedUpLetsThoseInWhoSignedInFromIt(t *testing.T) {
	t.Parallel()
	l := newLogins(t)
	l.token()
	for i := range 3 {
		if _, err := l.login(fmt.Sprintf("nobody-%d@example.com", i), "wrong", "192.0.2.9"); codeOf(err) != "wrong_credentials" {
			t.Fatal(err)
		}
	}
	if _, err := l.login("budi@example.com", "wrong", "192.0.2.9"); codeOf(err) != "too_many_requests" {
		t.Errorf("the address's limit: %v", err)
	}
	l.token()
	l.now = l.now.Add(31 * 24 * time.Hour)
	for i := range 3 {
		if _, err := l.login(fmt.Sprintf("nobody-%d@example.com", i), "wrong", "192.0.2.9"); codeOf(err) != "wrong_credentials" {
			t.Fatal(err)
		}
	}
	if _, err := l.login("ani@example.com", password, "192.0.2.9"); codeOf(err) != "too_many_requests" {
		t.Errorf("a sign-in of more than 30 days ago: %v", err)
	}
}
