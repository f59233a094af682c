package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/test/installation"
)

// workers is the number of operations that may be under way at a time.
const workers = 32

type object = map[string]any

// operation is one thing that a merchant does.
type operation struct {
	name   string
	weight int
	do     func(context.Context, installation.Merchant) error
}

// work is the load of all merchants' operations at a constant rate. If no worker is free, an operation is left
// out and counted.
type work struct {
	load       *installation.Load
	portals    map[int64]installation.Caller // by client
	operations []operation
	weights    int
	picked     int // how many operations pick has returned in order

	left atomic.Int64
	mu   sync.Mutex
	done map[string]int
}

func newWork(t *testing.T, in *installation.Installation, load *installation.Load, others *receivers) *work {
	t.Helper()
	w := &work{load: load, portals: map[int64]installation.Caller{}, done: map[string]int{}}
	for _, m := range load.Merchants {
		w.portals[m.ID] = in.Portal(t, m)
	}
	w.operations = []operation{
		{"a creation or an order of the common load", 30, load.StepOrOrder},
		{"a virtual account", 3, w.payment("/payments/va", object{"amount": 40_000, "bank_code": "BCA", "customer_name": "Budi"}, "/sandbox/payments/%s/pay")},
		{"an e-wallet", 3, w.payment("/payments/ewallet", object{"amount": 30_000, "channel_code": "DANA"}, "/sandbox/payments/%s/pay")},
		{"a payment with a bad receiver", 5, func(ctx context.Context, m installation.Merchant) error {
			return load.TakePayment(ctx, m, others.url())
		}},
		{"a cancelled payment", 5, w.payment("/payments/invoice", object{"amount": 25_000, "external_id": "cancelled"}, "/payments/%s/cancel")},
		{"a ticket", 2, w.openTicket},
		{"GET /account/balance", 15, get("/account/balance")},
		{"GET /transactions", 10, get("/transactions?per_page=15&status=PAID")},
		{"GET /withdrawals", 5, get("/withdrawals")},
		{"GET /events", 5, get("/events?limit=20")},
		{"GET /fees/rates", 5, get("/fees/rates")},
		{"GET /callbacks", 3, get("/callbacks")},
		{"GET /me/balance-history", 3, w.read("/me/balance-history?per_page=15")},
		{"GET /me/statement", 1, w.read("/me/statement?month=" + time.Now().Format("2006-01"))},
		{"GET /search", 2, get("/search?q=INV-1")},
		{"GET /events, waiting", 1, get("/events?after=end&wait=1")},
		{"a refused request", 5, refused},
		{"an approved withdrawal", 4, w.approve("withdrawals")},
		{"an approved settlement", 4, w.approve("settlements")},
		{"GET /admin/attention", 1, w.staff(http.MethodGet, "/admin/attention", nil)},
		{"GET /admin/transactions", 1, w.staff(http.MethodGet, "/admin/transactions?status=PAID", nil)},
		{"GET /admin/search", 1, w.staff(http.MethodGet, "/admin/search?q=INV-1", nil)},
		{"GET /admin/trial-balance", 1, w.staff(http.MethodGet, "/admin/trial-balance?clients=sum", nil)},
	}
	for _, o := range w.operations {
		w.weights += o.weight
	}
	return w
}

// pick returns each operation once, and then a random one by its weight. Only one goroutine may call it.
func (w *work) pick() operation {
	if w.picked < len(w.operations) {
		w.picked++
		return w.operations[w.picked-1]
	}
	n := rand.IntN(w.weights)
	for _, o := range w.operations {
		if n -= o.weight; n < 0 {
			return o
		}
	}
	panic("the weights sum to less than they do")
}

// during keeps the merchants working at the plan's rate until do returns.
func (w *work) during(t *testing.T, p plan, do func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	turns := make(chan operation)
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			for o := range turns {
				w.run(ctx, t, o)
			}
		})
	}
	paced := make(chan struct{})
	go func() {
		defer close(paced)
		defer close(turns)
		tick := time.NewTicker(time.Second / time.Duration(p.rate))
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			select {
			case turns <- w.pick():
			default:
				w.left.Add(1)
			}
		}
	}()
	defer running.Wait()
	defer func() { cancel(); <-paced }()
	do()
}

// run completes one operation. If it is under way when the run ends, it is repeated until it is answered.
func (w *work) run(ctx context.Context, t *testing.T, o operation) {
	m := w.load.Merchants[rand.IntN(len(w.load.Merchants))]
	if err := o.do(context.WithoutCancel(ctx), m); err != nil {
		t.Errorf("%s: %v", o.name, err)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done[o.name]++
}

// get returns a step that reads, and repeats until an instance answers.
func get(path string) func(context.Context, installation.Merchant) error {
	return func(ctx context.Context, m installation.Merchant) error {
		return succeeded(m.Retry(ctx, http.MethodGet, path, nil))
	}
}

func succeeded(a installation.Answer, err error) error {
	if err == nil && a.Status >= http.StatusMultipleChoices {
		err = errors.New(a.String())
	}
	return err
}

func (w *work) openTicket(ctx context.Context, m installation.Merchant) error {
	return succeeded(w.portals[m.ID].Retry(ctx, http.MethodPost, "/tickets", object{"subject": "A question", "description": "Where is my money?"}))
}

// read returns a step that reads as a person in the portal.
func (w *work) read(path string) func(context.Context, installation.Merchant) error {
	return func(ctx context.Context, m installation.Merchant) error {
		return succeeded(w.portals[m.ID].Retry(ctx, http.MethodGet, path, nil))
	}
}

// payment returns a step that creates a payment, and then posts to a path that contains its transaction_id.
func (w *work) payment(path string, body object, then string) func(context.Context, installation.Merchant) error {
	return func(ctx context.Context, m installation.Merchant) error {
		a, err := w.load.Create(ctx, m.Caller, path, body)
		if err := succeeded(a, err); err != nil {
			return err
		}
		id, err := installation.TransactionID(a)
		if err != nil {
			return err
		}
		return succeeded(m.Retry(ctx, http.MethodPost, fmt.Sprintf(then, id), nil))
	}
}

// refused sends a wrong request, which must be answered by a 400.
func refused(ctx context.Context, m installation.Merchant) error {
	a, err := m.Retry(ctx, http.MethodPost, "/withdrawals", object{"jumlah": "all of it", "bank": 7})
	if err == nil && a.Status != http.StatusBadRequest {
		err = fmt.Errorf("answered %s", a)
	}
	return err
}

// report prints how much was done.
func (w *work) report(t *testing.T) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, o := range w.operations {
		t.Logf("%7d times %s", w.done[o.name], o.name)
		if w.done[o.name] == 0 {
			t.Errorf("%s was never done", o.name)
		}
	}
	t.Logf("%7d operations left out, because all workers were busy", w.left.Load())
}
