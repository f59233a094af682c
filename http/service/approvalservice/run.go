package approvalservice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/eventstore"
)

// Resume does the act of an approval that this process granted, or whose process is gone.
// Where there is nothing to do, or this process is doing it, nothing happens.
func (a *Approvals) Resume(ctx context.Context, id int64) error {
	if _, here := a.running.LoadOrStore(id, true); here {
		return nil
	}
	defer a.running.Delete(id)
	s, _, err := eventstore.Load(ctx, a.Log, approval.Aggregate, approval.Stream(id))
	if err != nil || s.Status != approval.StatusGranted {
		return err
	}
	if s.Owner != a.Presence.ID {
		former := s.Owner
		alive, err := a.Presence.Alive(ctx, former)
		if err != nil {
			return err
		}
		out, err := a.execute(ctx, id, func(s approval.State) ([]domain.Event, error) {
			return approval.Resume(s, a.Presence.ID, alive || s.Owner != former, a.Now())
		})
		if err != nil || len(out.Events) == 0 {
			return err
		}
		s = out.State
	}
	return a.run(ctx, s)
}

// run does a granted act and records what came of it. Errors are those after which it may be
// tried again. The act may have been done before, so it is looked for in the log: the
// decision anew would be a refusal, or undo what came after it.
func (a *Approvals) run(ctx context.Context, s approval.State) error {
	act, known := a.acts[s.Act]
	if !known {
		return fmt.Errorf("this version of the gateway knows no act %s", s.Act)
	}
	ctx = eventstore.WithMetadata(ctx, metadataOf(ctx, s))
	if done, err := a.wasDone(ctx, s.ID, act.ends); err != nil || done {
		return a.finish(ctx, s.ID, nil, err)
	}
	var result json.RawMessage
	err := a.stillStand(ctx, s)
	if err == nil {
		result, err = act.run(ctx, s.Command)
	}
	refusal, refused := errors.AsType[*domain.Refusal](err)
	if !refused || refusal.Kind == domain.Upstream || refusal.Kind == domain.Busy {
		return a.finish(ctx, s.ID, result, err)
	}
	if done, err := a.wasDone(ctx, s.ID, act.ends); err != nil || done {
		return a.finish(ctx, s.ID, nil, err)
	}
	_, err = a.execute(ctx, s.ID, func(s approval.State) ([]domain.Event, error) { return approval.Fail(s, refusal, a.Now()) })
	return err
}

// stillStand refuses an act that waits to be done, after a crash say, when one of its two
// administrators is disabled by now, or has another role: requester_disabled,
// approver_disabled. They may have been disabled because of it.
func (a *Approvals) stillStand(ctx context.Context, s approval.State) error {
	deciders, err := a.deciders(ctx)
	switch {
	case err != nil:
		return err
	case !deciders[s.By]:
		return approval.ErrRequesterDisabled
	case !deciders[s.DecidedBy]:
		return approval.ErrApproverDisabled
	}
	return nil
}

// finish records that an act was done, unless there is an error.
func (a *Approvals) finish(ctx context.Context, id int64, result json.RawMessage, err error) error {
	if err != nil {
		return err
	}
	_, err = a.execute(ctx, id, func(s approval.State) ([]domain.Event, error) { return approval.Finish(s, result, a.Now()) })
	return err
}

// metadataOf names both administrators in the events of the act.
func metadataOf(ctx context.Context, s approval.State) eventstore.Metadata {
	m := eventstore.MetadataFrom(ctx)
	m.Actor, m.ApprovedBy, m.ApprovalID = s.By, s.DecidedBy, s.ID
	return m
}

// pageSize is how many events are read at once in the search for an act.
const pageSize = 1_000

// wasDone looks in the log, from the grant on, for an event that says that the act of this
// approval was done.
func (a *Approvals) wasDone(ctx context.Context, id int64, ends []string) (bool, error) {
	at, err := a.positionOfGrant(ctx, id)
	if err != nil {
		return false, err
	}
	head, err := a.Log.Store().Head(ctx)
	for err == nil && at.Before(head) {
		var page []eventstore.Recorded
		if page, err = a.Log.Store().ReadAll(ctx, at, pageSize); err != nil || len(page) == 0 {
			break
		}
		for _, e := range page {
			if slices.Contains(ends, e.Type) && eventstore.ParseMetadata(e.Metadata).ApprovalID == id {
				return true, nil
			}
		}
		at = page[len(page)-1].Position
	}
	return false, err
}

func (a *Approvals) positionOfGrant(ctx context.Context, id int64) (eventstore.Position, error) {
	events, err := a.Log.Store().ReadStream(ctx, approval.Stream(id), 0, eventstore.Forwards, pageSize)
	for _, e := range events {
		if e.Type == (approval.Granted{}).EventType() {
			return e.Position, nil
		}
	}
	if err == nil {
		err = fmt.Errorf("approval %d has no grant", id)
	}
	return eventstore.Position{}, err
}
