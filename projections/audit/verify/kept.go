package verify

import (
	"context"
	"fmt"

	"gateway/eventstore"
)

// keptCheck compares the copies of archived events, which the gateway uses for decisions, with the archive.
const keptCheck = "copies of archived events"

func checkKept(ctx context.Context, store eventstore.Store, r *Report) {
	keeper, ok := store.(eventstore.Keeper)
	if !ok {
		return
	}
	r.Checks = append(r.Checks, keptCheck)
	differences, err := keeper.CheckKept(ctx)
	if err != nil {
		r.addUnchecked(keptCheck, "kept_events", err)
	}
	for _, d := range differences {
		r.addFinding(keptCheck, fmt.Sprintf("revision %d of %s, position %d", d.Revision, d.Stream, d.Position.Commit), "%s", d.Problem)
	}
}
