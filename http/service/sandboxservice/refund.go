package sandboxservice

import (
	"context"
	"strings"

	"gateway/domain/payment"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/refundrows"

	"github.com/shopspring/decimal"
)

// RefundSimulator is what the simulated provider can do to a refund. Each method finds it by the beginning of its
// reference, payment.RefundKey without the attempt. Errors: those of Simulator.
type RefundSimulator interface {
	CompleteRefund(ctx context.Context, reference string) error
	FailRefund(ctx context.Context, reference, code string) error
	BounceRefund(ctx context.Context, reference, code string) error
	// ReversePayout takes the completed payout of a refund by transfer back.
	ReversePayout(ctx context.Context, externalID string) error
}

// ChargeBack takes money of a paid payment back at the customer's demand; all that is left if amount is nil.
func (s Sandbox) ChargeBack(
	ctx context.Context, clientID int64, transactionID string, amount *decimal.Decimal,
) (paymentrows.Transaction, error) {
	return s.onPayment(ctx, clientID, transactionID, func(ctx context.Context, id string) error {
		return s.Simulator.ChargeBack(ctx, id, amount)
	})
}

// CompleteRefund completes a refund that the provider has, or its transfer.
func (s Sandbox) CompleteRefund(ctx context.Context, clientID, id int64) (refundrows.Refund, error) {
	return s.onRefund(ctx, clientID, id, s.Simulator.CompleteRefund, s.Simulator.CompletePayout)
}

// FailRefund fails a refund that the provider has, or its transfer.
func (s Sandbox) FailRefund(ctx context.Context, clientID, id int64) (refundrows.Refund, error) {
	return s.onRefund(ctx, clientID, id,
		func(ctx context.Context, reference string) error { return s.Simulator.FailRefund(ctx, reference, "") }, s.failPayout)
}

// BounceRefund lets the money of a refund that succeeded come back.
func (s Sandbox) BounceRefund(ctx context.Context, clientID, id int64) (refundrows.Refund, error) {
	return s.onRefund(ctx, clientID, id,
		func(ctx context.Context, reference string) error { return s.Simulator.BounceRefund(ctx, reference, "") },
		s.Simulator.ReversePayout)
}

// onRefund acts on a refund by the reference of its last attempt; the simulator finds it by the part before the attempt, too.
func (s Sandbox) onRefund(
	ctx context.Context, clientID, id int64, refund, transfer func(ctx context.Context, reference string) error,
) (refundrows.Refund, error) {
	found, err := s.Queries.RefundOf(ctx, clientID, id)
	if err != nil {
		return found, err
	}
	reference := strings.TrimSuffix(payment.RefundKey(found.TransactionID, found.ID, 0), "-0")
	if found.Method == payment.MethodTransfer {
		refund = transfer
	}
	return found, asRefusal(refund(ctx, reference))
}
