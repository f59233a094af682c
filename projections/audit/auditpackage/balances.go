package auditpackage

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain/ledger"
	"gateway/domain/statement"
	"gateway/projections/audit/books"

	"github.com/shopspring/decimal"
)

// writeBalances writes the balances of all accounts before and after the month, and between them what moved, with the
// accounts of all clients summed by kind.
func (p *pack) writeBalances(context.Context) error {
	for _, file := range []struct {
		name     string
		balances map[string]decimal.Decimal
	}{{openingFile, p.scan.opening}, {endFile, p.scan.accounts}} {
		err := p.archive.csv(file.name, []string{"account", "balance"}, func(row func(...string) error) error {
			for _, account := range slices.Sorted(maps.Keys(file.balances)) {
				if b := file.balances[account]; !b.IsZero() {
					if err := row(account, rupiah(b)); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return p.archive.csv(balanceFile, []string{"account", "opening", "debit", "credit", "closing"}, func(row func(...string) error) error {
		for _, l := range p.scan.turnover.Lines() {
			if err := row(l.Account, rupiah(l.Opening), rupiah(l.Debit), rupiah(l.Credit), rupiah(l.Closing)); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeStatements writes the statement of each client that had money, or moved some.
func (p *pack) writeStatements(ctx context.Context) error {
	clients := map[int64]bool{}
	for client := range p.scan.moved {
		clients[client] = true
	}
	for account, balance := range p.scan.opening {
		if id, _, ok := strings.Cut(strings.TrimPrefix(account, "client:"), ":"); ok && account != "client:"+id && !balance.IsZero() {
			if client, err := strconv.ParseInt(id, 10, 64); err == nil && ledger.IsOf(client, account) {
				clients[client] = true
			}
		}
	}
	for _, client := range slices.Sorted(maps.Keys(clients)) {
		if err := p.writeStatement(ctx, client); err != nil {
			return fmt.Errorf("the statement of client %d: %w", client, err)
		}
	}
	return nil
}

var statementHeading = []string{
	"row", "line", "leaf", "booked_at", "day", "kind", "reference", "count", "gross", "fee", "vat", "net", "vat_rate",
	"balance", "available", "unsettled", "held", "receivable", "value_date",
}

// The columns of a statement where they are not written in order.
const (
	columnCount   = 7
	columnGross   = 8
	columnRate    = 12
	columnBalance = 13
	columnValue   = 18
)

// writeStatement writes a statement: the balances before the month, each movement, the sum of each line, and the balances
// after it.
func (p *pack) writeStatement(ctx context.Context, client int64) error {
	balances := totalsOf(client, p.scan.opening)
	return p.archive.csv("statement-"+number(client)+".csv", statementHeading, func(row func(...string) error) error {
		if err := row(balanceCells(books.RowOpening, balances)...); err != nil {
			return err
		}
		sums, err := p.writeMovements(ctx, client, &balances, row)
		if err != nil {
			return err
		}
		for _, l := range sums.Lines() {
			if err := row(sumCells(books.RowLine, l.Line, l.Sum)...); err != nil {
				return err
			}
		}
		if err := row(sumCells(books.RowTotal, "", sums.Sum())...); err != nil {
			return err
		}
		if end := totalsOf(client, p.scan.accounts); balances != end && !same(balances, end) {
			return fmt.Errorf("%w: its movements leave %s, and the accounts have %s", ErrChanged, balances.Sum(), end.Sum())
		}
		return row(balanceCells(books.RowClosing, balances)...)
	})
}

// writeMovements writes the movements of a client, moves the balances to the end of the month and returns the sums.
func (p *pack) writeMovements(
	ctx context.Context, client int64, balances *ledger.Totals, row func(...string) error,
) (sums statement.Totals, err error) {
	kept, latest, n := p.scan.moved[client], p.month.From, 0
	if len(kept) == 0 {
		return sums, nil
	}
	in := books.Range{From: p.month.From, To: p.month.Until.Add(-time.Nanosecond)}
	err = p.Books.History(ctx, client, in, func(m books.Movement) error {
		if n == len(kept) {
			return fmt.Errorf("%w: the stream of the client has more movements than the month", ErrChanged)
		}
		*balances = balances.Apply(client, m.Postings)
		if !balances.Sum().Equal(m.BalanceAfter) {
			return fmt.Errorf("%w: the postings up to leaf %d leave %s, and the event says %s", ErrChanged, kept[n].leaf,
				balances.Sum(), m.BalanceAfter)
		}
		amounts := statement.AmountsOf(client, m.Postings)
		line := ""
		if sums.Add(m.Kind, amounts) {
			line = statement.LineOf(m.Kind)
		}
		if m.At.After(latest) {
			latest = m.At
		}
		cells := sumCells(books.RowMovement, line, statement.Sum{Count: 1, Amounts: amounts})
		cells[2], cells[3], cells[4] = number(kept[n].leaf), m.At.UTC().Format(time.RFC3339Nano), p.days.DayOf(latest)
		cells[5], cells[6], cells[columnRate] = m.Kind, m.Reference, p.scan.fees.rates[kept[n].rate]
		copy(cells[columnBalance:], totalsCells(*balances))
		cells[columnValue] = m.ValueDate.UTC().Format(time.RFC3339Nano)
		n++
		return row(cells...)
	})
	if err == nil && n != len(kept) {
		err = fmt.Errorf("%w: the stream of the client has %d movements, and the month %d", ErrChanged, n, len(kept))
	}
	return sums, err
}

func totalsOf(client int64, accounts map[string]decimal.Decimal) ledger.Totals {
	return ledger.Totals{
		Available: accounts[ledger.Available(client)], Unsettled: accounts[ledger.Unsettled(client)],
		Held: accounts[ledger.Held(client)], Receivable: accounts[ledger.Receivable(client)],
	}
}

func same(a, b ledger.Totals) bool {
	return a.Available.Equal(b.Available) && a.Unsettled.Equal(b.Unsettled) && a.Held.Equal(b.Held) && a.Receivable.Equal(b.Receivable)
}

func balanceCells(kind string, t ledger.Totals) []string {
	cells := make([]string, len(statementHeading))
	cells[0] = kind
	copy(cells[columnBalance:], totalsCells(t))
	return cells
}

func totalsCells(t ledger.Totals) []string {
	return []string{rupiah(t.Sum()), rupiah(t.Available), rupiah(t.Unsettled), rupiah(t.Held), rupiah(t.Receivable)}
}

func sumCells(kind, line string, s statement.Sum) []string {
	cells := make([]string, len(statementHeading))
	cells[0], cells[1], cells[columnCount] = kind, line, number(s.Count)
	copy(cells[columnGross:], []string{rupiah(s.Gross), rupiah(s.Fee), rupiah(s.VAT), rupiah(s.Net)})
	return cells
}
