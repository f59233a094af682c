package auditpackage

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/period"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/eventstore/merkle"
	"gateway/projections/audit/books"
	"gateway/projections/engine"
	"gateway/projections/readmodel/auditlogrows"

	"github.com/shopspring/decimal"
)

// scan is what the first reading of the month keeps. It has no event.
type scan struct {
	edge     merkle.Edge
	versions merkle.Versions
	rates    *books.FeeRates
	// opening are the balances of all accounts before the month, accounts those up to the event that was read last.
	opening, accounts map[string]decimal.Decimal
	turnover          *books.Turnover
	daily             daily
	// moved has the movements of each client's balance stream, in their order.
	moved map[int64][]moved
	fees  fees
	acts  []act
	fixed []fixedDocument
}

// moved is a movement of a client: its leaf, and the index of the VAT rate of its fee; 0 for none.
type moved struct {
	leaf int64
	rate uint16
}

// act is something that an administrator did.
type act struct {
	leaf int64
	auditlogrows.AuditEntry
}

func (s *scan) begin(p *pack, opening books.TrialBalance) (err error) {
	s.edge, s.versions = p.growth.Begin()
	s.rates = p.Books.FeeRates()
	s.opening, s.accounts, s.moved = map[string]decimal.Decimal{}, map[string]decimal.Decimal{}, map[int64][]moved{}
	kinds := map[string]decimal.Decimal{}
	for _, a := range opening.Accounts {
		s.opening[a.Account], s.accounts[a.Account] = a.Balance, a.Balance
		kind := ledger.OfAllClients(a.Account)
		kinds[kind] = kinds[kind].Add(a.Balance)
	}
	s.turnover = books.NewTurnover(kinds)
	s.fees = newFees()
	s.daily, err = newDaily(p.days, p.month.From, p.month.Until, kinds)
	return err
}

// line is an event in the file of events. An event that is not whole has the hash of its leaf in place of what the leaf
// covers, in base64.
type line struct {
	Leaf    int64  `json:"leaf"`
	Version int    `json:"version"`
	Booked  string `json:"booked_at"`
	Type    string `json:"type"`
	Hash    string `json:"hash,omitempty"`
	// Charge is what an event that stays at home says of a fee. No hash covers it.
	Charge *charge `json:"charge,omitempty"`
	*whole
}

// charge is the fee of a payment, and the VAT rate in percent at which it was charged.
type charge struct {
	TransactionID string          `json:"transaction_id"`
	Fee           decimal.Decimal `json:"fee"`
	VAT           decimal.Decimal `json:"vat"`
	VATRate       decimal.Decimal `json:"vat_rate"`
}

// whole is what the leaf of an event covers besides. Data and metadata are texts, because the hash covers their bytes.
type whole struct {
	Stream   string `json:"stream"`
	Revision int64  `json:"revision"`
	ID       string `json:"id"`
	Data     string `json:"data"`
	Metadata string `json:"metadata"`
}

// isWhole reports whether the package has an event itself: it belongs to a stream of the ledger, or closes a month. Others,
// which may have data of people and post nothing, stay at home.
func isWhole(r eventstore.Recorded) bool {
	return books.Posts(r.Stream) || isOf(period.Aggregate.Category, r.Stream)
}

// isOf reports whether a stream is one of a category.
func isOf(category, stream string) bool {
	rest, ok := strings.CutPrefix(stream, category)
	return ok && strings.HasPrefix(rest, "-")
}

// charges reports whether an event says at which rate the fee of a payment was charged.
func charges(r eventstore.Recorded) bool {
	return isOf(payment.Aggregate.Category, r.Stream) &&
		(r.Type == payment.Paid{}.EventType() || r.Type == payment.SuspenseReleased{}.EventType())
}

func lineOf(leaf int64, r eventstore.Recorded, v merkle.Version) (l line, err error) {
	l = line{Leaf: leaf, Version: int(v), Booked: r.BookedAtText(), Type: r.Type}
	if isWhole(r) {
		l.whole = &whole{r.Stream, r.Revision, r.ID.String(), string(r.Data), string(r.Metadata)}
		return l, nil
	}
	sum := merkle.LeafHash(r, v)
	l.Hash = base64.StdEncoding.EncodeToString(sum[:])
	if charges(r) {
		l.Charge = &charge{}
		err = json.Unmarshal(r.Data, l.Charge)
	}
	return l, err
}

// each calls visit with each event of the month and its leaf, in the order of the log.
func (p *pack) each(ctx context.Context, visit func(leaf int64, r eventstore.Recorded) error) error {
	leaf := p.month.EventsBefore
	return engine.ReadPages(ctx, p.Log.Store(), p.at.After, p.at.Through, func(page []eventstore.Recorded) error {
		for _, r := range page {
			if err := visit(leaf, r); err != nil {
				return fmt.Errorf("event with leaf %d: %w", leaf, err)
			}
			leaf++
		}
		return nil
	})
}

// writeEvents writes the events, and keeps what the other files need of them.
func (p *pack) writeEvents(ctx context.Context) error {
	out, err := p.archive.file(EventsFile)
	if err != nil {
		return err
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return p.each(ctx, func(leaf int64, r eventstore.Recorded) error {
		version := p.scan.versions.Next(r)
		p.scan.edge.Add(merkle.LeafHash(r, version))
		l, err := lineOf(leaf, r, version)
		if err == nil {
			err = e.Encode(l)
		}
		if err != nil {
			return err
		}
		return p.keepEvent(ctx, leaf, r)
	})
}

// posted is what an event with postings has in common with all others.
type posted struct {
	Reference string           `json:"reference"`
	ValueDate string           `json:"value_date"`
	Postings  []ledger.Posting `json:"postings"`
}

func readPosted(r eventstore.Recorded) (e posted, err error) {
	if err = json.Unmarshal(r.Data, &e); err != nil {
		err = fmt.Errorf("%s: %w", r.Type, err)
	}
	ledger.FillIn(e.Postings) // the closing has the present names of the accounts
	return e, err
}

// keepEvent keeps what the other files need of an event.
func (p *pack) keepEvent(ctx context.Context, leaf int64, r eventstore.Recorded) error {
	s := &p.scan
	if entry, ok := auditlogrows.EntryOf(r); ok {
		s.acts = append(s.acts, act{leaf, entry})
	}
	if err := s.daily.reach(r.BookedAt); err != nil {
		return err
	}
	if !books.Posts(r.Stream) {
		return s.rates.Note(r)
	}
	e, err := readPosted(r)
	if err != nil {
		return err
	}
	if err := s.fixDocuments(p.Log.Codec(), leaf, r); err != nil {
		return err
	}
	if len(e.Postings) == 0 {
		return nil
	}
	s.turnover.AddPostings(e.Postings)
	s.daily.add(e.Postings)
	for _, posting := range e.Postings {
		s.accounts[posting.Account] = s.accounts[posting.Account].Add(posting.Amount)
	}
	s.fees.post(r.Stream, e.Postings)
	return p.move(ctx, leaf, r, e)
}

// move keeps a movement of a client, with its fee.
func (p *pack) move(ctx context.Context, leaf int64, r eventstore.Recorded, e posted) error {
	id, ok := strings.CutPrefix(r.Stream, balance.Aggregate.Category+"-")
	if !ok {
		return nil
	}
	client, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return fmt.Errorf("the client of %s: %w", r.Stream, err)
	}
	m := moved{leaf: leaf}
	if amounts := statement.AmountsOf(client, e.Postings); amounts.HasVATRate() {
		event, err := p.Log.Codec().Decode(r.Type, r.Data)
		if err != nil {
			return err
		}
		rate, err := p.scan.rates.Of(ctx, r, amounts)
		if err != nil {
			return err
		}
		one := fee{leaf: leaf, client: client, reference: e.Reference, kind: statement.KindOf(r.Type), Amounts: amounts}
		m.rate = p.scan.fees.add(one, event, rate)
	}
	p.scan.moved[client] = append(p.scan.moved[client], m)
	return nil
}

// checkScan compares what was read with what was closed. It ends the last day, too.
func (p *pack) checkScan(context.Context) error {
	s := &p.scan
	if err := s.daily.reach(p.month.Until); err != nil {
		return err
	}
	if s.edge.Size() != p.month.Events || s.edge.Root() != p.growth.After.Hash {
		return fmt.Errorf("%w: its events have the root %s, and signed was %s", ErrChanged, s.edge.Root(), p.growth.After.Hash)
	}
	figures := p.month.Figures()
	figures.TrialBalance = s.turnover.Lines()
	if hash := figures.Hash(); hash != p.month.Hash {
		return fmt.Errorf("%w: its trial balance has the hash %s, and the closing %s", ErrChanged, hash, p.month.Hash)
	}
	return nil
}

// writeJournal writes each posting of the month.
func (p *pack) writeJournal(ctx context.Context) error {
	heading := []string{"leaf", "booked_at", "day", "type", "stream", "reference", "value_date", "account", "debit", "credit"}
	latest := time.Time{}
	return p.archive.csv(journalFile, heading, func(row func(...string) error) error {
		return p.each(ctx, func(leaf int64, r eventstore.Recorded) error {
			if r.BookedAt.After(latest) { // times that a store gives itself may go back
				latest = r.BookedAt
			}
			if !books.Posts(r.Stream) {
				return nil
			}
			e, err := readPosted(r)
			if err != nil {
				return err
			}
			for _, posting := range e.Postings {
				debit, credit := sides(posting.Amount)
				err := row(number(leaf), r.BookedAtText(), p.days.DayOf(latest), r.Type, r.Stream, e.Reference, e.ValueDate,
					posting.Account, debit, credit)
				if err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// sides returns the debit and the credit of a posting; one of them is empty.
func sides(amount decimal.Decimal) (debit, credit string) {
	if amount.IsNegative() {
		return rupiah(amount.Neg()), ""
	}
	return "", rupiah(amount)
}

const decimals = 2

func rupiah(d decimal.Decimal) string { return d.StringFixed(decimals) }

func number(n int64) string { return strconv.FormatInt(n, 10) }
