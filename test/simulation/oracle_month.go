package simulation

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gateway/domain/catalogue"
	"gateway/domain/period"
	"gateway/domain/treasury"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// column is what a trial balance says of an account.
type column struct{ opening, debit, credit decimal.Decimal }

func (a column) closing() decimal.Decimal { return a.opening.Sub(a.debit).Add(a.credit) }

// postingsOf reads the postings of an event from its JSON, as an outside program would.
func postingsOf(e eventstore.Envelope) (all []posted) {
	var event struct {
		Postings []posted `json:"postings"`
	}
	text := jsonOf(e.Event)
	if !strings.Contains(text, `"postings":[`) {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &event); err != nil {
		panic(err)
	}
	return event.Postings
}

type posted struct {
	Account string          `json:"account"`
	Amount  decimal.Decimal `json:"amount"`
}

// kind is the account with those of all clients under one name.
func (p posted) kind() string {
	if parts := strings.Split(p.Account, ":"); len(parts) == 3 && parts[0] == "client" {
		return "client:*:" + parts[2]
	}
	return p.Account
}

// monthModel recomputes the months from the events and the times at which they were booked.
type monthModel struct {
	*world
	// balances are by account, accounts those of the month that is open.
	balances map[string]decimal.Decimal
	accounts map[string]column
	// events are ours, next is the number of the next event of the log, which may have events of other programs.
	events int64
	next   int
}

// checkMonths: a closed month has the events that were booked before its end, and the balances that their postings give. It begins
// where the month before ended, and no event comes into it later. Every finding was accepted, and two people closed it.
func (w *world) checkMonths() {
	all := w.events()
	closings := []period.Closed{}
	at := map[string]time.Time{}
	for _, e := range all {
		if closed, is := e.Event.(period.Closed); is {
			if _, twice := at[closed.Month]; twice {
				w.fail("%s was closed twice", closed.Month)
			}
			at[closed.Month], closings = e.BookedAt, append(closings, closed)
		}
		if n := len(closings); n > 0 && e.BookedAt.Before(closings[n-1].Until) {
			w.fail("%s@%d was booked at %s, in %s, which was closed before", e.Stream, e.Revision, e.BookedAt, closings[n-1].Month)
		}
	}
	// A month without money may be closed after the one that follows it.
	slices.SortFunc(closings, func(a, b period.Closed) int { return strings.Compare(a.Month, b.Month) })
	m := monthModel{world: w, balances: map[string]decimal.Decimal{}}
	for i, c := range closings {
		if at[c.Month].Before(c.Until) {
			w.fail("%s was closed at %s, before its end", c.Month, at[c.Month])
		}
		if i > 0 && !c.From.Equal(closings[i-1].Until) {
			w.fail("%s begins at %s, and the closed month before it ends at %s", c.Month, c.From, closings[i-1].Until)
		}
		m.judge(all, c)
		w.judgeAcceptance(c)
	}
}

// judge recomputes a month, whose closing comes after that of the month before.
func (m *monthModel) judge(all []eventstore.Envelope, c period.Closed) {
	m.accounts = map[string]column{}
	for account, balance := range m.balances {
		m.accounts[account] = column{opening: balance}
	}
	for m.next < len(all) && all[m.next].BookedAt.Before(c.From) { // a first month without a closing before it
		m.add(all[m.next], func(a column, p posted) column { a.opening = a.opening.Add(p.Amount); return a })
	}
	if m.events != c.EventsBefore {
		m.fail("%s was closed with %d events before it, and there are %d", c.Month, c.EventsBefore, m.events)
	}
	for m.next < len(all) && all[m.next].BookedAt.Before(c.Until) {
		m.add(all[m.next], func(a column, p posted) column {
			if p.Amount.IsNegative() {
				a.debit = a.debit.Sub(p.Amount)
			} else {
				a.credit = a.credit.Add(p.Amount)
			}
			return a
		})
	}
	if m.events != c.Events {
		m.fail("%s was closed with %d events, and there are %d", c.Month, c.Events, m.events)
	}
	m.compare(c)
}

func (m *monthModel) add(e eventstore.Envelope, move func(column, posted) column) {
	if m.next++; !catalogue.Owns(e.Stream) {
		return
	}
	m.events++
	for _, p := range postingsOf(e) {
		m.accounts[p.kind()] = move(m.accounts[p.kind()], p)
		m.balances[p.kind()] = m.balances[p.kind()].Add(p.Amount)
	}
}

func (m *monthModel) compare(c period.Closed) {
	var want, got []string
	for _, name := range slices.Sorted(maps.Keys(m.accounts)) {
		if a := m.accounts[name]; !a.opening.IsZero() || !a.debit.IsZero() || !a.credit.IsZero() {
			want = append(want, fmt.Sprintf("%s %s %s %s %s", name, a.opening, a.debit, a.credit, a.closing()))
		}
	}
	sum := decimal.Zero
	for _, l := range c.TrialBalance {
		got = append(got, fmt.Sprintf("%s %s %s %s %s", l.Account, l.Opening, l.Debit, l.Credit, l.Closing))
		sum = sum.Add(l.Closing)
	}
	if !slices.Equal(got, want) {
		m.fail("the trial balance of %s is:\n%s\nits events give:\n%s", c.Month, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !sum.IsZero() {
		m.fail("the trial balance of %s sums to %s", c.Month, sum)
	}
}

func (w *world) judgeAcceptance(c period.Closed) {
	if c.By == c.ApprovedBy || c.ApprovedBy == "" {
		w.fail("%s was closed by %q and %q", c.Month, c.By, c.ApprovedBy)
	}
	for _, check := range c.Checks {
		for _, finding := range check.Findings {
			if !slices.ContainsFunc(c.Accepted, func(a period.Accepted) bool { return a.Finding == finding && a.Reason != "" }) {
				w.fail("%s was closed in spite of %s", c.Month, finding)
			}
		}
	}
}

// lateReferences are the entries that were booked after a month, with a value date in it, in the order of the log.
func (w *world) lateReferences(m period.Month) (all []string) {
	for _, e := range w.events() {
		entered, is := e.Event.(treasury.Entered)
		if is && !e.BookedAt.Before(m.Until) && strings.HasPrefix(entered.ValueDate, m.Name) {
			all = append(all, fmt.Sprint(entered.Reference, " of ", m.Name, " in ", wib.MonthOf(e.BookedAt)))
		}
	}
	return all
}
