package balanceservice

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Adjustment is an administrator's correction of a client's balance.
type Adjustment struct {
	// ID is from sequence.Adjustment. Adjustments with the same id are made only once.
	ID       int64 `json:"id"`
	ClientID int64 `json:"client_id"`
	// Amount, in rupiah, is added to the withdrawable balance. It may be negative.
	Amount decimal.Decimal `json:"amount"`
	Reason string          `json:"reason"`
}

// reference identifies the adjustment in the client's stream. It contains the reserved id, which no other
// request has. The time of the request would not be enough, because a request on another instance could then
// be taken for a retry of this one.
func (a Adjustment) reference() string { return fmt.Sprintf("ADJ-%d-%d", a.ClientID, a.ID) }

// FindAdjustment reports whether the adjustment was made, and returns the client's balance.
func (b *Balances) FindAdjustment(ctx context.Context, a Adjustment) (balancerows.Balance, bool, error) {
	s, _, err := eventstore.Load(ctx, b.Log, balance.Aggregate, balance.Stream(a.ClientID))
	return row(a.ClientID, s), s.Adjusted(a.reference()), err
}

// Adjust makes the adjustment and returns the client's balance. Errors: readtable.ErrNotFound, and the
// refusals of balance.Adjust.
func (b *Balances) Adjust(ctx context.Context, a Adjustment) (balancerows.Balance, error) {
	// The balance stream starts with the first movement, so only the account's stream tells whether the
	// client exists.
	owner, _, err := eventstore.Load(ctx, b.Log, account.Aggregate, account.Stream(a.ClientID))
	if err == nil && !owner.Exists {
		err = readtable.ErrNotFound
	}
	if err != nil {
		return balancerows.Balance{}, err
	}
	out, err := service.Execute(ctx, b.Core, balance.Aggregate, balance.Stream(a.ClientID), func(s balance.State) ([]domain.Event, error) {
		return balance.Adjust(s, balance.AdjustCmd{
			ClientID: a.ClientID, Amount: a.Amount, Reason: a.Reason, By: service.Actor(ctx), Reference: a.reference(), At: b.Now(),
		})
	})
	return row(a.ClientID, out.State), err
}
