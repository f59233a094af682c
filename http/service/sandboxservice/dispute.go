package sandboxservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/text"
	"gateway/http/simulator"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/paymentrows"

	"github.com/shopspring/decimal"
)

// DisputeSimulator is what the simulated provider can do to a dispute, by its own id of it. Errors: those of Simulator.
type DisputeSimulator interface {
	OpenDispute(ctx context.Context, d simulator.Dispute) error
	ReviewDispute(ctx context.Context, id string) error
	WinDispute(ctx context.Context, id string) error
	LoseDispute(ctx context.Context, id string) error
}

// Objection is what a customer disputes: all that is left of a payment if Amount is nil. The reason may be empty, and DueIn 0:
// then the simulated provider chooses.
type Objection struct {
	Amount *decimal.Decimal
	Reason string
	DueIn  time.Duration
}

// maxDueIn is the longest time for an answer.
const maxDueIn = 90 * 24 * time.Hour

func (o Objection) check() error {
	wrong := text.Check("reason", o.Reason, text.MaxLine)
	if o.DueIn < 0 || o.DueIn > maxDueIn {
		return domain.Together(wrong, domain.InvalidField("due_in", "must be a number of seconds from 0 to %d", int64(maxDueIn/time.Second)))
	}
	return wrong
}

// Dispute has the customer dispute a paid payment. Refusals: invalid_field reason, due_in.
func (s Sandbox) Dispute(ctx context.Context, clientID int64, transactionID string, o Objection) (paymentrows.Transaction, error) {
	if err := o.check(); err != nil {
		return paymentrows.Transaction{}, err
	}
	return s.onPayment(ctx, clientID, transactionID, func(ctx context.Context, id string) error {
		return s.Simulator.OpenDispute(ctx, simulator.Dispute{
			Reversal: simulator.Reversal{ExternalID: id, Amount: o.Amount, Reason: o.Reason}, DueIn: o.DueIn,
		})
	})
}

// ForwardDispute gives the network the answer, as staff do by hand. Refusal: not_answered.
func (s Sandbox) ForwardDispute(ctx context.Context, clientID, id int64) (disputerows.Dispute, error) {
	return s.onDispute(ctx, clientID, id, func(ctx context.Context, found disputerows.Dispute) error {
		if found.AnsweredAt == nil {
			return domain.Refuse(domain.Invalid, "not_answered", "the merchant has not answered the dispute")
		}
		return s.Simulator.ReviewDispute(ctx, found.ProviderDisputeID)
	})
}

// WinDispute has the network decide a dispute for the merchant.
func (s Sandbox) WinDispute(ctx context.Context, clientID, id int64) (disputerows.Dispute, error) {
	return s.onDispute(ctx, clientID, id, func(ctx context.Context, found disputerows.Dispute) error {
		return s.Simulator.WinDispute(ctx, found.ProviderDisputeID)
	})
}

// LoseDispute has the network decide a dispute for the customer, and take the money. It also takes the money of a dispute that
// the merchant accepted, or did not answer in time.
func (s Sandbox) LoseDispute(ctx context.Context, clientID, id int64) (disputerows.Dispute, error) {
	return s.onDispute(ctx, clientID, id, func(ctx context.Context, found disputerows.Dispute) error {
		return s.Simulator.LoseDispute(ctx, found.ProviderDisputeID)
	})
}

func (s Sandbox) onDispute(
	ctx context.Context, clientID, id int64, simulate func(ctx context.Context, found disputerows.Dispute) error,
) (disputerows.Dispute, error) {
	found, err := s.Queries.DisputeOf(ctx, clientID, id)
	if err != nil {
		return found, err
	}
	return found, asRefusal(simulate(ctx, found))
}
