package reactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"

	"go.uber.org/goleak"
)

// TestMain ignores the clock of the filters' regular expressions, which ends by itself some seconds after
// its last use.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"))
}

// logFixture adds to the shared fixture what the tests of this package need.
type logFixture struct{ *reactortest.LogFixture }

func newLogFixture(t testing.TB) *logFixture {
	t.Helper()
	return &logFixture{reactortest.NewLogFixture(t)}
}

// providerFixture adds to the shared fixture what the tests of this package need.
type providerFixture struct {
	*reactortest.ProviderFixture
	// found counts the transfers that were found without a notification, by channel.
	found map[string]int
}

func newProviderFixture(t testing.TB) *providerFixture {
	t.Helper()
	return &providerFixture{ProviderFixture: reactortest.NewProviderFixture(t)}
}

func (w *providerFixture) payouts(o PayoutOptions) *Payouts {
	o.Books = w.Provider
	return NewPayouts(w.Reports, w.Queries, w.Provider, w.Watcher, w.Logger, o)
}
