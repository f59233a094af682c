package realtimereactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

// realtimeFixture adds to the shared fixture what the tests of this package need.
type realtimeFixture struct{ *reactortest.ProviderFixture }

func newRealtimeFixture(t testing.TB) *realtimeFixture {
	t.Helper()
	return &realtimeFixture{reactortest.NewProviderFixture(t)}
}

func TestMain(m *testing.M) { reactortest.Main(m) }
