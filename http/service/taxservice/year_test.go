package taxservice_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/period"
	"gateway/domain/pricing"
	"gateway/domain/tax"
	"gateway/eventstore"
	"gateway/http/service/servicetest"
	"gateway/http/service/taxservice"
	"gateway/http/service/withholdingservice"

	"github.com/shopspring/decimal"
)

var noTax = decimal.Zero

// office makes the fee invoices of a log whose events are booked when the test says.
type office struct {
	taxservice.Tax
	// before is called once, before the next event of a fee invoice is stored.
	before  func()
	t       *testing.T
	now     time.Time
	charges int
	numbers int
}

// timed is a store that books at the time of the test.
type timed struct {
	eventstore.Store
	office *office
}

// Append implements eventstore.Store.
func (s timed) Append(
	ctx context.Context, stream string, at eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	if before := s.office.before; before != nil && strings.HasPrefix(stream, tax.Invoices.Category+"-") {
		s.office.before = nil
		before()
	}
	for i := range events {
		events[i].FirstBookedAt = s.office.now
	}
	return s.Store.Append(ctx, stream, at, events)
}

func open(t *testing.T) *office {
	t.Helper()
	core := servicetest.New(t)
	o := &office{t: t, now: time.Date(2025, 1, 2, 3, 0, 0, 0, time.UTC), Tax: taxservice.Tax{
		Core: core, Rows: core.Queries, Rules: tax.DefaultRules, File: tax.DefaultFileRules,
		Withholding: balance.SlipRules{Rate: decimal.NewFromInt(2), NumberLength: 9},
		Seller:      tax.Seller{TIN: "0011223344556677", NITKU: "0011223344556677000000", Name: "PT Gateway", Address: "Jl. Sudirman 1"},
	}}
	core.Log = eventstore.NewLog(timed{core.Log.Store(), o}, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	core.Now = func() time.Time { return o.now }
	return o
}

func (o *office) must(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// knows gives the clients 1, 2 and so on the data that invoices need.
func (o *office) knows(clients int) {
	o.t.Helper()
	for id := range int64(clients) {
		_, err := o.ChangeData(o.t.Context(), id+1, tax.Data{Name: fmt.Sprint("Toko ", id+1), NPWP: fmt.Sprintf("%016d", id+1), Address: "Jl. Melati 1"})
		o.must(err)
	}
}

// put appends events that nothing decides.
func put[S any](o *office, of domain.Aggregate[S], stream string, events ...domain.Event) {
	o.t.Helper()
	out, err := eventstore.Execute(o.t.Context(), o.Log, of, stream, func(S) ([]domain.Event, error) { return events, nil })
	o.must(err)
	o.Wait(o.t.Context(), out.Position)
}

// charge is a fee that a client was charged.
type charge struct {
	client   int64
	order    balance.Order
	fee, vat decimal.Decimal
	times    int
}

func (c charge) moved(sign int64) balance.Movement {
	by := decimal.NewFromInt(sign)
	return balance.Movement{Reference: fmt.Sprint("T", c.order.ID), Postings: []ledger.Posting{
		{Account: ledger.RevenueFees, Amount: c.fee.Mul(by)},
		{Account: ledger.TaxVAT, Amount: c.vat.Mul(by)},
		{Account: ledger.Equity, Amount: c.fee.Add(c.vat).Mul(by).Neg()},
	}}
}

// charged returns a new fee of a price that may include the VAT, and its events: that of a payment or of a payout.
func (o *office) charged(client int64, price, rate decimal.Decimal, inclusive, isPayment bool) (c charge, events []domain.Event) {
	o.charges++
	c = charge{client: client, order: balance.Order{Kind: balance.Withdrawal, ID: int64(o.charges), ClientID: client, VATRate: rate}}
	c.fee, c.vat = pricing.VAT(price, rate, inclusive)
	if !isPayment {
		return c, []domain.Event{balance.PayoutCompleted{Order: c.order, Movement: c.moved(1)}}
	}
	c.order.Kind = ""
	return c, []domain.Event{
		payment.Paid{
			Identity: payment.Identity{TransactionID: fmt.Sprint("T", o.charges), ClientID: client, Channel: "qris", ChannelCode: "QRIS"},
			Charge:   payment.Charge{VATRate: rate},
		},
		balance.Credited{ClientID: client, Movement: c.moved(1)},
	}
}

// turned returns the event that gives a fee back, or that turns this round in its turn.
func (c *charge) turned() domain.Event {
	c.times++
	id := fmt.Sprintf("V%d-%d", c.order.ID, (c.times+1)/2)
	switch {
	case c.order.Kind != "":
		return balance.PayoutReversed{Order: c.order, Movement: c.moved(-1)}
	case c.times%2 == 1:
		return balance.PaymentReversed{ClientID: c.client, ReversalID: id, Movement: c.moved(-1)}
	}
	return balance.ReversalReturned{ClientID: c.client, ReversalID: id, Movement: c.moved(1)}
}

// close closes a month that ends at a time, which it makes the present.
func (o *office) close(first time.Time) string {
	o.t.Helper()
	month, err := period.Parse(o.Calendar, first.Format("2006-01"))
	o.must(err)
	o.now = month.Until.Add(time.Hour)
	put(o, period.Aggregate, period.Stream(month.Name), period.Closed{Month: month.Name, From: month.From, Until: month.Until, At: o.now})
	return month.Name
}

// numbered imports the tax office's numbers of the documents for which it says so.
func (o *office) numbered(m taxservice.Month, which func() bool) {
	o.t.Helper()
	var list []taxservice.Approval
	for _, i := range m.Invoices {
		for _, d := range i.Documents {
			if d.TaxNumber == nil && i.Version > 0 && which() {
				o.numbers++
				list = append(list, taxservice.Approval{Number: d.Number, TaxNumber: fmt.Sprintf("%s%015d", d.Code, o.numbers)})
			}
		}
	}
	if len(list) > 0 {
		_, err := o.Approve(o.t.Context(), m.Month, list)
		o.must(err)
	}
}

// posted sums what the log has on accounts.
func (o *office) posted(accounts ...string) (sum decimal.Decimal) {
	o.t.Helper()
	all, err := o.Log.Store().ReadAll(o.t.Context(), eventstore.Position{}, everything)
	o.must(err)
	for _, recorded := range all {
		e, err := o.Log.Decode(recorded)
		o.must(err)
		var postings []ledger.Posting
		switch e := e.Event.(type) {
		case balance.Mover:
			_, m := e.Moved()
			postings = m.Postings
		case interface{ Posted() []ledger.Posting }:
			postings = e.Posted()
		}
		for _, p := range postings {
			if slices.Contains(accounts, p.Account) {
				sum = sum.Add(p.Amount)
			}
		}
	}
	return sum
}

const everything = 1_000_000

// Over a year of charges at random, some of which are returned in any later month, the invoices have the VAT that the
// ledger has, and each file says the same as on its first day.
func TestOverAYearTheInvoicesHaveTheVATOfTheLedger(t *testing.T) {
	t.Parallel()
	const clients, exempt, perMonth = 3, 2, 8
	o, random, general := open(t), rand.New(rand.NewPCG(36, 2)), decimal.NewFromInt(11)
	o.knows(clients)
	rates := map[int64]decimal.Decimal{1: general, exempt: general, 3: general}
	var all []*charge
	var months []string
	files := map[string]string{}
	export := func(month string) {
		t.Helper()
		m, err := o.Export(t.Context(), month)
		o.must(err)
		for _, p := range m.Problems {
			if p.Field != tax.ProblemAwaited {
				t.Fatal(month, m.Problems)
			}
		}
		if m.Parts > 0 && random.IntN(4) == 0 {
			_, _ = o.Reject(t.Context(), month, m.Parts, "unreadable") // refused if a document of it has its number
		} else {
			o.numbered(m, func() bool { return random.IntN(2) == 0 })
		}
		o.Seller.Address += "." // and what the gateway is called changes
		for part := 1; part <= m.Parts; part++ {
			file, err := o.Coretax(t.Context(), month, part)
			o.must(err)
			name := taxservice.FileName(month, part)
			if was, ok := files[name]; ok && was != string(file) {
				t.Errorf("%s became\n%s", name, file)
			}
			files[name] = string(file)
		}
	}
	for n := range 12 {
		first := time.Date(2025, time.Month(n+1), 1, 0, 0, 0, 0, time.UTC)
		for half := range 2 {
			o.now = first.AddDate(0, 0, 3+half*15)
			if n == 5 && half == 1 {
				put(o, tax.Clients, tax.ClientStream(exempt), tax.ExemptionSet{ClientID: exempt, Exemption: tax.Exemption{From: "2025-06-16", Paper: "S-1"}, At: o.now})
				rates[exempt] = noTax
			}
			byClient := map[int64][]domain.Event{}
			for client := range int64(clients) {
				for range perMonth / 2 {
					price := decimal.New(random.Int64N(900_000)+1, -2)
					c, events := o.charged(client+1, price, rates[client+1], random.IntN(2) == 0, random.IntN(3) > 0)
					all, byClient[client+1] = append(all, &c), append(byClient[client+1], events...)
				}
			}
			for range len(all) / 8 {
				if c := all[random.IntN(len(all))]; c.order.Kind == "" || c.times == 0 {
					byClient[c.client] = append(byClient[c.client], c.turned())
				}
			}
			for client, events := range byClient {
				put(o, balance.Aggregate, balance.Stream(client), events...)
			}
		}
		months = append(months, o.close(first))
		export(months[n])
		export(months[random.IntN(len(months))])
	}
	sum := decimal.Zero
	states := map[string]int{}
	for _, month := range months {
		m, err := o.Export(t.Context(), month)
		o.must(err)
		o.numbered(m, func() bool { return true }) // what waits for an answer gets it
		m, err = o.Export(t.Context(), month)
		o.must(err)
		sum = sum.Add(m.Total.VAT)
		for state, n := range m.Statuses {
			states[state] += n
		}
	}
	if booked := o.posted(ledger.TaxVAT, ledger.TaxRounding); !sum.Equal(booked) || o.posted(ledger.TaxRounding).IsZero() {
		t.Errorf("the invoices have %s, the ledger %s", sum, booked)
	}
	if states[tax.StatusReplaced] == 0 || states[tax.StatusApproved] == 0 || states[tax.StatusDraft] > 0 {
		t.Errorf("a year without replacements tests little: %v", states)
	}
}

// startMonth charges client 1 two fees in January and closes it.
func (o *office) startMonth() (month string, second charge) {
	o.t.Helper()
	const price = 500_000
	o.knows(2)
	rate := decimal.NewFromInt(11)
	_, events := o.charged(1, decimal.NewFromInt(price), rate, false, true)
	second, more := o.charged(1, decimal.NewFromInt(price), rate, false, true)
	put(o, balance.Aggregate, balance.Stream(1), append(events, more...)...)
	return o.close(time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)), second
}

// An export that read the fees before a void, and another export after it, does not bring the former fees back.
func TestAnExportIsNotUndoneByOneWithFormerFees(t *testing.T) {
	t.Parallel()
	o := open(t)
	month, second := o.startMonth()
	core := o.Core.Rehearsal() // another instance: within one, an export waits for the other
	core.Log = eventstore.NewLog(o.Log.Store(), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	other := o.Tax
	other.Core = core
	o.before = func() {
		put(o, balance.Aggregate, balance.Stream(1), second.turned())
		_, err := other.Export(t.Context(), month)
		o.must(err)
	}
	m, err := o.Export(t.Context(), month)
	o.must(err)
	if i := m.Invoices[0]; i.Version != 1 || i.Outdated || !i.Total.Price.Equal(decimal.NewFromInt(500_000)) {
		t.Errorf("version %d has %s, outdated %t", i.Version, i.Total.Price, i.Outdated)
	}
}

// A number stays with the version that it was given for, and is that of one document.
func TestTheNumbersOfTheTaxOfficeStayWithTheirVersions(t *testing.T) {
	t.Parallel()
	o := open(t)
	month, second := o.startMonth()
	number := fmt.Sprintf("FI-%s-1", month)
	export := func(version int, status string) {
		t.Helper()
		m, err := o.Export(t.Context(), month)
		o.must(err)
		if i := m.Invoices[0]; i.Version != version || i.Status != status {
			t.Errorf("version %d is %s, want version %d %s", i.Version, i.Status, version, status)
		}
	}
	approve := func(taxNumber, status string) {
		t.Helper()
		m, err := o.Approve(t.Context(), month, []taxservice.Approval{{Number: number, TaxNumber: taxNumber}})
		o.must(err)
		if got := m.Invoices[0].Status; got != status {
			t.Errorf("after %s: %s, want %s", taxNumber, got, status)
		}
	}
	turn := func(c *charge) { put(o, balance.Aggregate, balance.Stream(1), c.turned()) }
	export(1, tax.StatusExported)
	turn(&second)
	export(1, tax.StatusExported) // the answer to the file is not there
	approve("04002500000000001", tax.StatusApproved)
	export(2, tax.StatusReplaced)
	approve("04002500000000001", tax.StatusReplaced) // the list of the tax office has the former number still
	turn(&second)
	export(2, tax.StatusReplaced)
	approve("04012500000000002", tax.StatusApproved)
	export(3, tax.StatusReplaced)

	other, events := o.charged(2, decimal.NewFromInt(1000), decimal.NewFromInt(11), false, true)
	put(o, balance.Aggregate, balance.Stream(other.client), events...)
	next := o.close(o.now)
	_, err := o.Export(t.Context(), next)
	o.must(err)
	for _, taken := range []string{"04002500000000001", "04012500000000002"} {
		_, err := o.Approve(t.Context(), next, []taxservice.Approval{{Number: fmt.Sprintf("FI-%s-2", next), TaxNumber: taken}})
		if err == nil || !strings.Contains(err.Error(), "tax_number_taken") {
			t.Errorf("%s for another document: %v", taken, err)
		}
	}
}

// The tax of a slip is at most the share of the fees of its invoice; what a replaced invoice has less goes back, once.
func TestAReplacedInvoicePostsWithheldTaxBack(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.knows(1)
	rate := decimal.NewFromInt(11)
	big, first := o.charged(1, decimal.NewFromInt(100_000), rate, false, true)
	_, second := o.charged(1, decimal.NewFromInt(50_000), rate, false, false)
	put(o, balance.Aggregate, balance.Stream(1), append(first, second...)...)
	month := o.close(o.now)
	slip := balance.Slip{ID: 1, Number: "25004WOBY", Period: month, Gross: decimal.NewFromInt(150_000), Tax: decimal.NewFromInt(3_000)}
	exported := func() {
		t.Helper()
		m, err := o.Tax.Export(t.Context(), month)
		o.must(err)
		o.numbered(m, func() bool { return true })
	}
	exported()
	put(o, balance.Aggregate, balance.Stream(1), balance.WithholdingSubmitted{ClientID: 1, Slip: slip})
	slips := withholdingservice.Slips{Core: o.Core, Rows: o.Core.Queries, Rules: o.Withholding}
	_, err := slips.Approve(t.Context(), 1)
	o.must(err)
	counts := func(want string) {
		t.Helper()
		if on := o.posted(ledger.PrepaidTax).Neg(); on.String() != want {
			t.Errorf("the prepaid tax is %s, not %s", on, want)
		}
	}
	counts("3000")
	put(o, balance.Aggregate, balance.Stream(1), big.turned())
	counts("3000")
	for range 2 {
		exported()
		counts("1000")
	}
	slip.ID, slip.Number, slip.Tax = 2, "25004WOBZ", decimal.New(1, -2)
	put(o, balance.Aggregate, balance.Stream(1), balance.WithholdingSubmitted{ClientID: 1, Slip: slip})
	if _, err = slips.Approve(t.Context(), 2); err == nil {
		t.Error("a slip above what the fees have left was credited")
	}
	put(o, balance.Aggregate, balance.Stream(1), big.turned())
	exported()
	counts("3000")
}

// Tax that was credited goes back also where the fees of the month were all turned round before its first export, and where an
// invoice can't be exported. Each happens once, and it comes again with the fees.
func TestWithheldTaxGoesBackWithoutAnInvoice(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.knows(1) // client 2 has no tax data, so it has no invoice
	rate, slips := decimal.NewFromInt(11), withholdingservice.Slips{Core: o.Core, Rows: o.Core.Queries, Rules: o.Withholding}
	fees := map[int64]*charge{}
	for _, client := range []int64{1, 2} {
		fee, events := o.charged(client, decimal.NewFromInt(100_000), rate, false, true)
		put(o, balance.Aggregate, balance.Stream(client), events...)
		fees[client] = &fee
	}
	month := o.close(o.now)
	for client := range fees {
		put(o, balance.Aggregate, balance.Stream(client), balance.WithholdingSubmitted{ClientID: client, Slip: balance.Slip{
			ID: client, Number: fmt.Sprint("25004WOB", client), Period: month, Gross: decimal.NewFromInt(100_000), Tax: decimal.NewFromInt(2_000),
		}})
		_, err := slips.Approve(t.Context(), client)
		o.must(err)
	}
	exported := func(want string) {
		t.Helper()
		for range 2 {
			_, err := o.Tax.Export(t.Context(), month)
			o.must(err)
			if on := o.posted(ledger.PrepaidTax).Neg(); on.String() != want {
				t.Errorf("the prepaid tax is %s, not %s", on, want)
			}
		}
	}
	for client, fee := range fees {
		put(o, balance.Aggregate, balance.Stream(client), fee.turned())
	}
	exported("0")
	if m, err := o.Tax.Month(t.Context(), month); err != nil || len(m.Invoices) != 0 {
		t.Errorf("without fees there are the invoices %+v, %v", m.Invoices, err)
	}
	put(o, balance.Aggregate, balance.Stream(1), fees[1].turned())
	exported("2000")
}
