package installation

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

// Load is the load of working merchants. It remembers everything that was acknowledged to them.
type Load struct {
	Admin     Caller
	Merchants []Merchant
	Receiver  *Receiver
	in        *Installation

	mu           sync.Mutex
	acknowledged []acknowledged
	// orders counts the pairs of payments of one order that were both paid. cancelled counts the cancelled
	// payments that were paid all the same.
	orders, cancelled int
}

// acknowledged is a creation that was answered. A repetition with its key must get the same answer.
type acknowledged struct {
	merchant Caller
	path     string
	body     any
	first    json.RawMessage
}

// NewLoad adds merchants with Rp 1,000,000 each. Every other one, starting with the first, has its withdrawals
// approved automatically.
func (in *Installation) NewLoad(t *testing.T, merchants int) *Load {
	t.Helper()
	l := &Load{in: in, Admin: in.Admin(t), Receiver: newReceiver(t)}
	for n := range merchants {
		l.Merchants = append(l.Merchants, in.NewMerchant(t, l.Admin, 1_000_000, n%2 == 0))
	}
	return l
}

// During keeps the merchants working while do runs, with two requests at a time for each. It repeats every
// request that was started until it is answered.
func (l *Load) During(t *testing.T, do func()) {
	t.Helper()
	var workers sync.WaitGroup
	stop := make(chan struct{})
	for w := range 2 * len(l.Merchants) {
		workers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := l.StepOrOrder(t.Context(), l.Merchants[w%len(l.Merchants)]); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	defer workers.Wait()
	defer close(stop)
	do()
}

// Step makes the merchant do one random thing, until it is answered. Any goroutine may call it.
func (l *Load) Step(ctx context.Context, m Merchant) (err error) {
	switch rand.IntN(10) {
	case 0, 1:
		_, err = l.Create(ctx, m.Caller, "/transactions", map[string]any{"total": 1_000 + rand.IntN(1_000), "external_id": "order"})
	case 2:
		_, err = l.Create(ctx, m.Caller, "/withdrawals", map[string]any{"jumlah": 10_000 + rand.IntN(50_000), "url": l.Receiver.url()})
	case 3:
		_, err = l.Create(ctx, m.Caller, "/settlements", map[string]any{"jumlah": 10_000 + rand.IntN(50_000), "tujuan": "supplier"})
	default:
		err = l.TakePayment(ctx, m, l.Receiver.url())
	}
	return err
}

// Create sends a creation with a key of its own until the answer is final, and remembers what was created. A
// refusal for lack of money, or because a withdrawal is pending, has status 400 and is not an error. Any
// goroutine may call it.
func (l *Load) Create(ctx context.Context, c Caller, path string, body any) (Answer, error) {
	c = c.With("Idempotency-Key", uuid.NewString())
	a, err := c.Retry(ctx, "POST", path, body)
	if err != nil || a.Status == http.StatusBadRequest {
		return a, err
	}
	if a.Status != http.StatusCreated {
		return a, fmt.Errorf("POST %s: %s", path, a)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acknowledged = append(l.acknowledged, acknowledged{merchant: c, path: path, body: body, first: a.Data})
	return a, nil
}

// TakePayment creates a payment with the callback URL, and pays it. If the answer is lost it is paid twice, and
// the second payment goes to suspense. Any goroutine may call it.
func (l *Load) TakePayment(ctx context.Context, m Merchant, callback string) error {
	a, err := l.Create(ctx, m.Caller, "/payments/qris", map[string]any{
		"amount": 20_000 + rand.IntN(100_000), "metadata": map[string]any{"callback_url": callback},
	})
	if err != nil {
		return err
	}
	id, err := TransactionID(a)
	if err != nil {
		return err
	}
	_, err = m.Retry(ctx, "POST", "/sandbox/payments/"+id+"/pay", nil)
	return err
}

// TransactionID is the transaction_id in the answer to the creation of a payment.
func TransactionID(a Answer) (string, error) {
	var created struct {
		Transaction struct {
			ID string `json:"transaction_id"`
		}
	}
	err := json.Unmarshal(a.Data, &created)
	return created.Transaction.ID, err
}
