package installation

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"gateway/test/poll"
)

// StepOrOrder is Step, and sometimes an order with several payments or a cancelled payment. Any goroutine may call it.
func (l *Load) StepOrOrder(ctx context.Context, m Merchant) error {
	switch rand.IntN(12) {
	case 0:
		return l.payOneOrderTwice(ctx, m)
	case 1:
		return l.cancelAndPay(ctx, m)
	}
	return l.Step(ctx, m)
}

// createPayment creates a payment and returns its transaction_id. If replaces is not empty, the new payment
// replaces that one.
func (l *Load) createPayment(ctx context.Context, m Merchant, replaces string) (transactionID string, err error) {
	body := map[string]any{"amount": 20_000 + rand.IntN(100_000), "metadata": map[string]any{"callback_url": l.Receiver.url()}}
	if replaces != "" {
		body["replaces"] = replaces
	}
	a, err := l.Create(ctx, m.Caller, "/payments/qris", body)
	if err != nil {
		return "", err
	}
	if a.Status != http.StatusCreated {
		return "", fmt.Errorf("POST /payments/qris: %s", a)
	}
	return TransactionID(a)
}

// pay acts as a customer who pays the amount due.
func pay(ctx context.Context, m Merchant, id string) error {
	_, err := m.Retry(ctx, "POST", "/sandbox/payments/"+id+"/pay", nil)
	return err
}

// payOneOrderTwice replaces a payment by another one, and pays both, in any order. One becomes PAID, and the
// money for the other one waits in suspense.
func (l *Load) payOneOrderTwice(ctx context.Context, m Merchant) error {
	older, err := l.createPayment(ctx, m, "")
	if err != nil {
		return err
	}
	newer, err := l.createPayment(ctx, m, older)
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.orders++
	l.mu.Unlock()
	ids := [2]string{older, newer}
	first := rand.IntN(2)
	if err := pay(ctx, m, ids[first]); err != nil {
		return err
	}
	return pay(ctx, m, ids[1-first])
}

// cancelAndPay cancels a payment, and pays its QR code all the same. The payment becomes PAID, late.
func (l *Load) cancelAndPay(ctx context.Context, m Merchant) error {
	id, err := l.createPayment(ctx, m, "")
	if err != nil {
		return err
	}
	a, err := m.Retry(ctx, "POST", "/payments/"+id+"/cancel", nil)
	if err != nil {
		return err
	}
	if a.Status != http.StatusOK {
		return fmt.Errorf("cancel %s: %s", id, a)
	}
	l.mu.Lock()
	l.cancelled++
	l.mu.Unlock()
	return pay(ctx, m, id)
}

// checkOrders checks each order that was paid twice: one payment is PAID, the older one is over, and the money
// of the other one waits. A cancelled payment that was paid is PAID, late. The caller holds l.mu.
func (l *Load) checkOrders(t *testing.T) {
	t.Helper()
	const isPaid = `.status IN ('PAID', 'SETTLED')`
	orders := `SELECT count(*) FROM transactions AS newer JOIN transactions AS older ON older.transaction_id = newer.replaces
		WHERE newer.` + l.ofMerchants() + ` AND older.replaced_by = newer.transaction_id AND older.status <> 'PENDING'
		AND (newer` + isPaid + `) <> (older` + isPaid + `)
		AND CASE WHEN newer` + isPaid + ` THEN older.open_suspense ELSE newer.open_suspense END > 0`
	cancelled := `SELECT count(*) FROM transactions WHERE ` + l.ofMerchants() + ` AND late AND replaced_by IS NULL AND replaces IS NULL`
	poll.Within(t, InvariantsWithin, fmt.Sprintf("of %d orders one payment each is PAID, and %d cancelled payments are, late", l.orders, l.cancelled),
		func() (bool, any) {
			one, late := l.count(t, orders), l.count(t, cancelled)
			return one == l.orders && late == l.cancelled, fmt.Sprintf("%d orders, %d cancelled payments", one, late)
		})
}
