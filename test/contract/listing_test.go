package contract_test

import (
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/providers"
)

// Pages shift while they are read, because new bookings come in before them.
func TestEveryBookingIsListedThoughThePagesShift(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, c *contract) {
		list, err := providers.Ports[books](c.set)(name)
		if err != nil {
			return // it lists none
		}
		channel, _ := pricing.Lookup("BCA")
		paid := map[string]bool{}
		payOne := func() string {
			r := request(channel)
			_, err := c.OpenPayment(t.Context(), r)
			must(t, err)
			c.pay(t, r)
			return r.ExternalID
		}
		for range 25 {
			paid[payOne()] = true
		}
		q := report.BookingQuery{From: time.Now().Add(-time.Hour)}
		for pages := 0; ; pages++ {
			page, err := list.BookingPage(t.Context(), q)
			must(t, err)
			for _, b := range page.Bookings {
				delete(paid, b.Reference)
			}
			if q.After = page.Next; q.After == "" {
				break
			}
			payOne()
			if pages > 100 {
				t.Fatal("the pages do not end")
			}
		}
		if len(paid) > 0 {
			t.Errorf("%d bookings are missing: %v", len(paid), paid)
		}
	})
}
