package readmodel_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/feedrows"
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

// BenchmarkMovements pays and credits payments of a thousand clients that were opened in earlier batches: two
// events per movement. It reports the CPU time of this process, which other programs on the machine change
// little, of all models and of the feed alone.
func BenchmarkMovements(b *testing.B) {
	for name, models := range map[string][]engine.Model{"all models": readmodel.All(), "the feed": {feedrows.Events{}}} {
		for _, size := range []int{50, 1_000} {
			b.Run(fmt.Sprintf("%s, batches of %d", name, size), func(b *testing.B) {
				db, events := database(b), log(movements(b.N)...)
				opened := 2 * b.N
				applyModels(b, engine.NewLoadingSession(db), 5_000, events[:opened], models...)
				before := processorTime(b)
				b.ResetTimer()
				applyModels(b, engine.NewSession(db), size, events[opened:], models...)
				b.ReportMetric(float64(processorTime(b)-before)/float64(len(events)-opened), "cpu-ns/event")
			})
		}
	}
}

// movements requests and opens payments, and then pays and credits them.
func movements(n int) (events []domain.Event) {
	identity := func(k int) payment.Identity {
		i := invoice(int64(k+1), fmt.Sprint("order-", k))
		i.ClientID = int64(k % 1_000)
		return i
	}
	for k := range n {
		events = append(events, requested(identity(k), k), opened(identity(k), k))
	}
	for k := range n {
		events = append(events, paid(identity(k), payment.StatusPending, k), credited(int64(k%1_000), "95560", "0"))
	}
	return events
}

// processorTime returns the CPU time that this process has used.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
