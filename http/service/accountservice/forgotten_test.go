package accountservice

import (
	"context"
	"testing"

	"gateway/http/service/servicetest"
	"gateway/test/poll"
)

// The caller is answered before anything is looked up, so the answer for a known address cannot take longer
// than for an unknown one. In this test nothing processes the requests, and both are accepted.
func TestARequestForANewPasswordIsAnsweredBeforeTheAddressIsLookedUp(t *testing.T) {
	t.Parallel()
	a := newAccounts(t)
	a.approved("toko@example.com")
	f := NewForgotten(a.Accounts)
	for _, email := range []string{"toko@example.com", "unknown@example.com", "no address"} {
		f.Ask(t.Context(), email)
	}
	if n := servicetest.Count(t, a.Core, "person.reset_requested.v1"); n != 0 {
		t.Fatalf("%d links were made while the caller waited", n)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- f.Run(ctx) }()
	poll.Until(t, "the link of the known address", func() bool { return servicetest.Count(t, a.Core, "person.reset_requested.v1") == 1 })
	f.Ask(t.Context(), "toko@example.com")
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if n := servicetest.Count(t, a.Core, "person.reset_requested.v1"); n != 2 {
		t.Errorf("a request that waited when the gateway stopped was lost: %d links", n)
	}
}

func TestTooManyRequestsForNewPasswordsAreDropped(t *testing.T) {
	t.Parallel()
	f := NewForgotten(newAccounts(t).Accounts)
	for range forgottenMost + 1 {
		f.Ask(t.Context(), "toko@example.com") // returns at once, whether the queue is full or not
	}
	if len(f.asked) != forgottenMost {
		t.Errorf("%d wait", len(f.asked))
	}
}

func TestAnAddressThatIsOnlyClaimedGetsNoLink(t *testing.T) {
	t.Parallel()
	a := newAccounts(t)
	client := a.approved("old@example.com")
	a.claim("new@example.com", client) // a change of address that was interrupted
	a.claim("other@example.com", 4711)
	for _, email := range []string{"new@example.com", "other@example.com"} {
		if err := a.requestReset(t.Context(), email); err != nil {
			t.Error(err)
		}
	}
	if n := servicetest.Count(t, a.Core, "person.reset_requested.v1"); n != 0 {
		t.Errorf("%d links", n)
	}
}
