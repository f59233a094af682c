package engine

import (
	"context"

	"gateway/eventstore"

	"golang.org/x/sync/errgroup"
)

// batch is one page of the log, decoded.
type batch struct {
	events   []eventstore.Envelope
	recorded []eventstore.Recorded
}

func newBatch(log *eventstore.Log, page []eventstore.Recorded) batch {
	return batch{events: DecodePage(log, page), recorded: page}
}

func (b batch) end() eventstore.Position { return b.recorded[len(b.recorded)-1].Position }

// followHead applies the log to the group as it grows. A member that cannot apply a batch leaves the group
// and catches up alone, up to the event that it cannot apply.
func (e *Engine) followHead(ctx context.Context, w workers, g *errgroup.Group) error {
	e.mu.Lock()
	after := e.group.position
	e.mu.Unlock()
	batches, free := make(chan batch), make(chan struct{}, 1)
	g.Go(func() error { return e.readBatches(ctx, after, free, batches) })
	for {
		select {
		case free <- struct{}{}:
		default: // large batches are read ahead without a request
		}
		select {
		case b := <-batches:
			if err := e.applyRetrying(ctx, w, b, g); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// readBatches reads and decodes a batch when the last one is applied, so that it includes every event that
// arrived meanwhile. Far behind the head, where batches are large, it reads the next one ahead.
func (e *Engine) readBatches(ctx context.Context, after eventstore.Position, free <-chan struct{}, batches chan<- batch) error {
	appends := &wholeAppends{sub: e.log.Store().Subscribe(after)}
	for large := false; ; {
		if !large {
			select {
			case <-free:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		page, err := appends.next(ctx, batchLimit)
		if err != nil {
			return err
		}
		large = len(page) >= largeBatch
		select {
		case batches <- newBatch(e.log, page):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// applyRetrying applies a batch to the group. It retries after transient errors, and retries without each
// member that cannot apply the batch.
func (e *Engine) applyRetrying(ctx context.Context, w workers, b batch, g *errgroup.Group) error {
	traces := e.tracesOf(b)
	for {
		removed, err := e.applyToGroup(ctx, w, b)
		switch {
		case removed != nil:
			e.logger.WithError(err).WithField("projection", removed.model.Name()).Warn("the projection can't apply a batch and leaves the group")
			g.Go(func() error { return e.catchUp(ctx, w, removed) })
		case err == nil:
			traces.record()
			return nil
		case !Transient(err):
			return err
		case sleep(ctx, retryAfter) != nil:
			return ctx.Err()
		}
	}
}

// applyToGroup applies a batch to the group. When one member makes that fail, it removes the member from the
// group and returns it.
func (e *Engine) applyToGroup(ctx context.Context, w workers, b batch) (removed *member, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	failed, err := w.apply(ctx, e.group.members, e.group.position, b)
	if err == nil {
		e.group.position = b.end()
		e.watcher.setPosition(b.end())
		return nil, nil
	}
	if failed == nil || Transient(err) {
		return nil, err
	}
	members := e.group.members[:0:0]
	for _, m := range e.group.members {
		if m != failed {
			members = append(members, m)
		}
	}
	e.group.members = members
	return failed, err
}
