package reactor

import "context"

// list is a list of items that a reactor reads page by page. A reading continues where the last one ended,
// so that items which make no progress do not block the others.
type list[T, C any] struct {
	// read returns a page of the items after a place.
	read func(ctx context.Context, after C, limit int) ([]T, error)
	// place returns an item's place in the list. It is nil for a list that is always read from its start.
	place func(T) C
	// page is the number of items that are read at once. pages bounds the pages of one reading; 0 means 1.
	page, pages int
	// at is the place after which the next reading continues.
	at C
}

// firstPage is a list that is always read from its start: what is done leaves it.
func firstPage[T any](page int, read func(ctx context.Context, limit int) ([]T, error)) list[T, int64] {
	return list[T, int64]{page: page, read: func(ctx context.Context, _ int64, limit int) ([]T, error) { return read(ctx, limit) }}
}

// toDo is a list of items that each get a job when they are due.
type toDo[T, C any] struct {
	*worker
	list[T, C]
	// retries tells when an item is due again; nil if its stream tells.
	retries *retrySchedule
	// key names an item, and the job for it.
	key func(T) string
	// do handles an item. It may find nothing to do, because the read model may still show an item that
	// has ended.
	do func(ctx context.Context, item T) error
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

// each reads the next pages of the list, and calls start for each item until start returns false. The next
// reading continues after the last item for which start returned true, or at the start of the list once
// its end was reached.
func (l *list[T, C]) each(ctx context.Context, start func(T) bool) error {
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
