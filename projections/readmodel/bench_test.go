package readmodel_test

import (
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/callback"
)

// BenchmarkPayments requests, opens, pays, credits and calls back payments of twenty clients, in batches like
// the engine's: 7 events per payment.
func BenchmarkPayments(b *testing.B) {
	for _, size := range []int{50, 1_000} {
		b.Run(fmt.Sprintf("batches of %d", size), func(b *testing.B) {
			db := database(b)
			events := log(payments(b.N)...)
			b.ResetTimer()
			apply(b, db, size, events)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "payments/s")
		})
	}
}

// payments makes overlapping payments: fifty are under way at any time.
func payments(n int) []domain.Event {
	const underWay = 50
	var events []domain.Event
	for k := range n + underWay {
		if k < n {
			i := invoice(int64(k+1), fmt.Sprint("order-", k))
			i.ClientID = int64(k % 20)
			events = append(events, requested(i, k), opened(i, k))
		}
		if k >= underWay {
			i := invoice(int64(k+1-underWay), fmt.Sprint("order-", k-underWay))
			i.ClientID = int64((k - underWay) % 20)
			events = append(events, paid(i, "PENDING", k))
			id := callback.ID(idAt(int64(len(events))))
			events = append(events, credited(i.ClientID, "95560", "0"), attempted(id, 1, 200, nil, k), delivered(id))
		}
	}
	return events
}
