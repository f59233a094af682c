// Package treasuryservice implements the use case of the gateway's own money: an administrator enters what a
// bank statement or the provider's dashboard says. Package domain/treasury decides what may be entered.
package treasuryservice

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/bankstatement"
	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/bankstatementservice"
	"gateway/projections/readmodel/balancerows"

	"github.com/shopspring/decimal"
)

// Rows has the rows of the entries. *readmodel.Queries implements it.
type Rows interface {
	// TreasuryEntry returns an entry. Error: readtable.ErrNotFound.
	TreasuryEntry(ctx context.Context, id int64) (balancerows.TreasuryEntry, error)
}

// Entries implements the use cases for the entries about the gateway's own money.
type Entries struct {
	*service.Core
	Rows Rows
	// Connections are the names of the configured connections. Nil means that any name is taken.
	Connections []string
	// Bind has the log name a connection before an entry about it: Bindings.Bind of connectionservice. Nil where the
	// configuration is not compared with the log.
	Bind func(ctx context.Context, connection string) error
}

// Request is an entry to make. From and To are the accounts of an opening entry, else empty.
type Request struct {
	// ID is from sequence.Treasury. Entries with the same id are made only once.
	ID   int64  `json:"id"`
	Kind string `json:"kind"`
	// Connection is the one that a top-up or a withdrawal from the provider is about; empty means connection.Xendit.
	Connection string          `json:"connection,omitempty"`
	Amount     decimal.Decimal `json:"amount"` // rupiah
	// ValueDate is a day in the form 2026-01-31. It defaults to today.
	ValueDate string `json:"value_date"`
	Reference string `json:"reference"`
	Note      string `json:"note"`
	From      string `json:"from"`
	To        string `json:"to"`
}

func (r Request) stream() string { return treasury.Stream(strings.TrimSpace(r.Reference)) }

// Find returns the entry, and reports whether it was made.
func (e Entries) Find(ctx context.Context, r Request) (balancerows.TreasuryEntry, bool, error) {
	s, _, err := eventstore.Load(ctx, e.Log, treasury.Entries, r.stream())
	if err != nil || s.ID != r.ID || s.ID == 0 {
		return balancerows.TreasuryEntry{}, false, err
	}
	row, err := e.Rows.TreasuryEntry(ctx, r.ID)
	return row, err == nil, err
}

// Enter makes the entry. Its errors are the refusals of treasury.Enter, and invalid_field connection, from and to for a
// connection that is not configured. An entry whose reference is the name of a line of the bank is about that line, and is matched
// with it: then the line must be open, and of the same amount and day, else invalid_field reference, value_date or a refusal of
// bankstatement.Match.
func (e Entries) Enter(ctx context.Context, r Request) (balancerows.TreasuryEntry, error) {
	if err := e.checkConnections(r); err != nil {
		return balancerows.TreasuryEntry{}, err
	}
	cmd := treasury.EnterCmd{
		ID: r.ID, Kind: r.Kind, Connection: r.Connection, Amount: r.Amount, ValueDate: r.ValueDate, Today: e.Today(),
		Reference: strings.TrimSpace(r.Reference), Note: r.Note, From: r.From, To: r.To, By: service.Actor(ctx), At: e.Now(),
	}
	line, err := e.lineOf(ctx, cmd)
	if err != nil {
		return balancerows.TreasuryEntry{}, err
	}
	if err := e.bind(ctx, cmd); err != nil {
		return balancerows.TreasuryEntry{}, err
	}
	if err := e.book(ctx, cmd, line); err != nil {
		return balancerows.TreasuryEntry{}, err
	}
	row, err := e.Rows.TreasuryEntry(ctx, r.ID)
	return row, service.NotYetShown(err)
}

// book makes the entry, and matches it with its line if there is one. The line is matched first: who gets the line books, and money
// that another booking explains is not booked again. A request that broke off is finished by its repeat.
func (e Entries) book(ctx context.Context, cmd treasury.EnterCmd, line *bankstatement.MatchCmd) error {
	stream, matched := treasury.Stream(cmd.Reference), false
	if line != nil {
		entry, _, err := eventstore.Load(ctx, e.Log, treasury.Entries, stream)
		if err != nil {
			return err
		}
		if _, err := treasury.Enter(entry, cmd); err != nil { // before the line is touched
			return err
		}
		if matched, err = bankstatementservice.MatchLine(ctx, e.Core, *line); err != nil {
			return err
		}
	}
	_, err := service.Execute(ctx, e.Core, treasury.Entries, stream,
		func(s treasury.Entry) ([]domain.Event, error) { return treasury.Enter(s, cmd) })
	switch {
	case line == nil:
		return err
	case err == nil:
		err = bankstatementservice.Take(ctx, e.Core, *line)
	case errors.Is(err, treasury.ErrReferenceUsed): // the other entry has this line too
		return err
	}
	if _, refused := errors.AsType[*domain.Refusal](err); refused && matched {
		return errors.Join(err, bankstatementservice.Undo(ctx, e.Core, *line))
	}
	return err
}

// lineOf returns the match of an entry with the line of the bank that it names; nil if it names none.
func (e Entries) lineOf(ctx context.Context, cmd treasury.EnterCmd) (*bankstatement.MatchCmd, error) {
	account, day, ok := bankstatement.LineParts(cmd.Reference)
	if !ok {
		return nil, nil
	}
	state, _, err := eventstore.Load(ctx, e.Log, bankstatement.Days, bankstatement.Stream(account, day))
	if err != nil {
		return nil, err
	}
	events, err := treasury.Enter(treasury.Entry{}, cmd)
	if err != nil {
		return nil, err
	}
	match := &bankstatement.MatchCmd{
		LineID: cmd.Reference, Said: bankstatement.Said{Reason: "the entry names the line", By: cmd.By, At: cmd.At},
		Booked: bankstatement.Booked{BookingID: treasury.Stream(cmd.Reference) + "@0", ValueDate: cmp.Or(cmd.ValueDate, cmd.Today)},
	}
	for _, p := range events[0].(treasury.Entered).Postings {
		if p.Account == ledger.BankOperating {
			match.Amount = p.Amount.Neg() // the account is negative while there is money on it
		}
	}
	_, err = bankstatement.Match(state, *match)
	line, known := state.Lines[cmd.Reference]
	switch {
	case errors.Is(err, bankstatement.ErrLineUnknown):
		err = domain.InvalidField("reference", "has the form of a line of the bank, and there is no such line")
	case err == nil && known && line.ValueDate != match.ValueDate:
		err = domain.InvalidField("value_date", "must be %s, that of the line", line.ValueDate)
	}
	return match, err
}

// bind has the log name the connections that the entry would post to. One that is refused binds none.
func (e Entries) bind(ctx context.Context, cmd treasury.EnterCmd) error {
	if e.Bind == nil {
		return nil
	}
	events, err := treasury.Enter(treasury.Entry{}, cmd)
	if err != nil {
		return err
	}
	for _, event := range events {
		for _, p := range event.(treasury.Entered).Postings {
			at, ok := ledger.ConnectionOf(p.Account)
			if !ok {
				continue
			}
			if err := e.Bind(ctx, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkConnections refuses an entry about a connection that is not configured: its accounts would be of no connection.
func (e Entries) checkConnections(r Request) error {
	from, _ := ledger.ConnectionOf(r.From)
	to, _ := ledger.ConnectionOf(r.To)
	for _, named := range []struct{ field, connection string }{{"connection", r.Connection}, {"from", from}, {"to", to}} {
		if named.connection != "" && e.Connections != nil && !slices.Contains(e.Connections, named.connection) {
			return domain.InvalidField(named.field, "must be of a connection: %s", strings.Join(e.Connections, ", "))
		}
	}
	return nil
}

// Today returns the present business day.
func (e Entries) Today() string { return e.Calendar.DayOf(e.Now()) }
