package stage

import (
	"context"

	"gateway/http/simulator"
	"gateway/http/simulator/snapsimulator"
)

// OpenDispute implements sandboxservice.DisputeSimulator. Companies that speak SNAP BI send no notification about a dispute, so there
// is none about their payments.
func (s *Stage) OpenDispute(ctx context.Context, d simulator.Dispute) error {
	return s.first(
		func(at *snapsimulator.Simulator) error { return untold(at, d.ExternalID) },
		func() error { return s.xendit().OpenDispute(ctx, d) },
	)
}

// ReviewDispute implements sandboxservice.DisputeSimulator.
func (s *Stage) ReviewDispute(ctx context.Context, id string) error {
	return s.xendit().ReviewDispute(ctx, id)
}

// WinDispute implements sandboxservice.DisputeSimulator.
func (s *Stage) WinDispute(ctx context.Context, id string) error {
	return s.xendit().WinDispute(ctx, id)
}

// LoseDispute implements sandboxservice.DisputeSimulator.
func (s *Stage) LoseDispute(ctx context.Context, id string) error {
	return s.xendit().LoseDispute(ctx, id)
}
