package verify

import (
	"context"
	"fmt"

	"gateway/eventstore"
	"gateway/projections/engine"
)

// runSince checks the events after a signed checkpoint.
func runSince(ctx context.Context, in Installation) (*Report, error) {
	r := &Report{
		Findings: in.Findings, Unchecked: in.Unchecked, Position: in.Since.Position, After: in.Since.Position, EventsBefore: in.Since.Events,
	}
	head, err := in.Log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	rules := newLedgerRules()
	rules.later = true
	invariants := []invariant{
		readable{}, &strangers{}, &order{last: in.Since.Position, later: true}, rules, newSigned(ctx, in, in.Since.Checker, r),
	}
	err = engine.ReadPages(ctx, in.Log.Store(), in.Since.Position, head, func(page []eventstore.Recorded) error {
		for _, e := range engine.DecodePageOnce(in.Log, page) {
			for _, i := range invariants {
				i.observe(e, r)
			}
		}
		r.Position, r.Events = page[len(page)-1].Position, r.Events+int64(len(page))
		if in.Progress != nil {
			in.Progress(r.Position)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, i := range invariants {
		r.Checks = append(r.Checks, i.name())
		i.finish(r)
	}
	r.addNote(SignedCheck, fmt.Sprintf("the %d events of the checkpoint were not read again; postings, callbacks, payouts, approvals and "+
		"read models are compared without --since", in.Since.Events))
	return r, nil
}
