package reactor

import (
	"cmp"
	"context"
	"errors"
	"time"

	"gateway/domain"
)

const (
	// retryFirst and retryMost are the first and the longest pause between two tries of an item.
	retryFirst, retryMost = 2 * time.Second, time.Minute
	// listPage is how many items of a list are read at once.
	listPage = 500
)

// errLater means that an item is not done yet, but did not fail: it is tried again after a pause.
var errLater = errors.New("reactor: not done yet")

// laterIfRefused returns errLater for a refusal that notRefused drops.
func laterIfRefused(err error) error {
	if err != nil && notRefused(err) == nil {
		return errLater
	}
	return err
}

// notRefused returns nil for a refusal, because the stream has changed in the meantime and its newer state
// counts. It keeps domain.Busy, which only means too much contention.
func notRefused(err error) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) && refusal.Kind != domain.Busy {
		return nil
	}
	return err
}

// list is a list of items that a reactor reads page by page. A reading continues where the last one ended,
// so that items which make no progress do not block the others.
type list[T, C any] struct {
	// read returns a page of the items after a place.
	read func(ctx context.Context, after C, limit int) ([]T, error)
	// place returns an item's place in the list. It is nil for a list that is always read from its start.
	place func(T) C
	// page is the number of items that are read at once; 0 means listPage. pages bounds the pages of one
	// reading; 0 means 1.
	page, pages int
	// at is the place after which the next reading continues.
	at C
}

// firstPage is a list that is always read from its start: what is done leaves it.
func firstPage[T any](read func(ctx context.Context, limit int) ([]T, error)) list[T, int64] {
	return list[T, int64]{read: func(ctx context.Context, _ int64, limit int) ([]T, error) { return read(ctx, limit) }}
}

// toDo is a list of items that each get a job when they are due.
type toDo[T, C any] struct {
	*worker
	list[T, C]
	// retries tells when an item is due again; nil if its stream tells.
	retries *retrySchedule
	// key names an item. job names the job for it; key when nil. Two jobs of one name never run at once.
	key, job func(T) string
	// do handles an item. It may find nothing to do, because the read model may still show an item that
	// has ended. After an error the item is tried again, each time after a longer pause. errLater is not
	// logged.
	do func(ctx context.Context, item T) error
	// position, when set, returns the position of the event that caused the item. The job becomes part of
	// its trace.
	position func(T) int64
	// awaitsRoom lets a reading wait for a free place before each job, and so work through all its pages.
	// Until then, the worker reads no other list.
	awaitsRoom bool
}

// start starts the jobs of the next items that are due, until too many jobs are under way.
func (l *toDo[T, C]) start(ctx context.Context) error {
	return l.each(ctx, func(item T) bool {
		if l.retries != nil && !l.retries.isDue(l.key(item)) {
			return true
		}
		if l.awaitsRoom && !l.awaitRoom(ctx) || l.isFull() {
			return false
		}
		l.startItem(ctx, item)
		return true
	})
}

func (l *toDo[T, C]) startItem(ctx context.Context, item T) {
	name := l.key(item)
	if l.job != nil {
		name = l.job(item)
	}
	work := func(ctx context.Context) error { return l.try(ctx, item) }
	if l.position != nil {
		l.startJobFor(ctx, l.position(item), name, work)
		return
	}
	l.startJob(ctx, name, work)
}

// try handles an item, and postpones it unless it is done.
func (l *toDo[T, C]) try(ctx context.Context, item T) error {
	if l.retries == nil {
		return l.do(ctx, item)
	}
	err := errLater // also for a panic
	defer func() {
		if key := l.key(item); err == nil {
			l.retries.forget(key)
		} else {
			l.retries.postpone(key)
		}
	}()
	if err = l.do(ctx, item); errors.Is(err, errLater) {
		return nil
	}
	return err
}

// each reads the next pages of the list, and calls start for each item until start returns false. The next
// reading continues after the last item for which start returned true, or at the start of the list once
// its end was reached.
func (l *list[T, C]) each(ctx context.Context, start func(T) bool) error {
	limit := cmp.Or(l.page, listPage)
	for range max(1, l.pages) {
		items, err := l.read(ctx, l.at, limit)
		if err != nil {
			return err
		}
		for _, item := range items {
			if !start(item) {
				return nil
			}
			if l.place != nil {
				l.at = l.place(item)
			}
		}
		if len(items) < limit || l.place == nil {
			var first C
			l.at = first
			return nil
		}
	}
	return nil
}
