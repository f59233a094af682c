package treasury

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// Entries folds the streams of entries.
var Entries = domain.Aggregate[Entry]{Category: "treasury", Evolve: evolveEntry}

// Stream names the stream of the entry with this reference by its SHA-256, because a reference may contain
// any character.
func Stream(reference string) string {
	sum := sha256.Sum256([]byte(reference))
	return Entries.Stream(hex.EncodeToString(sum[:]))
}

// Entry is the state of an entry's stream; its ID is 0 before the entry is made.
type Entry struct{ Entered }

func evolveEntry(s Entry, event domain.Event) Entry {
	if e, ok := event.(Entered); ok {
		s.Entered = e
	}
	return s
}

// valueDateAhead is how far after the booking a value date may be. A later one is assumed to be a typing
// mistake.
const valueDateAhead = 7 * 24 * time.Hour

var earliestValueDate = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// ErrReferenceUsed refuses a reference that another entry has.
var ErrReferenceUsed = &domain.Refusal{
	Kind: domain.Invalid, Code: "reference_used", Field: "reference", Message: "is that of another entry",
}

// EnterCmd books the gateway's own money.
type EnterCmd struct {
	// ID distinguishes a retry of the same request from another request with the same reference.
	ID     int64
	Kind   string
	Amount decimal.Decimal
	// ValueDate is a day such as 2026-01-31, in the business time zone; empty means Today.
	ValueDate string
	// Today is the present day in the business time zone.
	Today     string
	Reference string
	Note      string
	// Connection is the one that a top-up, a withdrawal from the provider or an opening is about; empty for the
	// first connection, for all other kinds, and for an opening with From and To.
	Connection string
	// From and To are the accounts of an opening. Both are empty for its default accounts and for all other
	// kinds.
	From, To string
	By       string
	At       time.Time
}

// Enter decides an EnterCmd on the stream of its reference. Checks:
//
//  1. a retry: nothing happens
//  2. invalid_field kind, connection, from, to
//  3. invalid_field amount: not above 0, beyond money.Max, or more than two decimals
//  4. invalid_field value_date: no day, before 2000, or more than 7 days ahead
//  5. invalid_field reference: it is empty
//  6. ErrReferenceUsed
//
// Every wrong field is named at once.
func Enter(s Entry, cmd EnterCmd) ([]domain.Event, error) {
	if s.ID == cmd.ID && s.ID != 0 {
		return nil, nil
	}
	if cmd.ValueDate == "" {
		cmd.ValueDate = cmd.Today
	}
	if err := cmd.Check(); err != nil {
		return nil, err
	}
	if s.ID != 0 {
		return nil, ErrReferenceUsed
	}
	route, at, err := cmd.route()
	if err != nil {
		return nil, err
	}
	postings, err := ledger.Balanced(cmd.Reference, ledger.Transfer(route.from, route.to, cmd.Amount))
	if err != nil {
		return nil, err
	}
	return []domain.Event{Entered{
		ID: cmd.ID, Kind: cmd.Kind, Connection: at, Reference: cmd.Reference, Amount: cmd.Amount, Postings: postings,
		ValueDate: cmd.ValueDate, Note: cmd.Note, By: cmd.By, At: cmd.At,
	}}, nil
}

// Check refuses a wrong kind with its accounts, amount, value_date and reference, with invalid_field. It
// names every wrong field.
func (cmd EnterCmd) Check() error {
	_, _, kind := cmd.route()
	var amount, day, reference error
	if !cmd.Amount.IsPositive() || money.Check(cmd.Amount) != nil {
		amount = domain.InvalidField("amount", "must be an amount above 0")
	}
	if cmd.ValueDate != "" && !isValueDate(cmd.ValueDate, cmd.At) {
		day = domain.InvalidField("value_date", "must be a day such as 2026-01-31, from 2000 on, at most 7 days ahead")
	}
	if cmd.Reference == "" {
		reference = domain.InvalidField("reference", "is required")
	}
	return domain.Together(kind, amount, day, reference)
}

func isValueDate(text string, now time.Time) bool {
	day, err := time.Parse(time.DateOnly, text)
	return err == nil && !day.Before(earliestValueDate) && !day.After(now.Add(valueDateAhead))
}
