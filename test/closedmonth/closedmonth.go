// Package closedmonth writes the log of a gateway with many clients in memory, with two closed months, and makes their
// packages. Only tests may import it.
package closedmonth

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/calendar"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/domain/money"
	"gateway/domain/payment"
	"gateway/domain/period"
	"gateway/domain/secret"
	"gateway/domain/tax"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/projections/audit/auditpackage"
	"gateway/projections/audit/books"
	"gateway/projections/notary"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// The months that are closed. October is the first of the log, and has few events.
const (
	October  = "2026-10"
	November = "2026-11"
)

// Books is the log of a gateway with many clients: October, November, and the beginning of December, in which November is
// closed.
type Books struct {
	t     *testing.T
	codec *eventstore.Codec
	rand  *rand.Rand
	now   time.Time
	// step is the distance of two positions of the store.
	step      int64
	events    []eventstore.Recorded
	revisions map[string]eventstore.Revision
	totals    map[int64]ledger.Totals
	payments  []paid
	payouts   []balance.PayoutCompleted
	n         int64
	// clients have acts in November; October has a few.
	clients int64
	acts    int
}

// paid is a payment that may be taken back.
type paid struct {
	client   int64
	id       string
	postings []ledger.Posting
}

// exempt is every so many-th client whose fees have no VAT.
const exempt = 7

// Many writes the log of many clients; step is the distance of two positions of its store.
func Many(t *testing.T, step int64) *Books {
	t.Helper()
	return newBooks(t, step).write()
}

// Few writes the log of a few clients; step is the distance of two positions of its store.
func Few(t *testing.T, step int64) *Books {
	t.Helper()
	s := newBooks(t, step)
	s.clients, s.acts = 10, 150
	return s.write()
}

func newBooks(t *testing.T, step int64) *Books {
	t.Helper()
	return &Books{
		clients: 40, acts: 900,
		t: t, codec: eventstore.NewCodec(catalogue.Events()...), rand: rand.New(rand.NewPCG(36, 5)), step: step,
		revisions: map[string]eventstore.Revision{}, totals: map[int64]ledger.Totals{},
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// raw appends an event.
func (s *Books) raw(stream, eventType string, data []byte, actor string) {
	n := int64(len(s.events) + 1)
	s.revisions[stream]++
	s.events = append(s.events, eventstore.Recorded{
		Proposed: eventstore.Proposed{
			ID: uuid.NewSHA1(uuid.Nil, fmt.Append(nil, n)), Type: eventType, Data: data, Metadata: eventstore.Metadata{Actor: actor}.JSON(),
		},
		Stream: stream, Revision: s.revisions[stream] - 1, Position: eventstore.Position{Commit: n * s.step, Prepare: n * s.step}, BookedAt: s.now,
	})
}

func (s *Books) append(stream string, e domain.Event, actor string) {
	data, err := s.codec.Encode(e)
	must(s.t, err)
	s.raw(stream, e.EventType(), data, actor)
}

// move applies postings to a client, and returns the movement.
func (s *Books) move(client int64, reference string, postings []ledger.Posting) balance.Movement {
	postings, err := ledger.Balanced(reference, postings)
	must(s.t, err)
	s.totals[client] = s.totals[client].Apply(client, postings)
	return balance.Movement{Reference: reference, Postings: postings, After: s.totals[client], At: s.now}
}

func (s *Books) post(client int64, e domain.Event) { s.append(balance.Stream(client), e, "provider") }

func (s *Books) rateOf(client int64) decimal.Decimal {
	if client%exempt == 0 {
		return decimal.Zero
	}
	return decimal.NewFromInt(11)
}

// vat returns the VAT on a fee of a client.
func (s *Books) vat(client int64, fee decimal.Decimal) decimal.Decimal {
	return vatAt(s.rateOf(client), fee)
}

func vatAt(rate, fee decimal.Decimal) decimal.Decimal {
	return money.Round(fee.Mul(rate).Div(decimal.NewFromInt(100)))
}

// pay books a payment, as the events of its own stream and of the client's balance.
func (s *Books) pay() {
	client := 1 + s.rand.Int64N(s.clients)
	s.n++
	id := fmt.Sprintf("trx-%d", s.n)
	gross := money.FromInt(10_000 + s.rand.Int64N(1_000_000))
	fee := money.Round(gross.Mul(decimal.RequireFromString("0.0063")))
	vat := s.vat(client, fee)
	net := gross.Sub(fee).Sub(vat)
	s.raw("account-"+fmt.Sprint(client), "account.contacted.v1", []byte(`{"nama":"Budi","email":"budi@example.com"}`), "")
	s.append(payment.Stream(id), payment.Paid{
		Identity: payment.Identity{ID: s.n, TransactionID: id, ClientID: client, Connection: "xendit", Metadata: json.RawMessage(`{"who":"siti@example.com"}`)},
		Receipt:  payment.Receipt{PaidAmount: gross, PaidAt: s.now}, Charge: payment.Charge{Fee: fee, VAT: vat, Net: net, VATRate: s.rateOf(client)}, At: s.now,
	}, "provider")
	into := ledger.Available(client)
	if s.n%5 == 0 {
		into = ledger.Unsettled(client)
	}
	m := s.move(client, id, ledger.Credit(ledger.ProviderClearing("xendit"), into, gross, fee, vat, net))
	s.post(client, balance.Credited{ClientID: client, Movement: m, Gross: gross, Fee: fee, VAT: vat, Net: net, ValueDate: s.now})
	s.payments = append(s.payments, paid{client, id, m.Postings})
}

// void takes a payment back with its fee; it may be of an earlier month.
func (s *Books) void() {
	i := s.rand.IntN(len(s.payments))
	p := s.payments[i]
	s.payments = append(s.payments[:i], s.payments[i+1:]...)
	reversal := "void-" + p.id
	m := s.move(p.client, p.id, ledger.Reversed(p.postings))
	s.post(p.client, balance.PaymentReversed{ClientID: p.client, Movement: m, ReversalID: reversal, Kind: "void"})
	if s.rand.IntN(4) == 0 { // the provider takes the void back
		m := s.move(p.client, p.id, p.postings)
		s.post(p.client, balance.ReversalReturned{ClientID: p.client, Movement: m, ReversalID: reversal})
	}
}

// refund takes a part of a payment back, with a fee of its own.
func (s *Books) refund() {
	p := s.payments[s.rand.IntN(len(s.payments))]
	s.n++
	fee, amount := money.FromInt(2_500), money.FromInt(1_000)
	rate := s.rateOf(p.client + s.n%2) // an exemption of the client may have begun or ended since the payment
	vat := vatAt(rate, fee)
	m := s.move(p.client, p.id, []ledger.Posting{
		{Account: ledger.Available(p.client), Amount: amount.Add(fee).Add(vat).Neg()},
		{Account: ledger.ProviderPayouts("xendit"), Amount: amount},
		{Account: ledger.RevenueFees, Amount: fee},
		{Account: ledger.TaxVAT, Amount: vat},
	})
	refund := balance.PaymentReversed{ClientID: p.client, Movement: m, ReversalID: fmt.Sprint("refund-", s.n), Kind: "refund", Amount: amount, VATRate: &rate}
	if s.n%3 == 0 { // as older versions wrote it
		refund.VATRate = nil
	}
	s.post(p.client, refund)
}

// withdraw pays out; some payouts come back.
func (s *Books) withdraw() {
	client := 1 + s.rand.Int64N(s.clients)
	s.n++
	order := balance.Order{
		Kind: "withdrawal", ID: s.n, ClientID: client, ExternalID: fmt.Sprint("w-", s.n), Amount: money.FromInt(50_000), Fee: decimal.RequireFromString("4500.5"),
		VATRate: s.rateOf(client), AccountHolder: "PT Toko",
	}
	fee := order.Fee
	order.FeeVAT = s.vat(client, fee)
	order.Total = order.Amount.Add(fee).Add(order.FeeVAT)
	m := s.move(client, order.ExternalID, ledger.Transfer(ledger.Available(client), ledger.Held(client), order.Total))
	s.post(client, balance.WithdrawalRequested{Order: order, Movement: m})
	m = s.move(client, order.ExternalID, []ledger.Posting{
		{Account: ledger.Held(client), Amount: order.Total.Neg()},
		{Account: ledger.ProviderPayouts("xendit"), Amount: order.Amount},
		{Account: ledger.RevenueFees, Amount: fee},
		{Account: ledger.TaxVAT, Amount: order.FeeVAT},
	})
	done := balance.PayoutCompleted{Order: order, Movement: m}
	s.post(client, done)
	s.payouts = append(s.payouts, done)
}

func (s *Books) bounce() {
	if len(s.payouts) == 0 {
		return
	}
	i := s.rand.IntN(len(s.payouts))
	p := s.payouts[i]
	s.payouts = append(s.payouts[:i], s.payouts[i+1:]...)
	m := s.move(p.ClientID, p.ExternalID, ledger.Reversed(p.Postings))
	s.post(p.ClientID, balance.PayoutReversed{Order: p.Order, Movement: m})
}

func (s *Books) adjust() {
	client := 1 + s.rand.Int64N(s.clients)
	s.n++
	reference := fmt.Sprint("adj-", s.n)
	amount := decimal.New(s.rand.Int64N(100_000)-50_000, -2)
	m := s.move(client, reference, ledger.Transfer(ledger.Equity, ledger.Available(client), amount))
	s.append(balance.Stream(client), balance.Adjusted{ClientID: client, Movement: m, Amount: amount, Reason: "a correction", By: "admin:1"}, "admin:1")
}

// enter books an entry of the treasury, with a value date that may be of the month before.
func (s *Books) enter(kind string, postings []ledger.Posting, valueDate string) {
	s.n++
	reference := fmt.Sprint("line ", s.n)
	s.append(treasury.Stream(reference), treasury.Entered{
		ID: s.n, Kind: kind, Reference: reference, Amount: postings[1].Amount, ValueDate: valueDate, Postings: postings, At: s.now,
	}, "admin:2")
}

// run books so many acts between two times.
func (s *Books) run(acts int, from, until time.Time) {
	step := until.Sub(from) / time.Duration(acts+1)
	for i := range acts {
		s.now = from.Add(step * time.Duration(i)).UTC().Truncate(time.Microsecond)
		switch n := s.rand.IntN(100); {
		case n < 70 || len(s.payments) < 20:
			s.pay()
		case n < 76:
			s.void()
		case n < 80:
			s.refund()
		case n < 92:
			s.withdraw()
		case n < 95:
			s.bounce()
		case n < 98:
			s.adjust()
		default:
			late := s.now.AddDate(0, 0, -20).Format(time.DateOnly)
			s.enter(treasury.TopUp, ledger.Transfer(ledger.ProviderClearing("xendit"), ledger.BankOperating, money.FromInt(77)), late)
		}
	}
}

func monthOf(t *testing.T, name string) period.Month {
	t.Helper()
	m, err := period.Parse(calendar.Calendar{}, name)
	must(t, err)
	return m
}

// export fixes a fee invoice of October with a rounding.
func (s *Books) export() {
	rounding := decimal.RequireFromString("0.03")
	amounts := tax.Amounts{Price: money.FromInt(300), Base: money.FromInt(300), OtherBase: money.FromInt(275), VAT: money.FromInt(33), BookedVAT: money.FromInt(33).Sub(rounding)}
	s.append(tax.InvoiceStream("2026-10", 3), tax.Exported{
		Month: "2026-10", ClientID: 3, Version: 1, Rounding: rounding, Postings: ledger.Transfer(ledger.Equity, ledger.TaxRounding, rounding),
		Content: tax.Content{Documents: []tax.Document{{Number: "FI-2026-10-3", Code: "04", Amounts: amounts}}}, Batch: s.now, By: "admin:1", At: s.now,
	}, "admin:1")
}

// write books all of it.
func (s *Books) write() *Books {
	s.t.Helper()
	oct, nov := monthOf(s.t, October), monthOf(s.t, November)
	s.run(s.acts/8, oct.From, oct.From.AddDate(0, 0, 10))
	s.append("store-times", eventstore.TimesBound{At: s.now}, "")
	s.run(s.acts/8, oct.From.AddDate(0, 0, 10), oct.Until)
	s.now = nov.From
	s.closeMonth(oct)
	s.export()
	s.run(s.acts, nov.From, nov.Until)
	s.enter(treasury.TaxPayment, ledger.Transfer(ledger.TaxVAT, ledger.BankOperating, money.FromInt(12_345)), "2026-10-31")
	s.now = nov.Until.Add(-time.Microsecond).UTC()
	s.pay()
	s.now = nov.Until.UTC()
	s.pay()
	s.closeMonth(nov)
	s.run(s.acts/8, nov.Until.Add(time.Hour), nov.Until.AddDate(0, 0, 20))
	return s
}

// Key is the key that signs.
func Key(t *testing.T) notary.Key {
	t.Helper()
	k, err := notary.DeriveKey(secret.NewRing("master"))
	must(t, err)
	return k
}

// GoOn books more after all that is there.
func (s *Books) GoOn() {
	s.run(s.acts/8, s.now.AddDate(0, 0, 10), s.now.AddDate(0, 0, 20))
}

// Source makes packages of the log as it is.
func (s *Books) Source() auditpackage.Source {
	store := storetest.NewMemoryWith(s.events).Open()
	log := eventstore.NewLog(store, s.codec, eventstore.Options{})
	return auditpackage.Source{
		Log: log, Books: books.Reader{Log: log}, Notary: notary.Recount{Store: store, Signer: Key(s.t)}, Rules: tax.DefaultRules,
	}
}

// closeMonth closes a month, as package period does.
func (s *Books) closeMonth(m period.Month) {
	s.t.Helper()
	ctx, source := s.t.Context(), s.Source()
	at, err := source.Books.Stretch(ctx, books.Range{From: m.From, To: m.Until.Add(-time.Nanosecond)})
	must(s.t, err)
	growth, err := source.Notary.Growth(ctx, at.After, at.Through)
	must(s.t, err)
	lines, err := source.Books.PeriodBalance(ctx, at)
	must(s.t, err)
	checkpoint, err := Key(s.t).Checkpoint(notary.Head{Size: growth.After.N, Root: growth.After.Hash})
	must(s.t, err)
	c := period.Closed{
		Month: m.Name, TimeZone: "Asia/Jakarta", From: m.From.UTC(), Until: m.Until.UTC(), EventsBefore: growth.Before.N, Events: growth.After.N,
		TrialBalance: lines, Checkpoint: checkpoint, Checks: []period.Check{s.verified(m.Name)},
		Accepted: []period.Accepted{{Finding: "a gap", Reason: "known"}}, By: "admin:1", ApprovedBy: "admin:2", At: s.now,
	}
	c.Hash = c.Figures().Hash()
	s.append(period.Stream(m.Name), c, "admin:1")
}

// verified keeps the report of a verify after a month, and returns the check that names it.
func (s *Books) verified(month string) period.Check {
	s.t.Helper()
	run := period.Report{Run: 1, Kind: "verify", Text: `{"id": 1, "kind": "verify", "verify": {"findings": [{"problem": "a gap in ` + month + `"}]}}`}
	var kept period.KeptReport
	for range run.Parts() {
		events, err := period.KeepReport(kept, run, s.now)
		must(s.t, err)
		kept = period.Reports.Evolve(kept, events[0])
		s.append(period.ReportStream(run.Hash()), events[0], "admin:1")
	}
	return period.Check{Name: "verify", Runs: []int64{run.Run}, Findings: []string{"a gap"}, Reports: []string{run.Hash()}}
}

// Archive returns the package of a month for an auditor.
func (s *Books) Archive(month string) []byte {
	s.t.Helper()
	source := s.Source()
	closed, err := source.Closed(s.t.Context(), month)
	must(s.t, err)
	var out bytes.Buffer
	must(s.t, source.Write(s.t.Context(), &out, closed))
	return out.Bytes()
}
