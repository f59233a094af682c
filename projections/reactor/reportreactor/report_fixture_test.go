package reportreactor_test

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

// claimFixture adds to the shared fixture what the tests of this package need.
type claimFixture struct{ *reactortest.ProviderFixture }

func newClaimFixture(t testing.TB) *claimFixture {
	t.Helper()
	return &claimFixture{reactortest.NewProviderFixture(t)}
}

func TestMain(m *testing.M) { reactortest.Main(m) }
