package paymentreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

// paymentFixture adds to the shared fixture what the tests of this package need.
type paymentFixture struct{ *reactortest.ProviderFixture }

func newPaymentFixture(t testing.TB) *paymentFixture {
	t.Helper()
	return &paymentFixture{reactortest.NewProviderFixture(t)}
}

func TestMain(m *testing.M) { reactortest.Main(m) }
