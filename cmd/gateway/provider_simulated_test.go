package main

import (
	"strings"
	"testing"

	"gateway/test/poll"
)

// The simulated companies that speak SNAP BI live in the gateway's process. The commands know them, and say so.
func TestCommandsKnowTheSimulatedConnectionsButDoNotAskThem(t *testing.T) {
	t.Setenv("SIMULATED_PROVIDERS", "3")
	t.Setenv("PROVIDER_LISTING_AFTER", "2s") // on a busy machine a notification takes a moment, and one that is missed is a finding
	t.Setenv("PROVIDER_LISTING_RATE", "100000")
	i := install(t)
	i.addMerchant()
	poll.Within(t, poll.Limit, "all is well", func() (bool, any) {
		code, printed := ends(t, "provider", "check")
		return code == 0 && strings.Contains(printed, "xendit: the provider answered") &&
			strings.Contains(printed, "xendit: the provider's books were read up to") && !strings.Contains(printed, "doku-1: the provider's books") &&
			strings.Contains(printed, "midtrans-1: can't be asked from here: it is simulated"), printed
	})
	poll.Within(t, poll.Limit, "the books are sound", func() (bool, any) {
		code, printed := ends(t, "audit", "verify")
		return code == 0, printed
	})
	if code, printed := ends(t, "provider", "check", "doku-1"); code != 0 || !strings.Contains(printed, "doku-1: can't be asked from here") ||
		strings.Contains(printed, "books were") {
		t.Errorf("doku-1: exit %d\n%s", code, printed)
	}
	if code, printed := ends(t, "provider", "check", "xendit", "nowhere"); code != exitUnchecked ||
		!strings.Contains(printed, "there is no connection nowhere: there are xendit, doku-1, midtrans-1") {
		t.Errorf("nowhere: exit %d\n%s", code, printed)
	}
	if code, printed := ends(t, "provider", "read-from", "2026-01-31", "--connection", "doku-1"); code != exitUnchecked {
		t.Errorf("the books of doku-1: exit %d\n%s", code, printed)
	}
	i.stop()
	t.Setenv("PROVIDER_URL", "http://127.0.0.1:9")
	if code, printed := ends(t, "provider", "check"); code == 0 || !strings.Contains(printed, "SIMULATED_PROVIDERS is for a sandbox without PROVIDER_URL") {
		t.Errorf("beside a configured provider: exit %d\n%s", code, printed)
	}
}
