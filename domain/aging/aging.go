// Package aging says how old debts are: what clients owe us, and what lies in suspense. What is paid back pays the oldest
// debt first.
package aging

import (
	"cmp"
	"slices"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// Entry changes a debt. Amount, in rupiah, is positive for a new debt and negative for what was paid back.
type Entry struct {
	ClientID int64
	// Item separates debts that do not pay each other: the payment of suspended money, and nothing for what a client owes.
	Item   string
	At     time.Time
	Amount decimal.Decimal
	// Restored is true for a debt that was written off and is owed again: it is paid before all others.
	Restored bool
}

// Classes are the last days of the age classes, in ascending order: 7, 30, 90 stands for 0 to 7, 8 to 30, 31 to 90, and
// over 90 days.
type Classes []int

// Valid reports whether there is a class, and each is longer than the one before.
func (c Classes) Valid() bool {
	for i, last := range c {
		if last < 0 || i > 0 && last <= c[i-1] {
			return false
		}
	}
	return len(c) > 0
}

// of returns the class of an age in days. The class over the last day is len(c).
func (c Classes) of(days int) int {
	for i, last := range c {
		if days <= last {
			return i
		}
	}
	return len(c)
}

// Class is an age class with its sum over all clients.
type Class struct {
	// From and To are its first and last day. To is nil for the class that is open.
	From   int             `json:"from"`
	To     *int            `json:"to"`
	Amount decimal.Decimal `json:"amount"`
}

// Client is what one client owes, or what lies in suspense for it.
type Client struct {
	ClientID int64 `json:"client_id"`
	// Oldest is when the oldest of it came, and Days is its age.
	Oldest time.Time       `json:"oldest"`
	Days   int             `json:"days"`
	Total  decimal.Decimal `json:"total"`
	// Amounts are by class, in the order of the classes of the report.
	Amounts []decimal.Decimal `json:"amounts"`
}

// Report is what is open at a moment.
type Report struct {
	At      time.Time       `json:"at"`
	Total   decimal.Decimal `json:"total"`
	Classes []Class         `json:"classes"`
	// Clients are those with an open debt, the oldest first.
	Clients []Client `json:"clients"`
}

// Overdue returns the sum in the oldest class.
func (r Report) Overdue() decimal.Decimal { return r.Classes[len(r.Classes)-1].Amount }

// debt is what is open of an entry.
type debt struct {
	at     time.Time
	amount decimal.Decimal
}

type group struct {
	clientID int64
	item     string
}

// Of makes the report at a moment from all entries up to it, which are in the order of their booking within each client.
// Ages are in days of the calendar.
func Of(entries []Entry, at time.Time, days calendar.Calendar, classes Classes) Report {
	open := map[group][]debt{}
	for _, e := range entries {
		key := group{e.ClientID, e.Item}
		open[key] = after(open[key], e)
	}
	r := Report{At: at.UTC(), Total: money.Zero, Classes: empty(classes), Clients: []Client{}}
	clients := map[int64]*Client{}
	for key, debts := range open {
		for _, d := range debts {
			r.add(clients, key.clientID, d, days, classes)
		}
	}
	for _, c := range clients {
		r.Clients = append(r.Clients, *c)
	}
	slices.SortFunc(r.Clients, func(a, b Client) int {
		return cmp.Or(a.Oldest.Compare(b.Oldest), cmp.Compare(a.ClientID, b.ClientID))
	})
	return r
}

// after returns the open debts after an entry, oldest first. What is paid above all debts counts for the next one.
func after(open []debt, e Entry) []debt {
	left := e.Amount
	if e.Restored {
		return append([]debt{{e.At, left}}, open...)
	}
	for len(open) > 0 && !left.IsZero() && open[0].amount.Sign() != left.Sign() {
		part := decimal.Min(open[0].amount.Abs(), left.Abs())
		if left.IsNegative() {
			part = part.Neg()
		}
		left = left.Sub(part)
		if open[0].amount = open[0].amount.Add(part); open[0].amount.IsZero() {
			open = open[1:]
		}
	}
	if left.IsZero() {
		return open
	}
	return append(open, debt{e.At, left})
}

func empty(classes Classes) []Class {
	all, from := make([]Class, 0, len(classes)+1), 0
	for _, last := range classes {
		all = append(all, Class{From: from, To: &last, Amount: money.Zero})
		from = last + 1
	}
	return append(all, Class{From: from, Amount: money.Zero})
}

func (r *Report) add(clients map[int64]*Client, clientID int64, d debt, days calendar.Calendar, classes Classes) {
	age := days.DaysBetween(d.at, r.At)
	class := classes.of(age)
	c, known := clients[clientID]
	if !known {
		c = &Client{ClientID: clientID, Oldest: d.at.UTC(), Days: age, Total: money.Zero, Amounts: zeros(len(classes) + 1)}
		clients[clientID] = c
	}
	if d.at.Before(c.Oldest) {
		c.Oldest, c.Days = d.at.UTC(), age
	}
	c.Total, c.Amounts[class] = c.Total.Add(d.amount), c.Amounts[class].Add(d.amount)
	r.Total, r.Classes[class].Amount = r.Total.Add(d.amount), r.Classes[class].Amount.Add(d.amount)
}

func zeros(n int) []decimal.Decimal {
	all := make([]decimal.Decimal, n)
	for i := range all {
		all[i] = money.Zero
	}
	return all
}
