// Package agingservice reports how old are the debts of clients, and the money in suspense.
package agingservice

import (
	"context"
	"strconv"
	"time"

	"gateway/domain/aging"
	"gateway/http/service"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/sheet"

	"github.com/shopspring/decimal"
)

// Ages implements the use cases. It is safe for concurrent use.
type Ages struct {
	*service.Core
	Classes aging.Classes
}

// Report is what was open at a moment, by client.
type Report struct {
	At      time.Time       `json:"at"`
	Total   decimal.Decimal `json:"total"`
	Classes []aging.Class   `json:"classes"`
	// Clients are those with an open debt, the oldest first.
	Clients []Client `json:"clients"`
}

// Client is a client with its debt.
type Client struct {
	aging.Client
	// Name is the client's name.
	Name string `json:"nama"`
}

// Receivables reports what clients owe at a moment, or now if at is zero. What came back pays the oldest debt first.
func (a Ages) Receivables(ctx context.Context, at time.Time) (Report, error) {
	return a.named(ctx, balancerows.AgingReceivable, at)
}

// Suspense reports the money in suspense at a moment, or now if at is zero.
func (a Ages) Suspense(ctx context.Context, at time.Time) (Report, error) {
	return a.named(ctx, balancerows.AgingSuspense, at)
}

// Overdue returns what is in the oldest class now, in rupiah: what clients owe, and what lies in suspense.
func (a Ages) Overdue(ctx context.Context) (receivables, suspense decimal.Decimal, err error) {
	owed, err := a.at(ctx, balancerows.AgingReceivable, a.Now())
	if err != nil {
		return decimal.Zero, decimal.Zero, err
	}
	lies, err := a.at(ctx, balancerows.AgingSuspense, a.Now())
	if err != nil {
		return decimal.Zero, decimal.Zero, err
	}
	return owed.Overdue(), lies.Overdue(), nil
}

func (a Ages) at(ctx context.Context, account string, at time.Time) (aging.Report, error) {
	rows, err := a.Queries.AgingEntries(ctx, account, at)
	entries := make([]aging.Entry, len(rows))
	for i, row := range rows {
		entries[i] = aging.Entry{ClientID: row.ClientID, Item: row.Item, At: row.BookedAt, Amount: row.Amount, Restored: row.Restored}
	}
	return aging.Of(entries, at, a.Calendar, a.Classes), err
}

func (a Ages) named(ctx context.Context, account string, at time.Time) (Report, error) {
	if at.IsZero() {
		at = a.Now()
	}
	found, err := a.at(ctx, account, at)
	if err != nil {
		return Report{}, err
	}
	ids := make([]int64, len(found.Clients))
	for i, c := range found.Clients {
		ids[i] = c.ClientID
	}
	names, err := a.Queries.ClientNames(ctx, ids)
	r := Report{At: found.At, Total: found.Total, Classes: found.Classes, Clients: make([]Client, len(found.Clients))}
	for i, c := range found.Clients {
		r.Clients[i] = Client{Client: c, Name: names[c.ClientID]}
	}
	return r, err
}

// CSV writes a row for each client and the row `total`. The columns of the classes are days_<first>_<last>, and
// days_over_<last> for the oldest. The caller flushes the writer.
func (r Report) CSV(w *sheet.Writer) error {
	heading, total := []string{"client_id", "nama", "oldest", "days", "total"}, []string{"total", "", "", "", r.Total.String()}
	for _, c := range r.Classes {
		name := "days_over_" + strconv.Itoa(c.From-1)
		if c.To != nil {
			name = "days_" + strconv.Itoa(c.From) + "_" + strconv.Itoa(*c.To)
		}
		heading, total = append(heading, name), append(total, c.Amount.String())
	}
	rows := [][]string{heading}
	for _, c := range r.Clients {
		row := []string{
			strconv.FormatInt(c.ClientID, 10), c.Name, c.Oldest.Format(time.RFC3339Nano), strconv.Itoa(c.Days), c.Total.String(),
		}
		for _, amount := range c.Amounts {
			row = append(row, amount.String())
		}
		rows = append(rows, row)
	}
	for _, row := range append(rows, total) {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return nil
}
