package engine

import (
	"context"
	"errors"
	"time"

	"gateway/eventstore"
)

// haltedPollEvery is how often the engine checks whether a rebuild has given a halted model new tables.
const haltedPollEvery = time.Second

// joinClose adds to the group those lagging members that one batch brings to its position, and returns the
// others. Some models lag by one batch when a process ended while it applied the parts of a large batch.
func (e *Engine) joinClose(ctx context.Context, w workers, lagging []*member) (others []*member, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	at := make(map[eventstore.Position][]*member)
	for _, m := range lagging {
		at[m.position] = append(at[m.position], m)
	}
	for from, members := range at {
		page, err := e.log.Store().ReadAll(ctx, from, batchLimit)
		if err != nil {
			return nil, err
		}
		page = UpTo(page, e.group.position)
		if len(page) == 0 || page[len(page)-1].Position != e.group.position {
			others = append(others, members...)
			continue
		}
		_, _ = w.apply(ctx, members, from, newBatch(e.log, page)) // a member that can't apply it finds out in its own catch-up
		for _, m := range members {
			if m.position != e.group.position {
				others = append(others, m)
				continue
			}
			if err := setState(ctx, e.db, m.model.Name(), StateLive, ""); err != nil {
				return nil, err
			}
			e.group.members = append(e.group.members, m)
		}
	}
	return others, nil
}

// catchUp applies the log to one model until it reaches the group's position, and adds it to the group. It
// halts the model at an event that the model cannot apply; the other models continue.
func (e *Engine) catchUp(ctx context.Context, w workers, m *member) error {
	if err := setState(ctx, e.db, m.model.Name(), StateRebuilding, ""); err != nil {
		return err
	}
	limit := batchLimit
	for {
		joined, moved, err := e.applyNext(ctx, w, m, limit)
		switch {
		case joined:
			return setState(ctx, e.db, m.model.Name(), StateLive, "")
		case err == nil:
			if !moved { // the model is ahead of the group
				err = sleep(ctx, pollEvery)
			}
		case errors.Is(err, ErrStale):
		case Transient(err):
			err = sleep(ctx, retryAfter)
		case limit > 1:
			limit, err = 1, nil // apply events singly to find the failing one
		default:
			return e.halt(ctx, m, err)
		}
		if err != nil {
			return err
		}
	}
}

// applyNext applies one batch to a model, at most up to the group's position, which cannot change meanwhile.
// A model that has reached the group's position joins the group.
func (e *Engine) applyNext(ctx context.Context, w workers, m *member, limit int) (joined, moved bool, err error) {
	page, err := e.log.Store().ReadAll(ctx, m.position, limit)
	if err != nil {
		return false, false, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	page = UpTo(page, e.group.position)
	if len(page) > 0 {
		if _, err := applyToMembers(ctx, w[0], []*member{m}, m.position, newBatch(e.log, page)); err != nil {
			return false, false, err
		}
	}
	if m.position != e.group.position {
		return false, len(page) > 0, nil
	}
	e.group.members = append(e.group.members, m)
	return true, true, nil
}

// halt marks a model as halted before the event that it cannot apply. It returns ErrStale when a rebuild has
// given the model other tables, so that the engine starts again. Otherwise it waits until ctx ends.
func (e *Engine) halt(ctx context.Context, m *member, cause error) error {
	next, err := e.log.Store().ReadAll(ctx, m.position, 1)
	if err != nil {
		return err
	}
	reason := cause.Error()
	if len(next) == 1 {
		reason = (&PoisonError{Model: m.model.Name(), Event: next[0], Cause: cause}).advice()
	}
	e.logger.WithFields(map[string]any{"projection": m.model.Name(), "error": reason}).Error("projection halted")
	if err := setState(ctx, e.db, m.model.Name(), StateHalted, reason); err != nil {
		return err
	}
	for {
		if err := sleep(ctx, haltedPollEvery); err != nil {
			return err
		}
		all, err := Checkpoints(ctx, e.db)
		if err == nil && all[m.model.Name()].State != StateHalted {
			return ErrStale
		}
	}
}
