package simulation

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"gateway/domain/balance"
	"gateway/domain/bankstatement"
	"gateway/domain/ledger"
	"gateway/domain/period"
	"gateway/domain/tax"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/readmodel/balancerows"

	"github.com/shopspring/decimal"
)

// judgeLedgers compares the accounts of the books with what people did, as a second bookkeeper does.
func (o *oracle) judgeLedgers() {
	sums := map[string]decimal.Decimal{}
	for _, e := range o.events() {
		for _, p := range postingsOf(e) {
			sums[p.Account] = sums[p.Account].Add(p.Amount)
		}
	}
	o.judgeSlips(sums)
	o.judgeWriteOffs(sums)
	o.judgeBank()
	o.judgeInvoices(sums)
}

// judgeSlips: a number counts once over all clients. What was approved was uploaded, stays within the rate of the fees of its month,
// and is credited. The prepaid tax is what was approved and not used.
func (o *oracle) judgeSlips(sums map[string]decimal.Decimal) {
	uploaded, decided := map[int64]balance.WithholdingSubmitted{}, map[int64]bool{}
	holder, credited := map[string]int64{}, map[string]bool{}
	ofMonth, most := map[string]decimal.Decimal{}, newMonthFees()
	prepaid := decimal.Zero
	for _, e := range o.events() {
		most.add(e)
		switch event := e.Event.(type) {
		case balance.WithholdingSubmitted:
			if other := holder[event.Number]; other != 0 {
				o.fail("client %d uploaded the slip %s, which client %d had uploaded", event.ClientID, event.Number, other)
			}
			holder[event.Number], uploaded[event.ID] = event.ClientID, event
		case balance.WithholdingRejected:
			delete(holder, event.Number)
			decided[event.ID] = true
		case balance.WithholdingApproved:
			slip := uploaded[event.ID]
			if slip.Number != event.Number || slip.ClientID != event.ClientID || !slip.Tax.Equal(event.Tax) ||
				decided[event.ID] || credited[event.Number] {
				o.fail("the slip %d (%s of client %d) was credited, and what was uploaded is %+v", event.ID, event.Number, event.ClientID, slip)
			}
			decided[event.ID], credited[event.Number] = true, true
			key := slip.Period + " " + strconv.FormatInt(event.ClientID, 10)
			ofMonth[key] = ofMonth[key].Add(event.Tax)
			if limit := most.fees[key].Mul(decimal.New(2, -2)).Round(2); ofMonth[key].GreaterThan(limit) {
				o.fail("%s was credited to client %d for %s, and never more than %s could be", ofMonth[key], event.ClientID, slip.Period, limit)
			}
			o.owed[event.ClientID], prepaid = o.owed[event.ClientID].Add(event.Tax), prepaid.Sub(event.Tax)
		case balance.WithholdingCorrected:
			key := event.Period + " " + strconv.FormatInt(event.ClientID, 10)
			ofMonth[key] = ofMonth[key].Sub(event.Tax)
			o.owed[event.ClientID], prepaid = o.owed[event.ClientID].Sub(event.Tax), prepaid.Add(event.Tax)
		case treasury.Entered:
			if event.Kind == treasury.PrepaidTaxUsed {
				prepaid = prepaid.Add(event.Amount)
			}
		}
	}
	if !sums[ledger.PrepaidTax].Equal(prepaid) {
		o.fail("the prepaid tax is %s, and slips and returns leave %s", sums[ledger.PrepaidTax], prepaid)
	}
	for _, s := range o.books.slips {
		if _, here := uploaded[s.answer]; s.answer != 0 && !here && !o.books.lostSlips[s.answer] {
			o.fail("the slip %s of client %d was answered with the id %d, and is not there", s.request.Number, s.client.id, s.answer)
		}
	}
}

// monthFees has the most that the fees of each month and client ever came to. A slip may be approved by rows that lag behind the log.
type monthFees struct {
	fold chargeFold
	sum  map[string]decimal.Decimal
	fees map[string]decimal.Decimal
}

func newMonthFees() *monthFees {
	return &monthFees{newChargeFold(), map[string]decimal.Decimal{}, map[string]decimal.Decimal{}}
}

func (m *monthFees) add(e eventstore.Envelope) {
	known := len(m.fold.all)
	m.fold.add(e)
	for _, c := range m.fold.all[known:] {
		key := wib.MonthOf(c.charged) + " " + strconv.FormatInt(c.client, 10)
		m.sum[key] = m.sum[key].Add(c.fee)
		m.fees[key] = decimal.Max(m.fees[key], m.sum[key])
	}
}

// debt is what a client owes since a time.
type debt struct {
	at     time.Time
	change decimal.Decimal
}

// writeOffs is what was written off of the debts of a client.
type writeOffs struct {
	debts  []debt
	totals ledger.Totals
	// given is what was written off and not recovered. reversed is what the event before reversed, for the one that follows it.
	given, reversed decimal.Decimal
}

// free is what the client can withdraw, less what it owes.
func (w *writeOffs) free() decimal.Decimal { return w.totals.Available.Add(w.totals.Receivable) }

// move applies the postings of an event. What it pays of a debt that was written off before counts for no other debt.
func (w *writeOffs) move(client int64, m balance.Movement, reverses bool) {
	for _, p := range m.Postings {
		if p.Account == ledger.Receivable(client) && !reverses {
			w.debts = append(w.debts, debt{m.At, w.reversed.Sub(p.Amount)})
		}
	}
	w.totals = w.totals.Apply(client, m.Postings)
}

// judgeWriteOffs checks that only old debts are written off, where a payment reduces the oldest debt first. An event that brings the
// client money later must follow one that reverses as much of the write-off: the client owes that amount again, and pays it.
func (o *oracle) judgeWriteOffs(sums map[string]decimal.Decimal) {
	clients, references, bad := map[int64]*writeOffs{}, map[string]bool{}, decimal.Zero
	for _, e := range o.events() {
		mover, moves := e.Event.(balance.Mover)
		if !moves {
			continue
		}
		client, m := mover.Moved()
		w := clients[client]
		if w == nil {
			w = &writeOffs{}
			clients[client] = w
		}
		before := w.free()
		switch event := e.Event.(type) {
		case balance.WrittenOff:
			if old := owedLonger(w.debts, event.At.Add(-writeOffAfter)); event.Amount.GreaterThan(old) || references[m.Reference] {
				o.fail("%s@%d writes off %s, and client %d owes %s for so long", e.Stream, e.Revision, event.Amount, client, old)
			}
			references[m.Reference] = true
			w.move(client, m, false)
			w.given, bad = w.given.Add(event.Amount), bad.Sub(event.Amount)
			o.owed[client] = o.owed[client].Add(event.Amount)
		case balance.WriteOffRecovered:
			if !event.Amount.IsPositive() || event.Amount.GreaterThan(w.given) || !w.reversed.IsZero() {
				o.fail("%s@%d reverses %s of the %s that client %d has given up", e.Stream, e.Revision, event.Amount, w.given, client)
			}
			w.move(client, m, true)
			w.given, w.reversed, bad = w.given.Sub(event.Amount), event.Amount, bad.Add(event.Amount)
			o.owed[client] = o.owed[client].Sub(event.Amount)
		default:
			w.move(client, m, false)
			brings := decimal.Max(decimal.Zero, w.free().Sub(before))
			if due := decimal.Min(w.given.Add(w.reversed), brings); !due.Equal(w.reversed) {
				o.fail("%s@%d (%s) brings client %d %s, and %s of what it gave up was reversed before it, not %s",
					e.Stream, e.Revision, e.Event.EventType(), client, brings, w.reversed, due)
			}
			w.reversed = decimal.Zero
		}
	}
	for client, w := range clients {
		if !w.reversed.IsZero() {
			o.fail("%s of what client %d gave up was reversed, and no money came", w.reversed, client)
		}
	}
	if !sums[ledger.CostBadDebt].Equal(bad) {
		o.fail("%s is the cost of bad debts, and %s was written off and not recovered", sums[ledger.CostBadDebt], bad)
	}
}

// owedLonger is what is left of the debts that began until then: the oldest are paid first.
func owedLonger(debts []debt, then time.Time) (left decimal.Decimal) {
	var young decimal.Decimal
	for _, d := range debts {
		switch {
		case d.change.IsPositive() && d.at.After(then):
			young = young.Add(d.change)
		case d.change.IsPositive():
			left = left.Add(d.change)
		default:
			paid := decimal.Min(left, d.change.Neg())
			left, young = left.Sub(paid), young.Add(d.change).Add(paid)
		}
	}
	return left
}

// judgeBank: each line of the bank is here once, each is booked once, of its amount and day, and our account has what the bank says.
func (o *oracle) judgeBank() {
	want, got := map[string]int{}, map[string]int{}
	for _, l := range o.books.bank.lines {
		want[fmt.Sprint(l.day, " ", l.amount, " ", l.balance, " ", l.text)]++
	}
	lines, entries, matched := map[string]bankstatement.Line{}, map[string]treasury.Entered{}, map[string]string{}
	for _, e := range o.events() {
		switch event := e.Event.(type) {
		case bankstatement.Imported:
			for _, l := range event.Lines {
				got[fmt.Sprint(l.ValueDate, " ", l.Amount, " ", l.Balance, " ", l.Text)]++
				lines[l.ID] = l
			}
		case treasury.Entered:
			if _, twice := entries[event.Reference]; twice {
				o.fail("two entries have the reference %s", event.Reference)
			}
			entries[event.Reference] = event
		case bankstatement.LineMatched:
			if other := matched[event.LineID]; other != "" && other != event.BookingID {
				o.fail("the line %s was matched with %s and %s", event.LineID, other, event.BookingID)
			}
			matched[event.LineID] = event.BookingID
		}
	}
	for key, n := range want {
		if got[key] != n {
			o.fail("the bank has the line %q %d times, and the log %d times", key, n, got[key])
		}
	}
	if len(got) > len(want) {
		o.fail("the log has %d kinds of lines, the bank %d", len(got), len(want))
	}
	for id, l := range lines {
		entry, booked := entries[id]
		switch {
		case !booked:
			o.fail("the line %s is never booked", id)
		case !entry.Amount.Equal(l.Amount.Abs()) || entry.ValueDate != l.ValueDate ||
			(entry.Kind == treasury.BankInterest) != l.Amount.IsPositive():
			o.fail("the line %+v is booked as %s of %s on %s", l, entry.Kind, entry.Amount, entry.ValueDate)
		}
	}
	ours := decimal.Zero
	for _, entry := range entries {
		for _, p := range entry.Postings {
			if p.Account == ledger.BankOperating {
				ours = ours.Sub(p.Amount)
			}
		}
	}
	if !ours.Equal(decimalOf(o.books.bank.balance)) {
		o.fail("the books have %s at the bank, and the bank %d", ours, o.books.bank.balance)
	}
}

// judgeInvoices: an invoice has the fees of its month, and the VAT of the formula on each line. All of them have the VAT that is
// booked, and the difference is the rounding.
func (o *oracle) judgeInvoices(sums map[string]decimal.Decimal) {
	type key struct {
		month  string
		client int64
	}
	newest, numbers, closed := map[key]tax.Content{}, map[string]string{}, map[string]bool{}
	answered := map[string]bool{} // by the number of a document: the tax office has answered its newest version
	awaits := func(c tax.Content) {
		for _, d := range c.Documents {
			answered[d.Number] = false
		}
	}
	ofLedger := newChargeFold()
	for _, e := range o.events() {
		ofLedger.add(e)
		switch event := e.Event.(type) {
		case period.Closed:
			closed[event.Month] = true
		case tax.Exported:
			newest[key{event.Month, event.ClientID}] = event.Content
			awaits(event.Content)
		case tax.Replaced:
			newest[key{event.Month, event.ClientID}] = event.Content
			awaits(event.Content)
		case tax.Approved:
			if other, used := numbers[event.TaxNumber]; used && other != event.Number {
				o.fail("the number %s of the tax office is that of %s and %s", event.TaxNumber, other, event.Number)
			}
			numbers[event.TaxNumber], answered[event.Number] = event.Number, true
		}
	}
	rounding := decimal.Zero
	for k, content := range newest {
		m, _ := period.Parse(wib, k.month)
		fee, vat := decimal.Zero, decimal.Zero
		broken := false
		for _, c := range ofLedger.between(k.client, m.From, m.Until) {
			fee, vat = fee.Add(c.Fee), vat.Add(c.VAT)
			broken = broken || c.Fee.IsNegative() || c.Fee.IsZero() && !c.VAT.IsZero()
		}
		price, booked, invoiced := decimal.Zero, decimal.Zero, decimal.Zero
		for _, d := range content.Documents {
			broken = broken || !answered[d.Number] // it is not fixed anew before the tax office has answered
			for _, l := range d.Lines {
				if due := formula(l); !l.VAT.Equal(due) {
					o.fail("the invoice %s has %s VAT on %s, which is %s", d.Number, l.VAT, l.Price, due)
				}
				price, booked, invoiced = price.Add(l.Price), booked.Add(l.BookedVAT), invoiced.Add(l.VAT)
			}
		}
		if !broken && (!price.Equal(fee) || !booked.Equal(vat)) {
			o.fail("the invoice of client %d for %s has fees of %s and %s booked VAT, and the ledger %s and %s",
				k.client, k.month, price, booked, fee, vat)
		}
		rounding = rounding.Add(invoiced).Sub(booked)
	}
	if !sums[ledger.TaxRounding].Equal(rounding) {
		o.fail("the rounding is %s, and the invoices have %s more VAT than the ledger", sums[ledger.TaxRounding], rounding)
	}
	for _, month := range o.monthsUntilNow() {
		if !closed[month.Name] {
			if !month.Until.After(time.Now()) {
				o.fail("%s is over, and is not closed", month.Name)
			}
			continue
		}
		for _, c := range o.clients {
			_, has := newest[key{month.Name, c.id}]
			fees := ofLedger.between(c.id, month.From, month.Until)
			charged := slices.ContainsFunc(fees, func(c balancerows.FeeCharge) bool { return c.Fee.IsPositive() })
			if charged && !has {
				o.fail("client %d was charged in %s, and has no invoice", c.id, month.Name)
			}
		}
	}
}

// formula is 12 percent on 11/12 of the price, each rounded to the sen; nothing without a rate.
func formula(l tax.Line) decimal.Decimal {
	if l.VATRate.IsZero() {
		return decimal.Zero
	}
	return l.Price.Mul(decimalOf(11)).DivRound(decimalOf(12), 2).Mul(decimalOf(12)).DivRound(decimalOf(100), 2)
}
