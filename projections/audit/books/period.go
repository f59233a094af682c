package books

import (
	"context"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/sheet"

	"github.com/shopspring/decimal"
	"golang.org/x/sync/errgroup"
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

// CSV writes a row per client and a `total` row, which also has the provider's costs. The columns are the
// figures of each line, named <line>_<figure>, and of all lines together, named total_<figure>. After the
// provider's costs come the fee and the VAT for each VAT rate in the period, named
// vat_rate_<percent>_<figure>.
func (p Period) CSV(out io.Writer) error {
	heading := []string{"client_id", "nama"}
	for _, line := range append(statement.Lines(), "total") {
		for _, figure := range []string{"count", "gross", "fee", "vat", "net_amount"} {
			heading = append(heading, line+"_"+figure)
		}
	}
	heading = append(heading, "provider_costs")
	for _, rate := range p.VATRates {
		heading = append(heading, "vat_rate_"+rate.Text()+"_fee", "vat_rate_"+rate.Text()+"_vat")
	}
	rows := [][]string{heading}
	for _, c := range p.Clients {
		row := periodRow(strconv.FormatInt(c.ClientID, 10), c.Name, c.Lines, c.Total, "")
		rows = append(rows, append(row, p.rateCells(c.VATRates)...))
	}
	total := periodRow("total", "", p.Lines, p.Total, p.ProviderCosts.String())
	return sheet.NewWriter(out).WriteAll(append(rows, append(total, p.rateCells(p.VATRates)...)))
}

// rateCells returns the figures for each VAT rate of the period, with 0 for a rate that is not among the
// given ones.
func (p Period) rateCells(rates []statement.VATRateTotal) (cells []string) {
	for _, rate := range p.VATRates {
		var sum statement.VATRateTotal
		if i := slices.IndexFunc(rates, func(t statement.VATRateTotal) bool { return t.Text() == rate.Text() }); i >= 0 {
			sum = rates[i]
		}
		cells = append(cells, sum.Fee.String(), sum.VAT.String())
	}
	return cells
}

func periodRow(id, name string, lines []statement.Total, total statement.Sum, costs string) []string {
	row := []string{id, name}
	for _, line := range statement.Lines() {
		var sum statement.Sum
		if i := slices.IndexFunc(lines, func(t statement.Total) bool { return t.Line == line }); i >= 0 {
			sum = lines[i].Sum
		}
		row = append(row, sumCells(sum)...)
	}
	return append(append(row, sumCells(total)...), costs)
}

func sumCells(s statement.Sum) []string {
	return []string{strconv.FormatInt(s.Count, 10), s.Gross.String(), s.Fee.String(), s.VAT.String(), s.Net.String()}
}

// periodReaders is the number of clients that are read concurrently.
const periodReaders = 8

// clientSum sums a client's movements by line and by VAT rate.
type clientSum struct {
	totals statement.Totals
	rates  statement.VATRates
}

// clientSums collects the sums of all clients. It is safe for concurrent use.
type clientSums struct {
	mu    sync.Mutex
	all   map[int64]clientSum
	rates vatRates
}

func newClientSums(r Reader) *clientSums {
	return &clientSums{all: map[int64]clientSum{}, rates: vatRates{reader: r}}
}

// addSum adds movements of one line that are already summed.
func (s *clientSums) addSum(client int64, line, rate string, sum statement.Sum) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.all[client]
	if !ok {
		known.rates = statement.VATRates{}
	}
	known.totals.AddSum(line, sum)
	known.rates.AddSum(rate, sum)
	s.all[client] = known
}

// add adds a movement, unless it only moves money between the client's own accounts.
func (s *clientSums) add(ctx context.Context, client int64, m Movement) error {
	amounts := statement.AmountsOf(client, m.Postings)
	if amounts.IsZero() {
		return nil
	}
	rate := ""
	if amounts.HasVATRate() {
		var err error
		if rate, err = s.rates.of(ctx, m, amounts); err != nil {
			return err
		}
	}
	s.addSum(client, statement.LineOf(m.Kind), rate, statement.Sum{Count: 1, Amounts: amounts})
	return nil
}

// addStretch adds the movements in a part of the log. It reads movements that the read models have applied
// from each client's stream, and newer ones from the log.
func (r Reader) addStretch(ctx context.Context, sums *clientSums, in Range, at Stretch) error {
	seen := at.After
	if r.Totals != nil {
		through, err := r.Totals.TotalsThrough(ctx)
		if err != nil {
			return err
		}
		seen = earlier(through, at.Through)
		if err := r.addPeriodOfClients(ctx, sums, stretch{after: at.After.Commit, through: seen.Commit, in: in}); err != nil {
			return err
		}
		seen = later(seen, at.After)
	}
	return r.addPeriodOfLog(ctx, sums, seen, at.Through)
}

// addPeriodOfClients adds each client's movements in a part of the log that the read models have applied.
func (r Reader) addPeriodOfClients(ctx context.Context, sums *clientSums, part stretch) error {
	for after, more := int64(0), part.after < part.through; more; {
		blocks, err := r.Totals.LastMovementBlocks(ctx, part.through, after, clientsAtOnce)
		if err != nil {
			return err
		}
		g, ctx := errgroup.WithContext(ctx)
		g.SetLimit(periodReaders)
		for _, b := range blocks {
			if b.Movements == 0 || b.Last <= part.after {
				continue // no movement in this part
			}
			g.Go(func() error {
				return r.addPeriodOfClient(ctx, sums, b.ClientID, part)
			})
		}
		if err := g.Wait(); err != nil {
			return err
		}
		if more = len(blocks) == clientsAtOnce; more {
			after = blocks[len(blocks)-1].ClientID
		}
	}
	return nil
}

func (r Reader) addPeriodOfClient(ctx context.Context, sums *clientSums, client int64, part stretch) error {
	spans, err := r.spansOf(ctx, client, part)
	if err != nil {
		return err
	}
	return r.visit(ctx, client, part, spans, func(e Entry) error { return sums.add(ctx, client, e.Movement) })
}

// addPeriodOfLog adds the movements of all clients in a part of the log.
func (r Reader) addPeriodOfLog(ctx context.Context, sums *clientSums, after, through eventstore.Position) error {
	var d decoder
	prefix := balance.Aggregate.Category + "-"
	return engine.ReadPages(ctx, r.Log.Store(), after, through, func(page []eventstore.Recorded) error {
		for _, event := range page {
			id, ok := strings.CutPrefix(event.Stream, prefix)
			if !ok {
				if err := sums.rates.note(event); err != nil {
					return err
				}
				continue
			}
			client, err := strconv.ParseInt(id, 10, 64)
			if err != nil {
				return err
			}
			m, moves, err := d.movement(event, accountsOf(client))
			if err != nil {
				return err
			}
			if moves {
				if err := sums.add(ctx, client, m); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// accountsAt returns the balances of the accounts that name selects, at any position. It uses the totals and
// the events that they do not count yet, or without totals the whole log.
func (r Reader) accountsAt(ctx context.Context, at eventstore.Position, name nameOf) (map[string]decimal.Decimal, error) {
	sums, seen := map[string]decimal.Decimal{}, eventstore.Position{}
	if r.Totals != nil {
		through, err := r.Totals.TotalsThrough(ctx)
		if err != nil {
			return nil, err
		}
		seen = earlier(through, at)
		if err := r.addOthers(ctx, sums, seen, name); err != nil {
			return nil, err
		}
	}
	return sums, r.addPostings(ctx, sums, seen, at, name)
}

func earlier(a, b eventstore.Position) eventstore.Position {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b eventstore.Position) eventstore.Position {
	if a.Before(b) {
		return b
	}
	return a
}
