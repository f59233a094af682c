package reactor

import (
	"context"
)

// toDo is a to-do list of a reactor: where it is read, and what is done with an item. A reading goes on
// where the last one ended, so that items which don't move keep no other one waiting.
type toDo[T, C any] struct {
	*worker
	retries *retrySchedule
	// read reads a page of the items behind a place.
	read func(ctx context.Context, after C, limit int) ([]T, error)
	// place is where an item stands in the list; nil for a list that is always read from its start.
	place func(T) C
	// page is the number of items that are read at once. pages bounds the pages of one reading.
	page, pages int
	// key names an item, and the job for it.
	key func(T) string
	// do does what is to be done with an item. It may find that nothing is: the read model may show an
	// item that has ended.
	do func(ctx context.Context, item T) error
	// at is where the next reading goes on.
	at C
}

// start starts the jobs of the next items that are due, until too many jobs are under way.
func (l *toDo[T, C]) start(ctx context.Context) error {
	return l.each(ctx, func(item T) bool {
		if l.isFull() {
			return false
		}
		if key := l.key(item); l.retries == nil || l.retries.isDue(key) {
			l.startJob(ctx, key, func(ctx context.Context) error { return l.do(ctx, item) })
		}
		return true
	})
}

// each reads the next pages of the list, and calls start for each item until that returns false. The next
// reading goes on behind the last item that start took: at the start again after the end of the list.
func (l *toDo[T, C]) each(ctx context.Context, start func(T) bool) error {
	for range max(1, l.pages) {
		items, err := l.read(ctx, l.at, l.page)
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
		if len(items) < l.page || l.place == nil {
			var first C
			l.at = first
			return nil
		}
	}
	return nil
}
