package balance

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// WrittenOff gives up what a client has owed for too long: the receivable becomes a cost. The claim itself remains: what
// comes back later reverses the write-off (WriteOffRecovered).
type WrittenOff struct {
	ClientID int64 `json:"client_id"`
	Movement
	// Amount is what was given up, in rupiah.
	Amount decimal.Decimal `json:"amount"`
	// OwedSince is the time from which the client had owed the oldest part of it; zero in events that do not say it.
	OwedSince time.Time `json:"owed_since,omitzero"`
	Reason    string    `json:"reason"`
	By        string    `json:"by"`
}

// What came back of a write-off.
const (
	// WriteOffOpen is a write-off of which a part did not come back.
	WriteOffOpen = "open"
	// WriteOffDone is a write-off that came back in whole.
	WriteOffDone = "recovered"
)

// WriteOffStates lists the states of a write-off.
func WriteOffStates() []string { return []string{WriteOffOpen, WriteOffDone} }

// WriteOffRecovered reverses a write-off, because money comes to the client: it owes the amount again. The next event brings
// the money, which pays this before any newer debt.
type WriteOffRecovered struct {
	ClientID int64 `json:"client_id"`
	Movement
	// Amount is what was recovered, in rupiah.
	Amount decimal.Decimal `json:"amount"`
}

// Debt is a part of the receivable that is not paid back. Amount is positive. At is when it began.
type Debt struct {
	At     time.Time       `json:"at"`
	Amount decimal.Decimal `json:"amount"`
}

const (
	// maxDebts is how many debts the state tells apart. Further ones are added to the youngest, which gets their time.
	maxDebts = 100
	// maxWriteOffs is the number of write-offs that the state remembers.
	maxWriteOffs = 50
)

// OwedSince returns what the client has owed since the moment or longer, in rupiah.
func (s State) OwedSince(moment time.Time) decimal.Decimal {
	owed := money.Zero
	for _, d := range s.Debts {
		if !d.At.After(moment) {
			owed = owed.Add(d.Amount)
		}
	}
	return owed
}

// oldestDebt returns the time from which the client has owed the oldest of what it owes; zero if it owes nothing.
func (s State) oldestDebt() (since time.Time) {
	for _, d := range s.Debts {
		if since.IsZero() || d.At.Before(since) {
			since = d.At
		}
	}
	return since.UTC()
}

// HasWrittenOff reports whether the write-off with the reference was made, as far as the state remembers it.
func (s State) HasWrittenOff(reference string) bool { return slices.Contains(s.WriteOffs, reference) }

// WriteOffCmd gives up what the client has owed since Before or longer.
type WriteOffCmd struct {
	ClientID int64
	// Amount is what two people agreed on. Less is written off if a part was paid meanwhile.
	Amount decimal.Decimal
	Before time.Time
	Reason string
	By     string
	// Reference identifies the write-off: a second one with the same reference is a retry of the first.
	Reference string
	At        time.Time
}

// WriteOff posts an old receivable to the cost of bad debts. Checks:
//
//  1. the write-off was made before: nothing happens
//  2. invalid_field reason
//  3. nothing_to_write_off: the client owes nothing for so long
func WriteOff(s State, cmd WriteOffCmd) ([]domain.Event, error) {
	if s.HasWrittenOff(cmd.Reference) {
		return nil, nil
	}
	if cmd.Reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	amount := decimal.Min(cmd.Amount, s.OwedSince(cmd.Before))
	if !amount.IsPositive() {
		return nil, domain.Refuse(domain.Invalid, "nothing_to_write_off", "the client owes nothing since %s or longer",
			cmd.Before.UTC().Format(time.RFC3339))
	}
	m, err := s.move(cmd.ClientID, cmd.Reference, cmd.At, ledger.Transfer(ledger.CostBadDebt, ledger.Receivable(cmd.ClientID), amount))
	if err != nil {
		return nil, err
	}
	return []domain.Event{WrittenOff{
		ClientID: cmd.ClientID, Movement: m, Amount: amount, OwedSince: s.oldestDebt(), Reason: cmd.Reason, By: cmd.By,
	}}, nil
}

// recovering makes a decision that may bring the client money. If a write-off is not recovered, the money that would become
// withdrawable, or pay a newer debt, reverses the write-off first: the decision follows a WriteOffRecovered of this amount, by
// which the client owes it again, and pays that. The decision is made once or twice, and returns nil for no event.
func (s State) recovering(decide func(State) (domain.Event, error)) ([]domain.Event, error) {
	event, err := decide(s)
	if err != nil || event == nil {
		return nil, err
	}
	first, err := s.recovered(event)
	if err != nil || first == nil {
		return []domain.Event{event}, err
	}
	event, err = decide(Evolve(s, first))
	return []domain.Event{first, event}, err
}

// recovered returns what reverses a write-off by the money that an event brings; nil if there is nothing to reverse, or no money.
func (s State) recovered(event domain.Event) (domain.Event, error) {
	mover, moves := event.(Mover)
	if !moves || !s.GivenUp.IsPositive() {
		return nil, nil
	}
	clientID, m := mover.Moved()
	free := func(t ledger.Totals) decimal.Decimal { return t.Available.Add(t.Receivable) }
	amount := decimal.Min(s.GivenUp, free(m.After).Sub(free(s.Totals)))
	if !amount.IsPositive() {
		return nil, nil
	}
	owed, err := s.move(clientID, m.Reference, m.At, ledger.Transfer(ledger.Receivable(clientID), ledger.CostBadDebt, amount))
	return WriteOffRecovered{ClientID: clientID, Movement: owed, Amount: amount}, err
}

// withDebts returns the state with the debts and the given-up amount after a movement.
func (s State) withDebts(clientID int64, m Movement) State {
	receivable := ledger.Receivable(clientID)
	restores := slices.ContainsFunc(m.Postings, func(p ledger.Posting) bool {
		return p.Account == ledger.CostBadDebt && p.Amount.IsPositive()
	})
	for _, p := range m.Postings {
		switch {
		case p.Account == ledger.CostBadDebt:
			s.GivenUp = s.GivenUp.Sub(p.Amount)
		case p.Account != receivable:
		case restores: // what was written off is older than what is owed
			s.Debts = append([]Debt{{m.At, p.Amount.Neg()}}, s.Debts...)
		default:
			s.Debts = debtsAfter(s.Debts, m.At, p.Amount.Neg())
		}
	}
	return s
}

// debtsAfter returns the debts after one grew by an amount or, if it is negative, after the oldest were paid.
func debtsAfter(debts []Debt, at time.Time, amount decimal.Decimal) []Debt {
	debts = slices.Clone(debts)
	if amount.IsPositive() {
		if last := len(debts) - 1; last+1 >= maxDebts {
			debts[last] = Debt{at, debts[last].Amount.Add(amount)}
			return debts
		}
		return append(debts, Debt{at, amount})
	}
	for paid := amount.Neg(); len(debts) > 0 && paid.IsPositive(); {
		part := decimal.Min(paid, debts[0].Amount)
		paid, debts[0].Amount = paid.Sub(part), debts[0].Amount.Sub(part)
		if debts[0].Amount.IsZero() {
			debts = debts[1:]
		}
	}
	if len(debts) == 0 {
		return nil
	}
	return debts
}
