package reconcile

import (
	"context"
	"errors"
	"time"

	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// Teller is a provider that may tell our money there.
type Teller interface {
	// Balance is in rupiah. Error: errors.ErrUnsupported if the company does not tell it.
	Balance(ctx context.Context) (decimal.Decimal, error)
}

// Unlisted returns the report of a connection whose provider lists no bookings: the equation, over the whole log. from and
// to are only shown. progress, if set, is called with positions as the log is read.
func Unlisted(
	ctx context.Context, log *eventstore.Log, connection string, provider Teller, from, to time.Time, progress func(eventstore.Position),
) (*Report, error) {
	balance, err := provider.Balance(ctx)
	unknown := errors.Is(err, errors.ErrUnsupported)
	if err != nil && !unknown {
		return nil, err
	}
	here, err := readLog(ctx, log, beginning{}, period{connection: connection}, progress)
	if err != nil {
		return nil, err
	}
	r := &Report{Connection: connection, Unlisted: true, From: from.UTC(), To: to.UTC(), Differences: []Difference{}}
	r.Equation = newEquation(&here.money, balance)
	if unknown {
		r.Equation.BalanceUnknown, r.Equation.Balance, r.Equation.Difference = true, decimal.Zero, decimal.Zero
	}
	r.Equation.explain(nil)
	return r, nil
}
