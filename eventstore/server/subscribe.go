package server

import (
	"context"
	"math"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"

	"gateway/eventstore"
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
	commit, prepare := wirePosition(p)
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{
		Checkpoint: &streams.ReadResp_Checkpoint{CommitPosition: commit, PreparePosition: prepare},
	}})
}

// subscribeAll follows the log from a position on, exclusive.
func (r *reading) subscribeAll(ctx context.Context, o *streams.ReadReq_Options_AllOptions) error {
	after, end := parsePosition(o)
	head, err := r.server.store.Head(ctx)
	if err != nil {
		return err
	}
	if end {
		after = head
	}
	if err := r.sendConfirmation(); err != nil {
		return err
	}
	live := !after.Before(head)
	if live {
		if err := r.sendCaughtUp(); err != nil {
			return err
		}
	}
	subscription, seen := r.server.store.Subscribe(after), 0
	for {
		events, err := subscription.Next(ctx, maxPage)
		if err != nil {
			return err
		}
		for _, e := range events {
			if _, err := r.send(e); err != nil {
				return err
			}
			if seen++; r.filter != nil && seen >= r.filter.checkpointInterval {
				seen = 0
				if err := r.sendCheckpoint(e.Position); err != nil {
					return err
				}
			}
			if !live && !e.Position.Before(head) {
				live = true
				if err := r.sendCaughtUp(); err != nil {
					return err
				}
			}
		}
	}
}

// subscribeStream follows one stream from a revision on, exclusive.
func (r *reading) subscribeStream(ctx context.Context, o *streams.ReadReq_Options_StreamOptions) error {
	name := string(o.GetStreamIdentifier().GetStreamName())
	v, err := r.server.visibilityOf(ctx, name)
	if err != nil {
		return err
	}
	next := v.first
	switch o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		next = max(next, int64(min(o.GetRevision(), math.MaxInt64-1))+1)
	case *streams.ReadReq_Options_StreamOptions_End:
		last, err := r.server.lastRevision(ctx, name)
		if err != nil {
			return err
		}
		next = max(next, last+1)
	}
	if err := r.sendConfirmation(); err != nil {
		return err
	}
	// The head first, then the stream: what comes between is seen twice, not never.
	head, err := r.server.store.Head(ctx)
	if err != nil {
		return err
	}
	if v.deleted {
		next, err = r.server.lastRevision(ctx, name)
		next++ // what comes after the deletion
	} else {
		next, err = r.catchUp(ctx, name, next, v)
	}
	if err != nil {
		return err
	}
	if err := r.sendCaughtUp(); err != nil {
		return err
	}
	return r.followStream(ctx, name, next, head)
}

// catchUp sends what the stream has, and gives the revision to go on with.
func (r *reading) catchUp(ctx context.Context, name string, next eventstore.Revision, v visibility) (eventstore.Revision, error) {
	for {
		events, err := r.server.store.ReadStream(ctx, name, next, eventstore.Forwards, maxPage)
		if err != nil || len(events) == 0 {
			return next, err
		}
		for _, e := range events {
			if e.Type == typeTombstone {
				return next, &deletedError{name}
			}
			next = e.Revision + 1
			if e.Created.Before(v.since) {
				continue
			}
			if _, err := r.send(e); err != nil {
				return next, err
			}
		}
	}
}

// follow sends what comes to the stream after the position.
func (r *reading) followStream(ctx context.Context, name string, next eventstore.Revision, after eventstore.Position) error {
	subscription := r.server.store.Subscribe(after)
	for {
		events, err := subscription.Next(ctx, maxPage)
		if err != nil {
			return err
		}
		for _, e := range events {
			switch {
			case e.Stream != name || e.Revision < next:
				continue
			case e.Type == typeTombstone:
				return &deletedError{name}
			}
			if _, err := r.send(e); err != nil {
				return err
			}
		}
	}
}
