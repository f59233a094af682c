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

// Period is the report of a period over all clients (API reference: Period report): what customers paid, the
// fees and their VAT (PPN), payouts, and the changes of the ledger accounts. Every amount is the sum of
// postings booked in the period.
type Period struct {
	// From and To are the first and last instants of the period.
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// Lines and Total are the sums over all clients.
	Lines []statement.Total `json:"lines"`
	Total statement.Sum     `json:"total"`
	// VATRates split the fee and VAT of Total by the VAT rate of each fee. A refunded fee is subtracted at
	// its original rate.
	VATRates []statement.VATRateTotal `json:"vat_rates"`
	// ProviderCosts is what the provider charged us in the period, with VAT, as far as it reported. Only the
	// total is known.
	ProviderCosts decimal.Decimal `json:"provider_costs"`
	// Accounts compare the fees and the VAT with the ledger accounts.
	Accounts []PeriodAccount `json:"accounts"`
	// Clients are the clients whose balance changed, in order of their ids.
	Clients []PeriodClient `json:"clients"`
}

// PeriodClient has the sums of one client's movements.
type PeriodClient struct {
	ClientID int64 `json:"client_id"`
	// Name is the client's name; the caller sets it.
	Name     string                   `json:"nama"`
	Lines    []statement.Total        `json:"lines"`
	Total    statement.Sum            `json:"total"`
	VATRates []statement.VATRateTotal `json:"vat_rates"`
}

// PeriodAccount explains the change of one ledger account. Opening and Closing are its balances in the trial
// balance before the period and at its end: Opening + FromClients + Other = Closing.
type PeriodAccount struct {
	Account string          `json:"account"`
	Opening decimal.Decimal `json:"opening"`
	// FromClients is the sum of what the clients' movements in the report posted to the account.
	FromClients decimal.Decimal `json:"from_clients"`
	// Other is the sum of all other postings to the account: treasury entries, such as VAT paid to the state.
	Other   decimal.Decimal `json:"other"`
	Closing decimal.Decimal `json:"closing"`
}

// Period sums the movements booked in a range. It takes full hours from the hourly sums and reads the rest
// from the log. Without Sums it reads the range's part of each client's stream, or of the log.
func (r Reader) Period(ctx context.Context, in Range) (Period, error) {
	at, err := r.Stretch(ctx, in)
	if err != nil {
		return Period{}, err
	}
	return r.PeriodIn(ctx, in, at)
}

// Stretch is a part of the log: the events after the position After, up to and including Through.
type Stretch struct{ After, Through eventstore.Position }

// PeriodIn is Period for a range whose part of the log is known. The part alone decides the sums, so the
// report of the same part never changes. When the part ends at the head of the log, the report may include
// newer events.
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

// Stretch returns the part of the log that a range covers.
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
