package payoutreactor

import (
	"testing"

	"gateway/domain/connection"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/reactor/reportreactor"
)

// payoutFixture adds to the shared fixture what the tests of this package need.
type payoutFixture struct{ *reactortest.ProviderFixture }

func newPayoutFixture(t testing.TB) *payoutFixture {
	t.Helper()
	return &payoutFixture{reactortest.NewProviderFixture(t)}
}

func (w *payoutFixture) payouts(o PayoutOptions) *Payouts {
	o.Books = []reportreactor.BookingLister{w.Provider}
	return NewPayouts(w.Reports, w.Queries, connection.Only[PayoutProvider](w.Provider), w.Watcher, w.Logger, o)
}

func TestMain(m *testing.M) { reactortest.Main(m) }
