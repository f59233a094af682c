package cluster

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
	merchants []merchant
	receiver  *httptest.Server
	calls     atomic.Int64

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

func (in *installation) newLoad(t *testing.T, merchants int) *load {
	t.Helper()
	l := &load{}
	l.receiver = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		l.calls.Add(1)
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(l.receiver.Close)
	admin := in.admin(t)
	for i := range merchants {
		l.merchants = append(l.merchants, in.newMerchant(t, admin, 1_000_000, i%2 == 0))
	}
	return l
}

// during works while do runs; what was begun is finished, whatever becomes of the
// instances meanwhile.
func (l *load) during(t *testing.T, workers int, do func()) {
	t.Helper()
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for w := range workers {
		wg.Go(func() {
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
	defer wg.Wait()
	defer close(stop)
	do()
}

func (l *load) work(ctx context.Context, m merchant) error {
	var err error
	switch rand.IntN(8) {
	case 0:
		_, err = l.create(ctx, m, "/transactions", map[string]any{"total": 1_000 + rand.IntN(1_000)})
	case 1, 2:
		_, err = l.create(ctx, m, "/withdrawals", map[string]any{"jumlah": 10_000 + rand.IntN(50_000), "url": l.receiver.URL + "/w"})
	case 3:
		_, err = l.create(ctx, m, "/settlements", map[string]any{"jumlah": 10_000 + rand.IntN(50_000), "tujuan": "supplier"})
	default:
		err = l.takePayment(ctx, m)
	}
	return err
}

// create asks under a key of its own until there is a definite answer, and keeps
// those that created something. Others are refused for want of money, or since a
// withdrawal is pending: they give none.
func (l *load) create(ctx context.Context, m merchant, path string, body any) (json.RawMessage, error) {
	c := m.with("Idempotency-Key", uuid.NewString())
	a, err := c.insist(ctx, "POST", path, body)
	switch {
	case err != nil:
		return nil, err
	case a.Status == http.StatusBadRequest:
		return nil, nil
	case a.Status != http.StatusCreated:
		return nil, fmt.Errorf("POST %s: %d %s", path, a.Status, a.Body)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acked = append(l.acked, acked{merchant: c, path: path, body: body, first: a.Data})
	return a.Data, nil
}

// takePayment opens a payment and pays it. It is paid at most twice: a lost answer
// makes a second genuine payment, which goes to suspense.
func (l *load) takePayment(ctx context.Context, m merchant) error {
	data, err := l.create(ctx, m, "/payments/qris", map[string]any{
		"amount": 20_000 + rand.IntN(100_000), "metadata": map[string]any{"callback_url": l.receiver.URL + "/p"},
	})
	if err != nil {
		return err
	}
	var created struct {
		Transaction struct {
			ID string `json:"transaction_id"`
		} `json:"transaction"`
	}
	if err := json.Unmarshal(data, &created); err != nil {
		return err
	}
	_, err = m.insist(ctx, "POST", "/sandbox/payments/"+created.Transaction.ID+"/pay", nil)
	return err
}

// recheck asks for everything again that was ever acknowledged.
func (l *load) recheck(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.acked {
		again, err := a.merchant.insist(t.Context(), "POST", a.path, a.body)
		if err != nil || again.Status != http.StatusCreated || string(again.Data) != string(a.first) {
			t.Fatalf("POST %s was answered %s, and now %d %s %v", a.path, a.first, again.Status, again.Body, err)
		}
	}
}
