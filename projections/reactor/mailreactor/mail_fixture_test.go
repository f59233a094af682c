package mailreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

// mailFixture adds to the shared fixture what the tests of this package need.
type mailFixture struct{ *reactortest.ProviderFixture }

func newMailFixture(t testing.TB) *mailFixture {
	t.Helper()
	return &mailFixture{reactortest.NewProviderFixture(t)}
}

func TestMain(m *testing.M) { reactortest.Main(m) }
