package realtimereactor

import (
	"context"
	"testing"

	"gateway/eventstore"
)

// BenchmarkRealtime measures the cost of a movement with a subscriber, without a subscriber on this
// instance, and without any listener.
func BenchmarkRealtime(b *testing.B) {
	w := newRealtimeFixture(b)
	for range 500 {
		w.On(7, adjust(w.Clock.Now()))
	}
	w.Shown()
	batch, err := w.Store.ReadAll(context.Background(), eventstore.Position{}, realtimeBatch)
	w.Must(err)
	for name, e := range map[string]*listener{
		"subscribed": {channels: []string{ofSeven}}, "not subscribed": {channels: []string{"transactions:client.8"}}, "no listener": {},
	} {
		b.Run(name, func(b *testing.B) {
			r := w.announcer(e)
			for b.Loop() {
				w.Must(r.publishBatch(context.Background(), batch))
				e.heard = nil
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(batch)), "ns/event")
		})
	}
}
