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

// Resume executes the act of an approval that this process granted, or whose process is gone. It does nothing
// when there is nothing to do or this process is already doing it.
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

// run executes a granted act and records the result. When it returns an error, the act may be tried again.
// The act may already be done, so run looks for it in the log: deciding it anew would be refused, or would
// undo what came after it.
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

// stillStand refuses an act that waits to be executed, for example after a crash, when one of its two
// administrators has since been disabled or has another role: requester_disabled, approver_disabled. They may
// have been disabled because of the act.
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

// pageSize is the number of events per read in the search for an act.
const pageSize = 1_000

// wasDone searches the log, from the grant on, for an event that records that the act of this approval was
// done.
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
