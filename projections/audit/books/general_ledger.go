package books

import (
	"context"
	"maps"
	"slices"

	"gateway/domain/journal"
	"gateway/domain/ledger"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/sheet"

	"github.com/shopspring/decimal"
)

// LedgerPeriod is a period of the general ledger with its name: a day or a month.
type LedgerPeriod struct {
	Name string
	Range
}

// LedgerLine is an account in a period. The accounts of all clients are summed by kind (ledger.OfAllClients). Opening and
// Closing have the signs of the ledger: Opening - Debit + Credit = Closing.
type LedgerLine struct {
	Period, Account string
	Opening         decimal.Decimal
	journal.Turnover
	Closing decimal.Decimal
}

// Turnover sums the debits and credits of each account in a part of the log, with clients' accounts summed by kind.
func (r Reader) Turnover(ctx context.Context, at Stretch) (map[string]journal.Turnover, error) {
	sums := map[string]journal.Turnover{}
	var d decoder
	err := engine.ReadPages(ctx, r.Log.Store(), at.After, at.Through, func(page []eventstore.Recorded) error {
		for _, e := range page {
			if !Posts(e.Stream) {
				continue
			}
			event, err := d.event(e)
			if err != nil {
				return err
			}
			for _, p := range event.Postings {
				account := ledger.OfAllClients(p.Account)
				sums[account] = sums[account].Add(p.Amount)
			}
		}
		return nil
	})
	return sums, err
}

// GeneralLedger calls visit with each account of each period, in order of the periods and the accounts' names. The
// periods follow one another. It leaves out accounts that are zero and were not moved.
func (r Reader) GeneralLedger(ctx context.Context, periods []LedgerPeriod, visit func(LedgerLine) error) error {
	var balances map[string]decimal.Decimal
	for _, p := range periods {
		at, err := r.Stretch(ctx, p.Range)
		if err != nil {
			return err
		}
		if balances == nil {
			if balances, err = r.accountsAt(ctx, at.After, ledger.OfAllClients); err != nil {
				return err
			}
		}
		moved, err := r.Turnover(ctx, at)
		if err != nil {
			return err
		}
		if err := visitPeriod(p.Name, balances, moved, visit); err != nil {
			return err
		}
	}
	return nil
}

// visitPeriod visits the lines of one period, and moves the balances to its end.
func visitPeriod(
	name string, balances map[string]decimal.Decimal, moved map[string]journal.Turnover, visit func(LedgerLine) error,
) error {
	for account := range moved {
		balances[account] = balances[account].Add(decimal.Zero)
	}
	for _, account := range slices.Sorted(maps.Keys(balances)) {
		line := LedgerLine{Period: name, Account: account, Opening: balances[account], Turnover: moved[account]}
		line.Closing = line.Opening.Sub(line.Debit).Add(line.Credit)
		balances[account] = line.Closing
		if line.Opening.IsZero() && line.IsZero() {
			continue
		}
		if err := visit(line); err != nil {
			return err
		}
	}
	return nil
}

// LedgerCSV writes the heading of a general ledger and returns the function that writes a line. The caller flushes the
// writer.
func LedgerCSV(w *sheet.Writer) (func(LedgerLine) error, error) {
	err := w.Write([]string{"period", "account", "opening", "debit", "credit", "closing"})
	return func(l LedgerLine) error {
		return w.Write([]string{l.Period, l.Account, l.Opening.String(), l.Debit.String(), l.Credit.String(), l.Closing.String()})
	}, err
}
