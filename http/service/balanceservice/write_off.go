package balanceservice

import (
	"context"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// WriteOff gives up what a client has owed since Before or longer.
type WriteOff struct {
	// ID is from sequence.Adjustment. Write-offs with the same id are made only once.
	ID       int64 `json:"id"`
	ClientID int64 `json:"client_id"`
	// Amount, in rupiah, is what was old enough when the write-off was asked for.
	Amount decimal.Decimal `json:"amount"`
	Before time.Time       `json:"before"`
	Reason string          `json:"reason"`
}

// reference identifies the write-off in the client's stream.
func (w WriteOff) reference() string { return fmt.Sprintf("WOF-%d-%d", w.ClientID, w.ID) }

// NewWriteOff returns the write-off of all that a client has owed for longer than WriteOffAfter. The caller sets the id.
// Error: readtable.ErrNotFound.
func (b *Balances) NewWriteOff(ctx context.Context, clientID int64, reason string) (WriteOff, error) {
	s, err := b.ofClient(ctx, clientID)
	before := b.Now().Add(-b.WriteOffAfter)
	return WriteOff{ClientID: clientID, Amount: s.OwedSince(before), Before: before.UTC(), Reason: reason}, err
}

// ofClient loads the balance of a client that registered. Error: readtable.ErrNotFound.
func (b *Balances) ofClient(ctx context.Context, clientID int64) (balance.State, error) {
	owner, _, err := eventstore.Load(ctx, b.Log, account.Aggregate, account.Stream(clientID))
	if err == nil && !owner.Exists {
		err = readtable.ErrNotFound
	}
	if err != nil {
		return balance.State{}, err
	}
	s, _, err := eventstore.Load(ctx, b.Log, balance.Aggregate, balance.Stream(clientID))
	return s, err
}

// FindWriteOff reports whether the write-off was made, and returns the client's balance.
func (b *Balances) FindWriteOff(ctx context.Context, w WriteOff) (balancerows.Balance, bool, error) {
	s, _, err := eventstore.Load(ctx, b.Log, balance.Aggregate, balance.Stream(w.ClientID))
	return row(w.ClientID, s), s.HasWrittenOff(w.reference()), err
}

// MakeWriteOff makes the write-off and returns the client's balance. Errors: readtable.ErrNotFound, and the refusals of
// balance.WriteOff.
func (b *Balances) MakeWriteOff(ctx context.Context, w WriteOff) (balancerows.Balance, error) {
	if _, err := b.ofClient(ctx, w.ClientID); err != nil {
		return balancerows.Balance{}, err
	}
	out, err := service.Execute(ctx, b.Core, balance.Aggregate, balance.Stream(w.ClientID), func(s balance.State) ([]domain.Event, error) {
		return balance.WriteOff(s, balance.WriteOffCmd{
			ClientID: w.ClientID, Amount: w.Amount, Before: w.Before, Reason: w.Reason, By: service.Actor(ctx),
			Reference: w.reference(), At: b.Now(),
		})
	})
	return row(w.ClientID, out.State), err
}
