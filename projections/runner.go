package projections

import (
	"context"
	"fmt"

	"gateway/eventstore"

	"golang.org/x/sync/errgroup"
)

// lead follows the log with the group. A member that can't apply a batch leaves
// the group and goes on alone, to where its trouble is.
func (e *Engine) lead(ctx context.Context, g *errgroup.Group) error {
	s := session{db: e.db}
	defer s.close()
	e.mu.Lock()
	sub := e.log.Store().Subscribe(e.group.position)
	e.mu.Unlock()
	for {
		events, err := sub.Next(ctx, batchLimit)
		if err != nil {
			return err
		}
		for {
			culprit, err := e.step(ctx, &s, events)
			if culprit != nil {
				e.logger.WithError(err).WithField("projection", culprit.model.Name()).Warn("projection goes on alone")
				g.Go(func() error { return e.follow(ctx, culprit) })
				continue
			}
			if err == nil {
				break
			}
			if !transient(err) {
				return err
			}
			if wait(ctx, retryAfter) != nil {
				return ctx.Err()
			}
		}
	}
}

// step applies one batch to the whole group, in one transaction. When one member
// is to blame for the failure it is taken out of the group.
func (e *Engine) step(ctx context.Context, s *session, events []eventstore.Recorded) (culprit *member, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	to := events[len(events)-1].Position
	blamed, err := e.commit(ctx, s, e.group.members, e.group.position, events)
	if err == nil {
		e.group.position = to
		e.watcher.set(to)
		return nil, nil
	}
	if blamed == nil || transient(err) {
		return nil, err
	}
	members := e.group.members[:0:0]
	for _, m := range e.group.members {
		if m != blamed {
			members = append(members, m)
		}
	}
	e.group.members = members
	blamed.state, blamed.problem = StateRebuilding, err.Error()
	return blamed, err
}

// commit applies a batch to members that stand at from and moves their
// checkpoints, all in one transaction. Callers hold mu.
func (e *Engine) commit(
	ctx context.Context, s *session, members []*member, from eventstore.Position, events []eventstore.Recorded,
) (blamed *member, err error) {
	if len(members) == 0 {
		return nil, nil
	}
	envelopes, err := e.open(events)
	if err != nil {
		return members[0], err
	}
	to := events[len(events)-1].Position
	names := make([]string, len(members))
	err = s.do(ctx, func(tx *Tx) error {
		for i, m := range members {
			names[i] = m.model.Name()
			if err := apply(ctx, tx, m.model, envelopes); err != nil {
				blamed = m
				return fmt.Errorf("projection %s: %w", m.model.Name(), err)
			}
		}
		return advance(ctx, tx, names, from, to)
	})
	if err != nil {
		return blamed, err
	}
	for _, m := range members {
		m.position = to
	}
	return nil, nil
}

func (e *Engine) open(events []eventstore.Recorded) ([]eventstore.Envelope, error) {
	envelopes := make([]eventstore.Envelope, len(events))
	for i, r := range events {
		env, err := e.log.Open(r)
		if err != nil {
			return nil, err
		}
		envelopes[i] = env
	}
	return envelopes, nil
}

// apply turns a panic of a model into an error: one read model must not take the
// gateway down.
func apply(ctx context.Context, tx *Tx, model Model, events []eventstore.Envelope) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return model.Apply(ctx, tx, events)
}
