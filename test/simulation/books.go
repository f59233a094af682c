package simulation

import (
	"slices"
	"time"

	"gateway/domain/balance"
	"gateway/domain/calendar"
	"gateway/domain/period"
	"gateway/domain/secret"
	"gateway/domain/tax"
	"gateway/eventstore"
	"gateway/http/service/actservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/bankstatementservice"
	"gateway/http/service/periodservice"
	"gateway/http/service/state"
	"gateway/http/service/taxservice"
	"gateway/http/service/treasuryservice"
	"gateway/http/service/withholdingservice"
	"gateway/projections/notary"
)

// FirstBooks is the first seed of the runs whose clock goes on over months, and in which people keep books: they close months,
// import bank statements, export fee invoices, approve withholding slips and write off what clients owe. They have refunds and
// disputes, too. PostgreSQL books by a clock that the run can't set, so a run there has no books.
const FirstBooks uint64 = 400_000_000

// booking reports whether people keep books.
func (w *world) booking() bool { return w.seed >= FirstBooks && w.postgres == nil }

// writeOffAfter is how long a client owes what may be written off.
const writeOffAfter = 90 * time.Minute

// slipRules are the rules about withholding slips.
var slipRules = balance.SlipRules{Rate: decimalOf(2), NumberLength: 9}

// wib is the business calendar.
var wib calendar.Calendar

// ledgers are what the people who keep books know.
type ledgers struct {
	// turns are the numbers of operations after which the clock goes on until shortly before the end of the month.
	turns []int
	runs  []state.AuditRun
	// closed are the months that somebody was told to be closed.
	closed map[string]toldClosing
	bank   fakeBank
	slips  []*fakeSlip
	// lostSlips are the submissions that a restore cut off.
	lostSlips map[int64]bool
	// entries, writeOffs and approvals are how many there were of each.
	entries, writeOffs, approvals int
}

// bookkeeping has the use cases of the books.
type bookkeeping struct {
	periods    periodservice.Periods
	slips      withholdingservice.Slips
	tax        taxservice.Tax
	treasury   treasuryservice.Entries
	statements bankstatementservice.Statements
	acts       actservice.Acts
}

// planBooks draws when the months end.
func (w *world) planBooks() {
	w.books.closed, w.books.lostSlips = map[string]toldClosing{}, map[int64]bool{}
	if !w.booking() {
		return
	}
	w.limits.slice = max(w.limits.slice, 24*time.Hour) // otherwise the books of so many days would not be read by the end
	for n := range 3 {
		w.books.turns = append(w.books.turns, 30+100*n+w.random.IntN(70))
	}
	if w.weather.reversals > 0 { // so that clients owe
		w.weather.reversals = 2
	}
}

// makeBooks makes the use cases of the books.
func (p *process) makeBooks() {
	if !p.world.booking() {
		return
	}
	rows := bookRows{p.world.rows}
	balances := balanceservice.New(p.core, nil)
	balances.WriteOffAfter = writeOffAfter
	p.keep = bookkeeping{
		periods: periodservice.Periods{Core: p.core, Notary: countingNotary{p}, Runs: auditRuns{p.world}, Connections: payerNames(p)},
		slips:   withholdingservice.Slips{Core: p.core, Files: noFiles{}, Rows: rows, Rules: slipRules},
		tax: taxservice.Tax{
			Core: p.core, Rows: rows, Rules: tax.DefaultRules, File: tax.DefaultFileRules, Withholding: slipRules,
			Seller: tax.Seller{TIN: "0123456789012345", NITKU: "0123456789012345000000", Name: "PT Gerbang", Address: "Jakarta"},
		},
		treasury:   treasuryservice.Entries{Core: p.core, Rows: rows},
		statements: bankstatementservice.Statements{Core: p.core, AnyAccount: true},
		acts:       actservice.New(approvalservice.New(p.core, nil), actservice.UseCases{Balances: balances}),
	}
}

// bookWork is one thing that people do about the books.
func (w *world) bookWork() {
	p := w.anyProcess()
	if p == nil || p.former {
		return
	}
	switch n := w.random.IntN(30); {
	case n < 5:
		w.closeMonth(p, w.someMonth())
	case n < 8:
		w.submitSlip(p)
	case n < 11:
		w.decideSlip(p)
	case n < 14:
		w.writeOff(p)
	case n < 16:
		w.books.bank.move(w)
	case n < 18:
		w.importStatement(p, w.random.IntN(len(w.books.bank.lines)+1))
	case n < 20:
		w.bookLine(p, true)
	case n < 25:
		w.invoiceWork(p)
	case n == 25:
		w.usePrepaidTax(p)
	case n < 28:
		w.exempt(p)
	default:
		w.changeTaxData(p, w.clients[w.random.IntN(len(w.clients))])
	}
}

// turnMonth lets the installation run on until shortly before the end of the month. What follows is then booked around it.
func (w *world) turnMonth() {
	ends := monthAt(time.Now()).Until
	w.rest(time.Until(ends) - time.Duration(w.random.IntN(180))*time.Minute)
	w.note("the month ends at %s", ends)
}

// turn does what the plan says about months after so many operations.
func (w *world) turn(done int) {
	for i, at := range w.books.turns {
		if at > 0 && done >= at {
			w.books.turns[i] = 0
			w.turnMonth()
			return
		}
	}
}

// monthAt returns the month of an instant.
func monthAt(t time.Time) period.Month {
	m, err := period.Parse(wib, wib.MonthOf(t))
	if err != nil {
		panic(err)
	}
	return m
}

// monthsUntilNow are the months since the run began, the present one last.
func (w *world) monthsUntilNow() (all []period.Month) {
	for m := monthAt(w.began); !m.From.After(time.Now()); m = m.Next() {
		all = append(all, m)
	}
	return all
}

// someMonth is usually the first month that is over and open, and now and then any.
func (w *world) someMonth() period.Month {
	all := w.monthsUntilNow()
	if w.chance(4) {
		return all[w.random.IntN(len(all))]
	}
	for _, m := range all {
		if _, closed := w.books.closed[m.Name]; !closed {
			return m
		}
	}
	return all[len(all)-1]
}

// overMonth is usually a month that is over, if there is one.
func (w *world) overMonth() period.Month {
	all := w.monthsUntilNow()
	if over := len(all) - 1; over > 0 && !w.chance(8) {
		return all[w.random.IntN(over)]
	}
	return all[len(all)-1]
}

// withdrawableOf is almost all that the client has available; 0 for little.
func (w *world) withdrawableOf(c *client) int64 {
	const fee = 10_000
	return max(0, w.rows.Balance(c.id).Available.IntPart()-2*fee) / fee * fee
}

// loseBooks forgets what was made by the events that a restore cuts off.
func (w *world) loseBooks(cut []eventstore.Envelope) {
	for _, e := range cut {
		switch event := e.Event.(type) {
		case period.Closed:
			delete(w.books.closed, event.Month)
		case balance.WithholdingSubmitted:
			w.books.lostSlips[event.ID] = true
		}
	}
	// The database of the audit runs was restored, too.
	w.books.runs = slices.DeleteFunc(w.books.runs, func(r state.AuditRun) bool { return r.Position > 0 })
}

// settleBooks ends what is open about the books: the statements are complete, each line is booked, each month that is over is
// closed, and its invoices are exported.
func (w *world) settleBooks() {
	w.importStatement(w.leading(), 0)
	w.drain()
	for range w.books.bank.lines {
		w.bookLine(w.leading(), false)
		w.drain()
	}
	for _, c := range w.clients {
		w.changeTaxData(w.leading(), c)
		w.drain()
	}
	for _, m := range w.monthsUntilNow() {
		if !m.Until.After(time.Now()) {
			w.audit(m)
			w.requestClosing(w.leading(), m, false)
			w.drain()
			w.exportInvoices(w.leading(), m)
			w.drain()
		}
	}
}

// signing signs closed months.
var signing = func() notary.Key {
	key, err := notary.DeriveKey(secret.NewRing("master"))
	if err != nil {
		panic(err)
	}
	return key
}()
