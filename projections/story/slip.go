package story

import (
	"context"
	"slices"

	"gateway/domain/why"
	"gateway/eventstore"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/withholdingrows"
)

// slip returns the newest submission of a number, its events, and the corrections of its month. clientID 0 allows any client's. Error:
// readtable.ErrNotFound.
func (r Reader) slip(
	ctx context.Context, subject Subject, clientID int64,
) (row withholdingrows.Slip, events []eventstore.Envelope, err error) {
	if row, err = r.Queries.WithholdingSlip(ctx, subject.Number); err != nil {
		return row, nil, err
	}
	if clientID != 0 && row.ClientID != clientID {
		if row, err = r.Queries.WithholdingSlipOf(ctx, clientID, subject.Number); err != nil {
			return row, nil, err
		}
	}
	names := []string{auditlogrows.TrailOfSlip(row.ID), auditlogrows.TrailOfWithholding(row.ClientID, row.Period)}
	rows, err := r.Queries.Trails(ctx, names, maxTrail)
	if err != nil {
		return row, nil, err
	}
	events, err = r.at(ctx, rows)
	return row, events, err
}

func (r Reader) whySlip(ctx context.Context, subject Subject, clientID int64) (why.Answer, error) {
	row, events, err := r.slip(ctx, subject, clientID)
	if err != nil {
		return why.Answer{}, err
	}
	w, err := r.world(ctx, row.ClientID, events, subject.Name(), []string{subject.Name()})
	if err != nil {
		return why.Answer{}, err
	}
	return why.OfSlip(subject.Name(), row.ID, factsOf(events), w), nil
}

// slipStory returns the events of a slip, the corrections of its month, and the approvals about it.
func (r Reader) slipStory(ctx context.Context, subject Subject, clientID int64) ([]eventstore.Envelope, int64, error) {
	row, events, err := r.slip(ctx, subject, clientID)
	if err != nil {
		return nil, 0, err
	}
	approvals, err := r.approvals(ctx, []string{subject.Name()})
	return slices.Concat(events, approvals), row.ClientID, err
}
