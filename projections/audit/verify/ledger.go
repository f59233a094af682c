package verify

import (
	"fmt"
	"strings"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// order checks that positions increase and that the revisions of balance streams are consecutive. There are
// too many other streams to follow in bounded memory.
type order struct {
	last      eventstore.Position
	revisions map[string]eventstore.Revision
	// later is true when the check does not start at the first event, so that streams may already have
	// events.
	later bool
}

func (o *order) name() string { return "positions and revisions follow each other" }

func (o *order) observe(e eventstore.Envelope, r *Report) {
	if !o.last.Before(e.Position) {
		r.addFinding(o.name(), subject(e), "comes after position %d", o.last.Commit)
	}
	o.last = e.Position
	if !strings.HasPrefix(e.Stream, balance.Aggregate.Category+"-") {
		return
	}
	if o.revisions == nil {
		o.revisions = make(map[string]eventstore.Revision)
	}
	expected := eventstore.Revision(0)
	if last, ok := o.revisions[e.Stream]; ok {
		expected = last + 1
	}
	if _, seen := o.revisions[e.Stream]; !seen && o.later {
		expected = e.Revision
	}
	if e.Revision != expected {
		r.addFinding(o.name(), subject(e), "has revision %d, not %d", e.Revision, expected)
	}
	o.revisions[e.Stream] = e.Revision
}

func (o *order) finish(*Report) {}

// ledgerRule checks four rules: the postings of each event and of all events sum to zero; no account of a
// client is negative except the receivable; the receivable is never positive, and is below zero only while
// the available balance is zero; and the totals in an event are the sums of the postings.
type ledgerRule struct {
	accounts map[string]decimal.Decimal
	sum      decimal.Decimal // of all postings
	// later is true when the check does not start at the first event. A client's accounts then start from the
	// totals in its first movement.
	later bool
	known map[int64]bool // clients seen so far, used when later is true
}

func newLedgerRules() *ledgerRule {
	return &ledgerRule{accounts: make(map[string]decimal.Decimal), known: make(map[int64]bool)}
}

func (l *ledgerRule) name() string {
	return "postings sum to zero, and no client is below zero but in what it owes"
}

func (l *ledgerRule) observe(e eventstore.Envelope, r *Report) {
	if own, ok := e.Event.(poster); ok {
		l.post(e, own.Posted(), r)
		for _, p := range own.Posted() {
			if strings.HasPrefix(p.Account, "client:") {
				r.addFinding(l.name(), subject(e), "moves money of %s, outside of the client's stream", p.Account)
			}
		}
	}
	mover, ok := e.Event.(balance.Mover)
	if !ok {
		return
	}
	client, m := mover.Moved()
	if stream := balance.Stream(client); stream != e.Stream {
		r.addFinding(l.name(), subject(e), "moves money of %s", stream)
	}
	if l.later && !l.known[client] {
		l.begin(client, m)
	}
	l.post(e, m.Postings, r)
	l.signs(e, client, r)
	l.totals(e, client, m.After, r)
}

// begin sets a client's accounts to their totals before its first movement.
func (l *ledgerRule) begin(client int64, m balance.Movement) {
	l.known[client] = true
	l.accounts[ledger.Available(client)] = m.After.Available
	l.accounts[ledger.Unsettled(client)] = m.After.Unsettled
	l.accounts[ledger.Held(client)] = m.After.Held
	l.accounts[ledger.Receivable(client)] = m.After.Receivable
	for _, p := range m.Postings {
		l.accounts[p.Account] = l.accounts[p.Account].Sub(p.Amount)
	}
}

// poster is an event that posts our own money.
type poster interface{ Posted() []ledger.Posting }

func (l *ledgerRule) post(e eventstore.Envelope, postings []ledger.Posting, r *Report) {
	for _, p := range postings {
		l.accounts[p.Account] = l.accounts[p.Account].Add(p.Amount)
		l.sum = l.sum.Add(p.Amount)
	}
	if sum := ledger.Sum(postings); !sum.IsZero() {
		r.addFinding(l.name(), subject(e), "postings sum to %s", sum)
	}
}

func (l *ledgerRule) totals(e eventstore.Envelope, client int64, said ledger.Totals, r *Report) {
	for account, total := range map[string]decimal.Decimal{
		ledger.Available(client):  said.Available,
		ledger.Unsettled(client):  said.Unsettled,
		ledger.Held(client):       said.Held,
		ledger.Receivable(client): said.Receivable,
	} {
		if is := l.accounts[account]; !is.Equal(total) {
			r.addFinding(l.name(), subject(e), "says that %s is %s, its postings make it %s", account, total, is)
		}
	}
}

// signs checks the client's accounts after the event's postings.
func (l *ledgerRule) signs(e eventstore.Envelope, client int64, r *Report) {
	available, receivable := l.accounts[ledger.Available(client)], l.accounts[ledger.Receivable(client)]
	for _, account := range []string{ledger.Available(client), ledger.Unsettled(client), ledger.Held(client)} {
		if now := l.accounts[account]; now.IsNegative() {
			r.addFinding(l.name(), subject(e), "%s is %s", account, now)
		}
	}
	switch {
	case receivable.IsPositive():
		r.addFinding(l.name(), subject(e), "%s is %s, above zero", ledger.Receivable(client), receivable)
	case receivable.IsNegative() && available.IsPositive():
		r.addFinding(l.name(), subject(e), "the client owes %s and has %s available", receivable.Neg(), available)
	}
}

func (l *ledgerRule) finish(r *Report) {
	if !l.sum.IsZero() {
		r.addFinding(l.name(), "all accounts", "sum to %s", l.sum)
	}
}

// subject describes an event for people.
func subject(e eventstore.Envelope) string {
	return fmt.Sprintf("position %d (%s, %s revision %d)", e.Position.Commit, e.Type, e.Stream, e.Revision)
}
