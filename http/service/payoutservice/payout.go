// Package payoutservice implements the use cases of payouts, which are withdrawals and settlements: a client
// requests, finds and cancels them, and an administrator reviews them. A reactor, and no code here, sends an
// approved payout to the provider.
package payoutservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/report"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/projections/reactor/payoutreactor"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/payoutrows"

	"github.com/shopspring/decimal"
)

// Provider finds a payout by its reference at the provider's API through which it was ordered. It returns
// report.ErrNoRecord when the provider has no record. Both adapters implement it.
type Provider interface {
	FindPayout(ctx context.Context, api, reference string) (report.Payout, error)
}

// Rows finds payouts in the read models. Error: readtable.ErrNotFound. *readmodel.Queries implements it.
type Rows interface {
	Payout(ctx context.Context, kind string, id int64) (payoutrows.Payout, error)
	PayoutOf(ctx context.Context, clientID int64, kind string, id int64) (payoutrows.Payout, error)
}

// DefaultAttemptWindow allows 30 s for the call to the provider, and 30 s for a request that is still on its
// way or being processed when the call is given up.
const DefaultAttemptWindow = time.Minute

// Payouts implements the use cases for the payouts of all clients.
type Payouts struct {
	*service.Core
	Providers connection.Ports[Provider]
	// Books are the books of all connections that have some.
	Books []reportreactor.BookingLister
	// Payers are the connections that make payouts and have no books.
	Payers []payoutreactor.Payer
	// AttemptWindow is how long after its event an attempt to order a payout may be under way. Until then no
	// person may end the payout. It defaults to DefaultAttemptWindow if zero.
	AttemptWindow time.Duration
	// Rows defaults to Core.Queries if nil.
	Rows Rows
	// VATRate is the VAT rate on transfer fees, in percent.
	VATRate decimal.Decimal
}

// Kind implements the use cases for the payouts of one kind.
type Kind struct {
	Payouts
	kind string // balance.Withdrawal or balance.Settlement
	// sequence gives the ids, and prefix begins the references that the gateway makes.
	sequence, prefix string
	// decide decides a request.
	decide func(balance.State, balance.RequestCmd) ([]domain.Event, error)
}

func (p Payouts) rows() Rows {
	if p.Rows != nil {
		return p.Rows
	}
	return p.Queries
}

// Withdrawals returns the use cases for payouts to a client's own bank account.
func (p Payouts) Withdrawals() Kind {
	return Kind{p, balance.Withdrawal, sequence.Withdrawal, "WD", balance.RequestWithdrawal}
}

// Settlements returns the use cases for payouts to any bank account.
func (p Payouts) Settlements() Kind {
	return Kind{p, balance.Settlement, sequence.Settlement, "ST", balance.RequestSettlement}
}

// Find returns one of the client's payouts. Error: readtable.ErrNotFound.
func (k Kind) Find(ctx context.Context, clientID, id int64) (payoutrows.Payout, error) {
	return k.rows().PayoutOf(ctx, clientID, k.kind, id)
}

// FindByExternalID returns the newest of the client's payouts with this external_id. Error: readtable.ErrNotFound.
func (k Kind) FindByExternalID(ctx context.Context, clientID int64, externalID string) (payoutrows.Payout, error) {
	return k.Queries.PayoutByExternal(ctx, clientID, k.kind, externalID)
}

// FindForAdmin returns a payout of any client. Error: readtable.ErrNotFound.
func (k Kind) FindForAdmin(ctx context.Context, id int64) (payoutrows.AdminPayout, error) {
	row, err := k.rows().Payout(ctx, k.kind, id)
	if err != nil {
		return payoutrows.AdminPayout{}, err
	}
	one := []payoutrows.AdminPayout{row.ForAdmin()}
	err = k.withSigns(ctx, one)
	return one[0], err
}

// execute executes a command on the balance of the payout's client, and returns the payout as it then is.
func (k Kind) execute(
	ctx context.Context, row payoutrows.Payout, decide func(balance.State) ([]domain.Event, error),
) (payoutrows.Payout, error) {
	if _, err := service.Execute(ctx, k.Core, balance.Aggregate, balance.Stream(row.ClientID), decide); err != nil {
		return row, err
	}
	return k.rows().Payout(ctx, k.kind, row.ID)
}
