package books

import (
	"context"
	"maps"
	"slices"
	"time"

	"gateway/domain/ledger"
	"gateway/domain/statement"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// Period is the report of a period over all clients (API reference: Period report): what
// customers paid, the fees and the VAT (PPN) on them, payouts, and what the accounts of the
// ledger changed by. Every amount is the sum of postings booked in the period.
type Period struct {
	// From and To are the first and the last instant.
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// Lines and Total are the sums over all clients.
	Lines []statement.Total `json:"lines"`
	Total statement.Sum     `json:"total"`
	// VATRates split the fee and the VAT of Total by the rate that the fee was charged at. A fee that was
	// given back is subtracted at its original rate.
	VATRates []statement.VATRateTotal `json:"vat_rates"`
	// ProviderCosts is what the provider charged us in the period, with VAT, as far as it told us.
	// It is known in total only.
	ProviderCosts decimal.Decimal `json:"provider_costs"`
	// Accounts compare the fees and the VAT with the accounts of the ledger.
	Accounts []PeriodAccount `json:"accounts"`
	// Clients are those whose balance changed, by id.
	Clients []PeriodClient `json:"clients"`
}

// PeriodClient has the sums of one client.
type PeriodClient struct {
	ClientID int64 `json:"client_id"`
	// Name is the client's; the caller sets it.
	Name     string                   `json:"nama"`
	Lines    []statement.Total        `json:"lines"`
	Total    statement.Sum            `json:"total"`
	VATRates []statement.VATRateTotal `json:"vat_rates"`
}

// PeriodAccount explains the change of an account of the ledger. Opening and Closing are its balances in
// the trial balance before the period and at its end: Opening + FromClients + Other = Closing.
type PeriodAccount struct {
	Account string          `json:"account"`
	Opening decimal.Decimal `json:"opening"`
	// FromClients is what the movements of the clients in the report posted to it.
	FromClients decimal.Decimal `json:"from_clients"`
	// Other is what else was posted to it: entries of the treasury, such as VAT that was paid to the state.
	Other   decimal.Decimal `json:"other"`
	Closing decimal.Decimal `json:"closing"`
}

// Period sums what was booked in a range: the full hours in it by the sums of hours, the rest from
// the log. Without Sums it reads each client's part of its stream, or the part of the log.
func (r Reader) Period(ctx context.Context, in Range) (Period, error) {
	at, err := r.Stretch(ctx, in)
	if err != nil {
		return Period{}, err
	}
	return r.PeriodIn(ctx, in, at)
}

// Stretch is a part of the log: the events after one position, through another.
type Stretch struct{ After, Through eventstore.Position }

// PeriodIn is Period of a range whose part of the log is known. The part decides the sums: the report of
// the same part never changes. Where the part ends at the head of the log, the report may have what came since.
func (r Reader) PeriodIn(ctx context.Context, in Range, at Stretch) (Period, error) {
	sums := newClientSums(r)
	at, err := r.addPeriod(ctx, sums, in, at)
	if err != nil {
		return Period{}, err
	}
	opening, err := r.accountsAt(ctx, at.After, ofNoClient)
	if err != nil {
		return Period{}, err
	}
	closing, err := r.accountsAt(ctx, at.Through, ofNoClient)
	if err != nil {
		return Period{}, err
	}
	return newPeriod(in, sums.all, opening, closing), nil
}

// Stretch finds the part of the log that a range is.
func (r Reader) Stretch(ctx context.Context, in Range) (s Stretch, err error) {
	if !in.From.IsZero() {
		if s.After, err = r.BookedThrough(ctx, in.From.Add(-time.Nanosecond)); err != nil {
			return s, err
		}
	}
	s.Through, err = r.HeadAt(ctx, in.To)
	return s, err
}

func newPeriod(in Range, clients map[int64]clientSum, opening, closing map[string]decimal.Decimal) Period {
	p := Period{From: in.From.UTC(), To: in.To.UTC(), Clients: []PeriodClient{}}
	all := clientSum{rates: statement.VATRates{}}
	for _, id := range slices.Sorted(maps.Keys(clients)) {
		sum := clients[id]
		if sum.totals.Sum().Count == 0 {
			continue
		}
		all.totals = all.totals.Plus(sum.totals)
		all.rates.AddAll(sum.rates)
		p.Clients = append(p.Clients, PeriodClient{
			ClientID: id, Lines: sum.totals.Lines(), Total: sum.totals.Sum(), VATRates: sum.rates.Totals(),
		})
	}
	p.Lines, p.Total, p.VATRates = all.totals.Lines(), all.totals.Sum(), all.rates.Totals()
	p.ProviderCosts = opening[ledger.CostProvider].Sub(closing[ledger.CostProvider])
	for _, a := range []struct {
		name        string
		fromClients decimal.Decimal
	}{{ledger.RevenueFees, p.Total.Fee}, {ledger.TaxVAT, p.Total.VAT}, {ledger.CostProvider, decimal.Zero}} {
		p.Accounts = append(p.Accounts, PeriodAccount{
			Account: a.name, Opening: opening[a.name], FromClients: a.fromClients,
			Other: closing[a.name].Sub(opening[a.name]).Sub(a.fromClients), Closing: closing[a.name],
		})
	}
	return p
}
