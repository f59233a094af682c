// Package payoutservice has the use cases of payouts, which are withdrawals and settlements:
// a client requests, finds and cancels them, an administrator reviews them. A
// reactor, and no code here, sends an approved payout to the provider.
package payoutservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/http/service"
	"gateway/projections/reactor"
	"gateway/projections/readmodel/payoutrows"

	"github.com/shopspring/decimal"
)

// Provider finds a payout by its reference at the provider's API that it was ordered
// from, and in the provider's books. *provider.Client implements it. Error: report.ErrNoRecord, where the provider has
// no record.
type Provider interface {
	FindPayout(ctx context.Context, api, reference string) (report.Payout, error)
	reactor.BookingLister
}

// Rows finds payouts in the read models. *readmodel.Queries implements it. Error:
// readtable.ErrNotFound.
type Rows interface {
	Payout(ctx context.Context, kind string, id int64) (payoutrows.Payout, error)
	PayoutOf(ctx context.Context, clientID int64, kind string, id int64) (payoutrows.Payout, error)
}

// DefaultAttemptWindow is 30 s for the call to the provider and 30 s for what may still
// be on its way to the provider, or be worked on there, when the call is given up.
const DefaultAttemptWindow = time.Minute

// Payouts are the payouts of all clients.
type Payouts struct {
	*service.Core
	Provider Provider
	// AttemptWindow is how long after its event an attempt to order a payout may be under
	// way; until then no person may end the payout. DefaultAttemptWindow when zero.
	AttemptWindow time.Duration
	// Rows are Core.Queries when nil.
	Rows Rows
	// VATRate is the VAT on transfer fees, in percent.
	VATRate decimal.Decimal
}

// Kind has the use cases that are alike for withdrawals and settlements.
type Kind struct {
	Payouts
	kind string // balance.Withdrawal or balance.Settlement
}

func (p Payouts) rows() Rows {
	if p.Rows != nil {
		return p.Rows
	}
	return p.Queries
}

// Withdrawals are the payouts to a client's own bank account.
func (p Payouts) Withdrawals() Kind { return Kind{p, balance.Withdrawal} }

// Settlements are the payouts to any bank account.
func (p Payouts) Settlements() Kind { return Kind{p, balance.Settlement} }

// execute executes a command on the balance of the payout's client, and gives the
// payout as it is then.
func (k Kind) execute(
	ctx context.Context, row payoutrows.Payout, decide func(balance.State) ([]domain.Event, error),
) (payoutrows.Payout, error) {
	if _, err := service.Execute(ctx, k.Core, balance.Aggregate, balance.Stream(row.ClientID), decide); err != nil {
		return row, err
	}
	return k.rows().Payout(ctx, k.kind, row.ID)
}
