package stage

import (
	"context"

	"gateway/http/simulator/snapsimulator"
)

// CompleteRefund implements sandboxservice.RefundSimulator. Companies that speak SNAP BI make a refund at once, and it stays.
func (s *Stage) CompleteRefund(ctx context.Context, reference string) error {
	return s.onRefund(reference, func() error { return s.xendit().CompleteRefund(ctx, reference) })
}

// FailRefund implements sandboxservice.RefundSimulator.
func (s *Stage) FailRefund(ctx context.Context, reference, code string) error {
	return s.onRefund(reference, func() error { return s.xendit().FailRefund(ctx, reference, code) })
}

// BounceRefund implements sandboxservice.RefundSimulator.
func (s *Stage) BounceRefund(ctx context.Context, reference, code string) error {
	return s.onRefund(reference, func() error { return s.xendit().BounceRefund(ctx, reference, code) })
}

func (s *Stage) onRefund(reference string, atXendit func() error) error {
	return s.first(func(at *snapsimulator.Simulator) error {
		if at.HasRefund(reference) {
			return snapsimulator.ErrState
		}
		return snapsimulator.ErrNotFound
	}, atXendit)
}

// ReversePayout implements sandboxservice.RefundSimulator at the connection that has the payout.
func (s *Stage) ReversePayout(ctx context.Context, name string) error {
	return s.first(func(at *snapsimulator.Simulator) error {
		reference, ok := at.TransferOf(name)
		if !ok {
			return snapsimulator.ErrNotFound
		}
		return at.ReturnTransfer(reference)
	}, func() error { return s.xendit().ReversePayout(ctx, name) })
}
