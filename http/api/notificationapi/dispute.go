package notificationapi

import (
	"context"

	"gateway/domain/report"
	"gateway/http/outbound/provider"
)

// disputeKind is the kind of notifications about disputes.
const disputeKind = "dispute"

// Disputes applies what a notification says of a dispute, by the rules of Reports. *reportreactor.Reports implements it.
type Disputes interface {
	TakeDispute(ctx context.Context, r report.Dispute) error
}

// applyDispute reads a notification about a dispute and hands it on.
func (h *Handler) applyDispute(ctx context.Context, name string, body []byte) error {
	r, err := provider.ParseDispute(body)
	if err != nil {
		return err
	}
	r.Connection = name
	return h.reports.TakeDispute(ctx, r)
}
