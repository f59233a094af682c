package esdbserver

import (
	"context"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
)

func (r *reading) sendConfirmation() error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Confirmation{
		Confirmation: &streams.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()},
	}})
}

func (r *reading) sendCaughtUp() error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_CaughtUp_{CaughtUp: &streams.ReadResp_CaughtUp{}}})
}

func (r *reading) sendCheckpoint(p eventstore.Position) error {
	return r.sendRawCheckpoint(r.server.wirePosition(p))
}

func (r *reading) sendRawCheckpoint(commit, prepare uint64) error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{
		Checkpoint: &streams.ReadResp_Checkpoint{CommitPosition: commit, PreparePosition: prepare},
	}})
}

// subscribeAll sends the events of the log after a position (exclusive), for as long as
// the call lasts.
func (r *reading) subscribeAll(ctx context.Context, o *streams.ReadReq_Options_AllOptions) error {
	after, end, err := r.begin(ctx, o)
	if err != nil {
		return err
	}
	head, err := r.server.store.Head(ctx)
	if err != nil {
		return err
	}
	if end {
		after = head
	}
	live := !after.Before(head)
	if r.server.options.Version.readsFirst(end) {
		if err := r.server.checkReader(ctx); err != nil {
			return err
		}
	}
	if err := r.sendConfirmation(); err != nil {
		return err
	}
	if live && r.server.options.Version == Version2310 {
		after = head // it sends what is written from now on, whether or not that is older than the client's events
	}
	return (&liveSubscription{reading: r, after: after, checkpoint: after}).run(ctx, live)
}
