package bookreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

// bookFixture adds to the shared fixture what the tests of this package need.
type bookFixture struct {
	*reactortest.ProviderFixture
	// found counts the transfers that were found without a notification, by channel.
	found map[string]int
}

func newBookFixture(t testing.TB) *bookFixture {
	t.Helper()
	return &bookFixture{ProviderFixture: reactortest.NewProviderFixture(t), found: map[string]int{}}
}

func TestMain(m *testing.M) { reactortest.Main(m) }
