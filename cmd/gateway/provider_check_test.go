package main

import (
	"strings"
	"testing"

	"gateway/test/poll"
)

func TestProviderCheckNamesTheChannelWhoseNotificationsNeverCome(t *testing.T) {
	t.Setenv("PROVIDER_LISTING_AFTER", "200ms")
	t.Setenv("PROVIDER_LISTING_RATE", "100000")
	i := install(t)
	i.addMerchant()
	poll.Within(t, poll.Limit, "all is well", func() (bool, any) {
		code, printed := ends(t, "provider", "check")
		return code == 0 && strings.Contains(printed, "va: 1 notified"), printed
	})
	i.stop()
	t.Setenv("SIMULATOR_SILENT", "true")
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	for range silentAfter {
		i.payCustomer(50_000)
	}
	poll.Within(t, poll.Limit, "the channel is named", func() (bool, any) {
		code, printed := ends(t, "provider", "check")
		return code == exitFound && strings.Contains(printed, "FOUND  va: its notifications do not come: 3 payments were found"), printed
	})
	i.stop()
	t.Setenv("PROVIDER_URL", "http://127.0.0.1:9")
	if code, printed := ends(t, "provider", "check"); code != exitUnchecked || !strings.Contains(printed, "FOUND  va") {
		t.Errorf("without the provider: exit %d\n%s", code, printed)
	}
}
