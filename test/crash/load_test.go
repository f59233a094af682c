package crash

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
)

// load is merchants at work, and the memory of all that was acknowledged to them.
type load struct {
	merchants []caller
	receiver  *httptest.Server

	mu    sync.Mutex
	acked []acked
	calls atomic.Int64
}

// acked is a creation that was answered: asked again it must be answered alike.
type acked struct {
	merchant caller
	path     string
	body     any
	first    json.RawMessage
}

func newLoad(t *testing.T, addr string, merchants int) *load {
	t.Helper()
	l := &load{}
	l.receiver = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		l.calls.Add(1)
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(l.receiver.Close)
	admin := newCaller(addr)
	admin = admin.with("Authorization", "Bearer "+must(t, admin, "/admin/auth/login",
		map[string]any{"email": adminEmail, "password": adminPassword}).field("token"))
	for i := range merchants {
		l.merchants = append(l.merchants, newMerchant(t, addr, admin, i))
	}
	return l
}

func newMerchant(t *testing.T, addr string, admin caller, i int) caller {
	t.Helper()
	c := newCaller(addr)
	email := fmt.Sprintf("crash-%d@example.com", i)
	id := must(t, c, "/auth/register", map[string]any{"nama": "Toko", "email": email, "password": "rahasia-123"}).field("id")
	must(t, admin, "/admin/clients/"+id+"/approve", map[string]any{"reason": "test"})
	key := must(t, admin, "/admin/clients/"+id+"/api-keys", map[string]any{"name": "crash"}).field("key")
	c = c.with("X-API-Key", key)
	for _, put := range []struct {
		as   caller
		path string
		body any
	}{
		{c, "/account", map[string]any{"norek": "1234567890", "bank": "BCA"}},
		{admin, "/admin/clients/" + id, map[string]any{"is_auto_approve_withdrawal": i%2 == 0}},
	} {
		if a, err := put.as.once(t.Context(), http.MethodPut, put.path, put.body); err != nil || a.Status != http.StatusOK {
			t.Fatalf("PUT %s: %d %s %v", put.path, a.Status, a.Body, err)
		}
	}
	return c
}

func must(t *testing.T, c caller, path string, body any) answer {
	t.Helper()
	a, err := c.once(t.Context(), http.MethodPost, path, body)
	if err != nil || a.Status >= 300 {
		t.Fatalf("POST %s: %d %s %v", path, a.Status, a.Body, err)
	}
	return a
}

// run works until stop is closed; what was begun is finished, whatever is killed
// meanwhile.
func (l *load) run(ctx context.Context, workers int, stop <-chan struct{}) error {
	var wg sync.WaitGroup
	failed := make(chan error, workers)
	for w := range workers {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := l.work(ctx, l.merchants[w%len(l.merchants)]); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	wg.Wait()
	close(failed)
	return <-failed
}

func (l *load) work(ctx context.Context, m caller) error {
	switch rand.IntN(10) {
	case 0, 1:
		return l.create(ctx, m, "/transactions", map[string]any{"total": 1_000 + rand.IntN(1_000), "external_id": "order"})
	case 2:
		return l.create(ctx, m, "/withdrawals", map[string]any{"jumlah": 10_000 + rand.IntN(50_000), "url": l.receiver.URL + "/w"})
	case 3:
		return l.create(ctx, m, "/settlements", map[string]any{"jumlah": 10_000 + rand.IntN(50_000), "tujuan": "supplier"})
	}
	return l.takePayment(ctx, m)
}

// create asks under a key of its own until there is a definite answer, and keeps
// those that created something.
func (l *load) create(ctx context.Context, m caller, path string, body any) error {
	m = m.with("Idempotency-Key", uuid.NewString())
	a, err := m.insist(ctx, http.MethodPost, path, body)
	if err != nil {
		return err
	}
	if a.Status == http.StatusBadRequest { // no money, or one is pending
		return nil
	}
	if a.Status != http.StatusCreated {
		return fmt.Errorf("POST %s: %d %s", path, a.Status, a.Body)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acked = append(l.acked, acked{merchant: m, path: path, body: body, first: a.Data})
	return nil
}

func (l *load) takePayment(ctx context.Context, m caller) error {
	body := map[string]any{"amount": 20_000 + rand.IntN(100_000), "metadata": map[string]any{"callback_url": l.receiver.URL + "/p"}}
	if err := l.create(ctx, m, "/payments/qris", body); err != nil {
		return err
	}
	l.mu.Lock()
	last := l.acked[len(l.acked)-1]
	l.mu.Unlock()
	var created struct {
		Transaction struct {
			TransactionID string `json:"transaction_id"`
		} `json:"transaction"`
	}
	if err := json.Unmarshal(last.first, &created); err != nil || created.Transaction.TransactionID == "" {
		return nil // another worker's creation came in between: it is paid by its own worker, or stays open
	}
	// Paid at most twice: a lost answer makes a second genuine payment, which goes
	// to suspense.
	_, err := last.merchant.insist(ctx, http.MethodPost, "/sandbox/payments/"+created.Transaction.TransactionID+"/pay", nil)
	return err
}

// recheck asks for everything again that was ever acknowledged.
func (l *load) recheck(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.acked {
		again, err := a.merchant.insist(ctx, http.MethodPost, a.path, a.body)
		if err != nil {
			return err
		}
		if again.Status != http.StatusCreated || string(again.Data) != string(a.first) {
			return fmt.Errorf("POST %s was answered %s, and now %d %s", a.path, a.first, again.Status, again.Data)
		}
	}
	return nil
}
