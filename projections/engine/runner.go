package engine

import (
	"context"

	"gateway/eventstore"

	"golang.org/x/sync/errgroup"
)

// batch is what the log gave at once, decoded.
type batch struct {
	events []eventstore.Envelope
	// unreadable is set when one of recorded can't be decoded: there are no events then.
	unreadable error
	recorded   []eventstore.Recorded
}

func (b batch) end() eventstore.Position { return b.recorded[len(b.recorded)-1].Position }

// read reads and decodes ahead, so that this goes on while the batch before is
// being applied.
func (e *Engine) read(ctx context.Context, after eventstore.Position, batches chan<- batch) error {
	sub := e.log.Store().Subscribe(after)
	for {
		recorded, err := sub.Next(ctx, batchLimit)
		if err != nil {
			return err
		}
		b := batch{recorded: recorded}
		b.events, b.unreadable = open(e.log, recorded)
		select {
		case batches <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// lead follows the log with the group. A member that can't apply a batch leaves
// the group and goes on alone, to where its trouble is.
func (e *Engine) lead(ctx context.Context, g *errgroup.Group) error {
	s := session{db: e.db}
	defer s.close()
	e.mu.Lock()
	after := e.group.position
	e.mu.Unlock()
	batches := make(chan batch)
	g.Go(func() error { return e.read(ctx, after, batches) })
	for {
		select {
		case b := <-batches:
			if err := e.insist(ctx, &s, b, g); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// insist applies a batch, without those who can't, until the connection allows it.
func (e *Engine) insist(ctx context.Context, s *session, b batch, g *errgroup.Group) error {
	for {
		culprit, err := e.step(ctx, s, b)
		switch {
		case culprit != nil:
			e.logger.WithError(err).WithField("projection", culprit.model.Name()).Warn("projection goes on alone")
			g.Go(func() error { return e.follow(ctx, culprit) })
		case err == nil:
			return nil
		case !Transient(err):
			return err
		case wait(ctx, retryAfter) != nil:
			return ctx.Err()
		}
	}
}

// step applies one batch to the whole group, in one transaction. When one member
// is to blame for the failure it is taken out of the group.
func (e *Engine) step(ctx context.Context, s *session, b batch) (culprit *member, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	blamed, err := e.commit(ctx, s, e.group.members, e.group.position, b)
	if err == nil {
		e.group.position = b.end()
		e.watcher.set(b.end())
		return nil, nil
	}
	if blamed == nil || Transient(err) {
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

// commit applies a batch to members that stand at from. Callers hold mu.
func (e *Engine) commit(
	ctx context.Context, s *session, members []*member, from eventstore.Position, b batch,
) (blamed *member, err error) {
	if len(members) == 0 {
		return nil, nil
	}
	if b.unreadable != nil {
		return members[0], b.unreadable
	}
	models := make([]Model, len(members))
	for i, m := range members {
		models[i] = m.model
	}
	culprit, err := applyBatch(ctx, s, models, from, b.events)
	if err != nil {
		if culprit >= 0 {
			blamed = members[culprit]
		}
		return blamed, err
	}
	for _, m := range members {
		m.position = b.end()
	}
	return nil, nil
}
