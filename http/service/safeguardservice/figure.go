package safeguardservice

import (
	"context"
	"sync"
	"time"

	"github.com/shopspring/decimal"
)

// Figure keeps an amount that is costly to compute. It is for metrics, which are asked for often. It is safe for concurrent use.
type Figure struct {
	// Compute returns the amount, in rupiah.
	Compute func(ctx context.Context) (decimal.Decimal, error)
	// MaxAge is how old the amount may be.
	MaxAge time.Duration
	Now    func() time.Time

	mu     sync.Mutex
	amount decimal.Decimal
	at     time.Time
}

// Get returns the amount, computed at most MaxAge ago. Errors: those of Compute, after which the next call computes again.
func (f *Figure) Get(ctx context.Context) (decimal.Decimal, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.Now()
	if age := now.Sub(f.at); !f.at.IsZero() && age >= 0 && age < f.MaxAge {
		return f.amount, nil
	}
	amount, err := f.Compute(ctx)
	if err == nil {
		f.amount, f.at = amount, now
	}
	return amount, err
}
