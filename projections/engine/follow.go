package engine

import (
	"context"
	"errors"
	"time"

	"gateway/eventstore"
)

// lookAfter is how often a halted model is looked at: a rebuild may have healed it.
const lookAfter = time.Second

// follow brings one model that stands apart up to the group and lets it join. If
// there is an event it can't apply, it halts there and nothing else does.
func (e *Engine) follow(ctx context.Context, m *member) error {
	s := session{db: e.db}
	defer s.close()
	if err := mark(ctx, e.db, m.model.Name(), StateRebuilding, ""); err != nil {
		return err
	}
	limit := batchLimit
	for {
		joined, moved, err := e.catchUp(ctx, &s, m, limit)
		switch {
		case joined:
			return mark(ctx, e.db, m.model.Name(), StateLive, "")
		case err == nil:
			if !moved { // the group is the slower one: let it work
				err = wait(ctx, pollEvery)
			}
		case errors.Is(err, errStale):
		case Transient(err):
			err = wait(ctx, retryAfter)
		case limit > 1:
			limit, err = 1, nil
		default:
			return e.halt(ctx, m, err)
		}
		if err != nil {
			return err
		}
	}
}

// catchUp applies one batch with the group standing still, at most up to exactly where
// the group is, and joins it there.
func (e *Engine) catchUp(ctx context.Context, s *session, m *member, limit int) (joined, moved bool, err error) {
	events, err := e.log.Store().ReadAll(ctx, m.position, limit)
	if err != nil {
		return false, false, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	events = upTo(events, e.group.position)
	if len(events) > 0 {
		b := batch{recorded: events}
		b.events, b.unreadable = open(e.log, events)
		if _, err := e.commit(ctx, s, []*member{m}, m.position, b); err != nil {
			return false, false, err
		}
	}
	if m.position != e.group.position {
		return false, len(events) > 0, nil
	}
	m.state, m.problem = StateLive, ""
	e.group.members = append(e.group.members, m)
	return true, true, nil
}

func upTo(events []eventstore.Recorded, p eventstore.Position) []eventstore.Recorded {
	for i, r := range events {
		if p.Before(r.Position) {
			return events[:i]
		}
	}
	return events
}

// halt stops one model before the event it can't apply. It is shown, serving goes
// on, and the next start of the program tries again; so does this one when a rebuild
// has given the model other tables.
func (e *Engine) halt(ctx context.Context, m *member, cause error) error {
	next, err := e.log.Store().ReadAll(ctx, m.position, 1)
	if err != nil {
		return err
	}
	reason := cause.Error()
	if len(next) == 1 {
		reason = (&PoisonError{Model: m.model.Name(), Event: next[0], Cause: cause}).advice()
	}
	e.mu.Lock()
	m.state, m.problem = StateHalted, reason
	e.mu.Unlock()
	e.logger.WithFields(map[string]any{"projection": m.model.Name(), "error": reason}).Error("projection halted")
	if err := mark(ctx, e.db, m.model.Name(), StateHalted, reason); err != nil {
		return err
	}
	for {
		if err := wait(ctx, lookAfter); err != nil {
			return err
		}
		all, err := Checkpoints(ctx, e.db)
		if err == nil && all[m.model.Name()].State != StateHalted {
			return errStale
		}
	}
}
