package payoutreactor

import (
	"net/http/httptest"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/http/outbound/snapadapter"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"
	"gateway/test/rupiah"
)

// A company that speaks SNAP BI has no idempotency key for orders. It may say for minutes that it has no such order,
// and then take the same one again.
func TestAnOrderWithoutAKeyIsRepeatedOnlyLongAfterItWasNotFound(t *testing.T) {
	t.Parallel()
	lost := snapsimulator.Fault{Service: snap.ServiceInterbankTransfer, Times: 1, Cut: true}
	unheard := lost
	unheard.Undone = true
	for name, c := range map[string]struct {
		fault snapsimulator.Fault
		// down is how long the company answers no look-up.
		down   time.Duration
		orders int
	}{
		"it appears late": {fault: lost, orders: 1},
		"it appears late after the company was down": {fault: lost, down: 12 * time.Minute, orders: 1},
		"it never arrived":                           {fault: unheard, orders: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newPayoutFixture(t)
			key, err := snap.NewPrivateKey()
			w.Must(err)
			company := snapsimulator.New(snapsimulator.Options{
				Company: "midtrans", ClientID: "c", MerchantID: "m", Secret: "s", MerchantKey: key.Public(), CompanyKey: key, Float: rupiah.Of(1_000_000),
				Clock: w.Clock.Now,
			})
			company.ListTransfersLate(c.down + 9*time.Minute)
			server := httptest.NewServer(company)
			t.Cleanup(server.Close)
			adapter := snapadapter.New(snapadapter.Config{
				Connection: connection.Xendit, Dialect: snapadapter.Dialects["midtrans"], BaseURL: server.URL, ClientID: "c", MerchantID: "m", Secret: "s",
				PrivateKey: key, CompanyKey: key.Public(), SourceAccount: "777", Clock: w.Clock.Now,
			})
			t.Cleanup(adapter.Close)
			company.Inject(c.fault)
			if c.down > 0 {
				company.Inject(snapsimulator.Fault{Service: snap.ServiceTransferStatus, Undone: true, Cut: true})
			}
			o := w.Withdraw(1, 1, 50_000)
			r := w.with(adapter, PayoutOptions{})
			began, first := w.Clock.Now(), true
			for w.Clock.Now().Before(began.Add(c.down + 15*time.Minute)) {
				w.Once(r)
				if first && w.Clock.Now().Sub(began) >= c.down {
					company.ClearFaults()
					first = false
				}
				w.Clock.Advance(time.Minute)
			}
			if got := company.Calls(snap.ServiceInterbankTransfer); got != c.orders || !company.Transferred().Equal(o.Amount) {
				t.Errorf("ordered %d times, and %s was transferred", got, company.Transferred())
			}
			if p, open := w.Balance(1).Payout(balance.Withdrawal, o.ID); !open || p.ProviderID == "" {
				t.Errorf("it is not taken: %+v", p)
			}
		})
	}
}

var _ Unkeyed = (*snapadapter.Adapter)(nil)
