package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// writers is how many requests of one merchant are under way at once.
const writers = 64

// feedReader reads GET /events from the beginning. It repeats a request that an instance did not answer.
type feedReader struct {
	query string
	ids   []string
	next  string
}

// page reads one page. Without an answer it repeats the cursor.
func (r *feedReader) page(ctx context.Context, m installation.Merchant) error {
	a, err := m.Retry(ctx, "GET", "/events?after="+r.next+r.query, nil)
	if err != nil {
		return err
	}
	var page struct {
		Events []struct{ ID, Type string }
		Next   string
	}
	if err := json.Unmarshal(a.Data, &page); err != nil || a.Status != http.StatusOK {
		return fmt.Errorf("%s: %w", a, err)
	}
	for _, e := range page.Events {
		if e.Type == "transaction.created" {
			r.ids = append(r.ids, strings.TrimPrefix(e.ID, "evt_"))
		}
	}
	r.next = page.Next
	return nil
}

// follow reads until it has as many entries as wanted returns, which is 0 while the number is unknown.
func (r *feedReader) follow(t *testing.T, m installation.Merchant, wanted func() int) {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	for n := wanted(); n == 0 || len(r.ids) < n; n = wanted() {
		if err := r.page(ctx, m); err != nil {
			t.Errorf("a reader with %q stopped after %d events: %v", r.query, len(r.ids), err)
			return
		}
	}
}

// The leader is killed again and again. Every reader sees the log's events in the log's order, each once; a
// callback endpoint gets each at least once.
func TestReadersOfTheFeedAndEndpointsMissNothingWhenLeadersAreKilled(t *testing.T) {
	in := installation.New(t, installation.Options{Instances: 2})
	l := in.NewLoad(t, 0)
	m := in.NewMerchant(t, l.Admin, 0, false)
	got := &taken{refused: map[string]bool{}, ids: map[string]int{}}
	endpoint := receiver.New(t)
	endpoint.AnswerBy(got.answer)
	in.Portal(t, m).Must(t, "POST", "/callback-endpoints", map[string]any{"url": endpoint.URL, "events": []string{"transaction.created"}})

	var mu sync.Mutex
	var acknowledged []string
	total := 0
	wanted := func() int { mu.Lock(); defer mu.Unlock(); return total }
	readers := []*feedReader{
		{query: "&wait=2"}, {query: "&wait=2&limit=7"}, {query: "&limit=50"}, {query: "&wait=2&types=transaction.created&limit=11"},
	}
	var reading, writing sync.WaitGroup
	for _, r := range readers {
		reading.Go(func() { r.follow(t, m, wanted) })
	}
	stop := make(chan struct{})
	for range writers {
		writing.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				a, err := l.Create(t.Context(), m.Caller, "/transactions", map[string]any{"total": 1_000})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				acknowledged = append(acknowledged, a.Text("transaction_id"))
				mu.Unlock()
			}
		})
	}
	for range installation.Rounds(t, "CLUSTER_ROUNDS", 2) {
		<-time.After(300 * time.Millisecond) // of load before the fault
		leader, others := in.Leader(t)
		leader.Kill(t)
		poll.Within(t, installation.ReadyWithin, "another leads", func() (bool, any) {
			leads, _ := others[0].Leads()
			return leads, nil
		})
		leader.Start(t)
	}
	close(stop)
	writing.Wait()
	log := strings.Fields(in.Query(t, installation.Log,
		`SELECT coalesce(string_agg(replace(id::text, '-', ''), ' ' ORDER BY position), '') FROM events WHERE type = 'transaction.recorded.v1'`))
	mu.Lock()
	total = len(log)
	t.Logf("%d transactions were acknowledged, and the log has %d", len(acknowledged), len(log))
	if len(log) < len(acknowledged) || len(log) < 100 {
		t.Errorf("the log has %d transactions, %d were acknowledged", len(log), len(acknowledged))
	}
	mu.Unlock()
	reading.Wait()
	for _, r := range append(readers, away(t, m)) {
		if !slices.Equal(r.ids, log) {
			t.Errorf("a reader with %q saw %d events, the log has %d; the first difference is at %d", r.query, len(r.ids), len(log), difference(r.ids, log))
		}
	}
	poll.Within(t, installation.InvariantsWithin, "the endpoint has all", func() (bool, any) { n := got.count(); return n >= len(log), n })
	t.Logf("the endpoint took %d, of which %d came again", got.count(), got.again())
	for _, id := range log {
		if !got.has(id) {
			t.Errorf("the endpoint never took %s", id)
		}
	}
	in.Verify(t)
}

// away is a reader who comes when all is done.
func away(t *testing.T, m installation.Merchant) *feedReader {
	t.Helper()
	r := &feedReader{query: "&limit=1000"}
	for before := -1; len(r.ids) != before; {
		before = len(r.ids)
		if err := r.page(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func difference(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// taken records what an endpoint accepted. It refuses the first attempt of one delivery in nine.
type taken struct {
	mu       sync.Mutex
	attempts int
	refused  map[string]bool
	ids      map[string]int
}

func (k *taken) answer(c receiver.Callback) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	id := strings.TrimPrefix(c.Header.Get("Webhook-Id"), "evt_")
	if k.attempts++; k.attempts%9 == 0 && !k.refused[id] {
		k.refused[id] = true
		return http.StatusServiceUnavailable
	}
	k.ids[id]++
	return http.StatusNoContent
}

func (k *taken) has(id string) bool { k.mu.Lock(); defer k.mu.Unlock(); return k.ids[id] > 0 }

func (k *taken) count() int { k.mu.Lock(); defer k.mu.Unlock(); return len(k.ids) }

func (k *taken) again() (n int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, times := range k.ids {
		n += times - 1
	}
	return n
}
