package postingreactor

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/projections/reactor/reactortest"
	"gateway/test/poll"
)

// BenchmarkPosting credits payments of one client or of many that wait in the log.
func BenchmarkPosting(b *testing.B) {
	for _, clients := range []int{1, 100, 1_000} {
		b.Run(fmt.Sprint("clients=", clients), func(b *testing.B) {
			h := newPostingFixture(b)
			const size = 500
			events := make([]domain.Event, 0, size)
			for n := range b.N {
				events = append(events, reactortest.Paid(int64(n%clients)+1, fmt.Sprint("INV-", n)))
				if len(events) == size || n == b.N-1 {
					h.Append(payment.Stream(fmt.Sprint("bench-", n)), events...)
					events = events[:0]
				}
			}
			p := h.posting()
			start := time.Now()
			b.ResetTimer()
			h.Run(p.Run)
			poll.Until(h.T, "all are posted", func() bool { return h.status(p).Position >= int64(b.N) })
			b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "payments/s")
		})
	}
}
