package callbackreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

// callbackFixture adds to the shared fixture what the tests of this package need.
type callbackFixture struct{ *reactortest.ProviderFixture }

func newCallbackFixture(t testing.TB) *callbackFixture {
	t.Helper()
	return &callbackFixture{reactortest.NewProviderFixture(t)}
}

func TestMain(m *testing.M) { reactortest.Main(m) }
