package recovery

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"

	"github.com/google/uuid"
)

// load is merchants at work, and the memory of all that was acknowledged to them.
type load struct {
	admin     caller
	merchants []caller
	receiver  *receiver

	mu    sync.Mutex
	acked []acked
}

// acked is a creation that was answered: asked again it must be answered alike.
type acked struct {
	merchant caller
	path     string
	body     any
	first    json.RawMessage
}

// newLoad makes merchants. Those of even number have their withdrawals approved
// automatically; the others' wait for an administrator.
func newLoad(t *testing.T, i *installation, merchants int) *load {
	t.Helper()
	l := &load{admin: i.admin(t), receiver: newReceiver(t)}
	for n := range merchants {
		c := i.anybody()
		email := fmt.Sprintf("toko-%d@example.com", n)
		id := c.must(t, "POST", "/auth/register", map[string]any{"nama": "Toko", "email": email, "password": "rahasia-123"}).field("id")
		l.admin.must(t, "POST", "/admin/clients/"+id+"/approve", map[string]any{"reason": "test"})
		l.admin.must(t, "PUT", "/admin/clients/"+id, map[string]any{"is_auto_approve_withdrawal": n%2 == 0})
		key := l.admin.must(t, "POST", "/admin/clients/"+id+"/api-keys", map[string]any{"name": "recovery"}).field("key")
		c = c.with("X-API-Key", key)
		c.must(t, "PUT", "/account", map[string]any{"norek": "1234567890", "bank": "BCA"})
		l.admin.must(t, "POST", "/admin/clients/"+id+"/adjustments", map[string]any{"amount": 1_000_000, "reason": "start"})
		l.merchants = append(l.merchants, c)
	}
	return l
}

// during runs the load while do does its work; what was begun is finished, however
// long nobody answers.
func (l *load) during(t *testing.T, do func()) {
	t.Helper()
	stop := make(chan struct{})
	var workers sync.WaitGroup
	for w := range 2 * len(l.merchants) {
		workers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := l.work(t.Context(), l.merchants[w%len(l.merchants)]); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	do()
	close(stop)
	workers.Wait()
}

func (l *load) work(ctx context.Context, m caller) error {
	switch rand.IntN(10) {
	case 0, 1:
		return l.create(ctx, m, "/transactions", map[string]any{"total": 1_000 + rand.IntN(1_000), "external_id": "order"})
	case 2:
		return l.create(ctx, m, "/withdrawals", map[string]any{"jumlah": 10_000 + rand.IntN(20_000), "url": l.receiver.URL + "/ok"})
	case 3:
		return l.create(ctx, m, "/settlements", map[string]any{"jumlah": 10_000 + rand.IntN(20_000), "tujuan": "supplier"})
	}
	path := "/ok"
	if rand.IntN(10) == 0 {
		path = "/later"
	}
	return l.takePayment(ctx, m, path)
}

// create asks under a key of its own until there is a definite answer, and keeps
// those that created something.
func (l *load) create(ctx context.Context, m caller, path string, body any) error {
	_, err := l.created(ctx, m, path, body)
	return err
}

func (l *load) created(ctx context.Context, m caller, path string, body any) (json.RawMessage, error) {
	m = m.with("Idempotency-Key", uuid.NewString())
	a, err := m.insist(ctx, http.MethodPost, path, body)
	switch {
	case err != nil:
		return nil, err
	case a.Status == http.StatusBadRequest: // no money, or one is pending
		return nil, nil
	case a.Status != http.StatusCreated:
		return nil, fmt.Errorf("POST %s: %d %s", path, a.Status, a.Body)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acked = append(l.acked, acked{merchant: m, path: path, body: body, first: a.Data})
	return a.Data, nil
}

func (l *load) takePayment(ctx context.Context, m caller, callback string) error {
	raw, err := l.created(ctx, m, "/payments/qris", map[string]any{
		"amount": 20_000 + rand.IntN(100_000), "metadata": map[string]any{"callback_url": l.receiver.URL + callback},
	})
	if err != nil {
		return err
	}
	var made struct {
		Transaction struct {
			TransactionID string `json:"transaction_id"`
		} `json:"transaction"`
	}
	if err := json.Unmarshal(raw, &made); err != nil {
		return err
	}
	// Paid at most twice: a lost answer makes a second genuine payment, which goes
	// to suspense.
	_, err = m.insist(ctx, http.MethodPost, "/sandbox/payments/"+made.Transaction.TransactionID+"/pay", nil)
	return err
}

// recheck asks for everything again that was ever acknowledged.
func (l *load) recheck(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.acked {
		again, err := a.merchant.insist(t.Context(), http.MethodPost, a.path, a.body)
		if err != nil {
			t.Fatal(err)
		}
		if again.Status != http.StatusCreated || string(again.Data) != string(a.first) {
			t.Fatalf("POST %s was answered %s, and now %d %s", a.path, a.first, again.Status, again.Data)
		}
	}
}

// view is all that merchants and administrators see in lists, as it is answered.
func (l *load) view(t *testing.T) string {
	t.Helper()
	all := ""
	for _, m := range l.merchants {
		for _, path := range []string{
			"/account", "/account/balance", "/transactions?per_page=100", "/transactions?per_page=100&page=2",
		} {
			all += string(m.must(t, "GET", path, nil).Body) + "\n"
		}
	}
	for _, path := range []string{"/admin/clients", "/admin/withdrawals?per_page=100", "/admin/settlements?per_page=100", "/admin/suspense"} {
		all += string(l.admin.must(t, "GET", path, nil).Body) + "\n"
	}
	return all
}

// settled gives the view once nothing moves any more.
func (l *load) settled(t *testing.T) (view string) {
	t.Helper()
	still := 0
	eventually(t, "nothing moves", calmWithin, func() (bool, string) {
		now := l.view(t)
		if now != view {
			view, still = now, 0
		}
		still++
		return still > 10, "the lists keep changing"
	})
	return view
}
