package recovery

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"

	"github.com/shopspring/decimal"
)

// A rebuild that is killed at a random moment changes nothing that is served. The next one finishes, and leaves
// no tables behind except the former ones.
func TestAKilledRebuildHarmsNothing(t *testing.T) {
	installation.OnEachStore(t, func(t *testing.T, store installation.Store) {
		in := installation.New(t, installation.Options{Store: store})
		gateway := in.Instances[0]
		l := in.NewLoad(t, 4)
		var whole time.Duration
		l.During(t, func() {
			<-time.After(2 * time.Second)
			began := time.Now()
			gateway.Run(t, "projections", "rebuild", "--all")
			whole = time.Since(began)
		})
		ended := 0
		for round := range rounds(t) {
			moment := time.Duration(rand.Int64N(int64(whole)))
			l.During(t, func() {
				ctx, cancel := context.WithTimeout(t.Context(), moment) // ends it with SIGKILL
				defer cancel()
				if out, err := gateway.Command(ctx, "projections", "rebuild", "--all").CombinedOutput(); err == nil {
					ended++
				} else if ctx.Err() == nil {
					t.Errorf("round %d: %v: %s", round, err, out)
				}
			})
			in.Verify(t)
			l.CheckAcknowledged(t)
		}
		gateway.Run(t, "projections", "rebuild", "--all", "--verify")
		in.Verify(t)
		left := in.Query(t, installation.ReadModels, `SELECT coalesce(string_agg(nspname, ' '), '') FROM pg_namespace WHERE nspname ~ '^(shadow|rebuild)_'`)
		if left != "" {
			t.Errorf("schemas %s are left", left)
		}
		t.Logf("%d of %d rebuilds were killed, within %v", rounds(t)-ended, rounds(t), whole)
	})
}

// Read models are rebuilt, rolled back and rebuilt again under load. No request fails, and no read shows an
// older state than the one before.
func TestReadsGoOnDuringRebuildsAndNeverGoBack(t *testing.T) {
	in := installation.New(t, installation.Options{})
	gateway := in.Instances[0]
	l := in.NewLoad(t, 3)
	reader := l.Merchants[2]
	l.Merchants = l.Merchants[:2] // the reader's balance only grows, because only its own payments change it
	ctx, cancel := context.WithCancel(t.Context())
	watched := make(chan error, 2)
	go func() { watched <- watchBalance(ctx, reader) }()
	go func() { watched <- payAndRead(ctx, reader) }()
	l.During(t, func() {
		for range rounds(t) {
			gateway.Run(t, "projections", "rebuild", "--all", "--verify")
			gateway.Run(t, "projections", "rollback", "balances")
			l.Admin.Must(t, "POST", "/admin/projections/transactions/rebuild", nil)
			poll.Within(t, installation.InvariantsWithin, "the rebuild that was asked for has ended", func() (bool, any) {
				now := projectionStatus(t, l.Admin, "transactions")
				return now.State == "live", now.State
			})
		}
	})
	cancel()
	for range 2 {
		if err := <-watched; err != nil {
			t.Error(err)
		}
	}
	in.Verify(t)
	l.CheckAcknowledged(t)
}

// watchBalance reads a balance that must only grow.
func watchBalance(ctx context.Context, m installation.Merchant) error {
	last := decimal.Zero
	slowest := time.Duration(0)
	for {
		began := time.Now()
		a, err := m.Send(ctx, http.MethodGet, "/account/balance", nil)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil || a.Status != http.StatusOK {
			return fmt.Errorf("a read failed: %s %w", a, err)
		}
		var b struct {
			Total decimal.Decimal `json:"saldo"`
		}
		if err := json.Unmarshal(a.Data, &b); err != nil {
			return err
		}
		if b.Total.LessThan(last) {
			return fmt.Errorf("the balance went from %s back to %s", last, b.Total)
		}
		last, slowest = b.Total, max(slowest, time.Since(began))
		if poll.Exceeds(slowest, 5*time.Second) {
			return fmt.Errorf("a read took %v", slowest)
		}
	}
}

// payAndRead creates payments, reads each with the next request, and pays it.
func payAndRead(ctx context.Context, m installation.Merchant) error {
	for n := 0; ; n++ {
		a, err := m.Send(ctx, http.MethodPost, "/payments/qris", map[string]any{"amount": 20_000})
		if ctx.Err() != nil {
			return nil
		}
		if err != nil || a.Status != http.StatusCreated {
			return fmt.Errorf("payment %d failed: %s %w", n, a, err)
		}
		var made struct {
			Transaction struct {
				TransactionID string `json:"transaction_id"`
			}
		}
		if err := json.Unmarshal(a.Data, &made); err != nil {
			return err
		}
		id := made.Transaction.TransactionID
		if a, err = m.Send(ctx, http.MethodGet, "/payments/"+id+"/status", nil); ctx.Err() == nil && (err != nil || a.Status != http.StatusOK) {
			return fmt.Errorf("payment %s is not found after its creation: %s %w", id, a, err)
		}
		if a, err = m.Send(ctx, http.MethodPost, "/sandbox/payments/"+id+"/pay", nil); ctx.Err() == nil && (err != nil || a.Status >= 300) {
			return fmt.Errorf("payment %s can't be paid: %s %w", id, a, err)
		}
	}
}
