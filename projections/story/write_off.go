package story

import (
	"context"

	"gateway/domain/balance"
	"gateway/domain/why"
	"gateway/eventstore"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"
)

// writeOff returns a write-off, its event and those of the movements that repaid a part of it, and these parts in the order of their
// events. Error: readtable.ErrNotFound.
func (r Reader) writeOff(
	ctx context.Context, subject Subject,
) (row balancerows.WriteOff, events []eventstore.Envelope, parts []balancerows.Recovery, err error) {
	if row, err = r.Queries.WriteOff(ctx, subject.Number); err != nil {
		return row, nil, nil, err
	}
	trail, err := r.Queries.Trails(ctx, []string{auditlogrows.TrailOfWriteOff(row.ID)}, 1)
	if err == nil && len(trail) == 0 {
		err = readtable.ErrNotFound // the read model is being rebuilt
	}
	if err != nil {
		return row, nil, nil, err
	}
	if parts, err = r.Queries.Recoveries(ctx, row.ID); err != nil {
		return row, nil, nil, err
	}
	for _, part := range parts {
		trail = append(trail, auditlogrows.Trail{Stream: balance.Stream(row.ClientID), Position: part.Position, Revision: part.Revision})
	}
	events, err = r.at(ctx, trail)
	return row, events, parts, err
}

func (r Reader) whyWriteOff(ctx context.Context, subject Subject) (why.Answer, error) {
	row, events, parts, err := r.writeOff(ctx, subject)
	if err == nil && len(events) != len(parts)+1 {
		err = readtable.ErrNotFound // the read model and the log are of different stores
	}
	if err != nil {
		return why.Answer{}, err
	}
	w, err := r.world(ctx, row.ClientID, nil, subject.Name(), nil)
	if err != nil {
		return why.Answer{}, err
	}
	g := why.GivenUp{Name: subject.Name(), ApprovedBy: row.ApprovedBy, Recovered: row.Recovered}
	found := factsOf(events)
	for i, part := range parts {
		g.Repaid = append(g.Repaid, why.Repaid{Event: found[i+1].Place, Reference: part.Reference, Amount: part.Amount})
	}
	return why.OfWriteOff(g, found[0], w), nil
}
