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
	Reason string          `json:"reason"`
	By     string          `json:"by"`
}

// WriteOffRecovered reverses a write-off by money that came to the client, before the client can withdraw it.
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
	return []domain.Event{WrittenOff{ClientID: cmd.ClientID, Movement: m, Amount: amount, Reason: cmd.Reason, By: cmd.By}}, nil
}

// recovering returns the event and, if it makes money withdrawable while a write-off is not recovered, the recovery that
// takes this money. m is the movement of the event.
func (s State) recovering(clientID int64, event domain.Event, m Movement) []domain.Event {
	amount := decimal.Min(m.After.Available, s.GivenUp)
	if !amount.IsPositive() {
		return []domain.Event{event}
	}
	available := ledger.Available(clientID)
	postings := ledger.Transfer(available, ledger.CostBadDebt, amount)
	return []domain.Event{event, WriteOffRecovered{
		ClientID: clientID, Amount: amount,
		Movement: Movement{Reference: m.Reference, Postings: postings, After: m.After.Apply(clientID, postings), At: m.At},
	}}
}

// withDebts returns the state with the debts and the given-up amount after a movement.
func (s State) withDebts(clientID int64, m Movement) State {
	receivable := ledger.Receivable(clientID)
	for _, p := range m.Postings {
		switch p.Account {
		case ledger.CostBadDebt:
			s.GivenUp = s.GivenUp.Sub(p.Amount)
		case receivable:
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
