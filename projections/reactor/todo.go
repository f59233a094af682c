package reactor

import (
	"cmp"
	"context"
	"errors"
	"time"

	"gateway/domain"
)

const (
	// RetryFirst is the first pause between two tries of an item.
	RetryFirst = 2 * time.Second
	// RetryMost is the longest pause between two tries of an item.
	RetryMost = time.Minute
	// listPage is how many items of a list are read at once.
	listPage = 500
)

// ErrLater means that an item is not done yet, but did not fail: it is tried again after a pause.
var ErrLater = errors.New("reactor: not done yet")

// LaterIfRefused returns ErrLater for a refusal that NotRefused drops.
func LaterIfRefused(err error) error {
	if err != nil && NotRefused(err) == nil {
		return ErrLater
	}
	return err
}

// NotRefused returns nil for a refusal, because the stream has changed in the meantime and its newer state
// counts. It keeps domain.Busy, which only means too much contention.
func NotRefused(err error) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) && refusal.Kind != domain.Busy {
		return nil
	}
	return err
}

// List is a list of items that a reactor reads page by page. A reading continues where the last one ended,
// so that items which make no progress do not block the others.
type List[T, C any] struct {
	// Read returns a page of the items after a place.
	Read func(ctx context.Context, after C, limit int) ([]T, error)
	// Place returns an item's place in the list. It is nil for a list that is always read from its start.
	Place func(T) C
	// Page is the number of items that are read at once; 0 means listPage. Pages bounds the pages of one
	// reading; 0 means 1.
	Page, Pages int
	// at is the place after which the next reading continues.
	at C
}

// FirstPage is a list that is always read from its start: what is done leaves it.
func FirstPage[T any](read func(ctx context.Context, limit int) ([]T, error)) List[T, int64] {
	return List[T, int64]{Read: func(ctx context.Context, _ int64, limit int) ([]T, error) { return read(ctx, limit) }}
}

// ToDo is a list of items that each get a job when they are due.
type ToDo[T, C any] struct {
	*Worker
	List[T, C]
	// Retries tells when an item is due again; nil if its stream tells.
	Retries *RetrySchedule
	// Key names an item. Job names the job for it; Key when nil. Two jobs of one name never run at once.
	Key, Job func(T) string
	// Do handles an item. It may find nothing to do, because the read model may still show an item that
	// has ended. After an error the item is tried again, each time after a longer pause. ErrLater is not
	// logged.
	Do func(ctx context.Context, item T) error
	// Position, when set, returns the position of the event that caused the item. The job becomes part of
	// its trace.
	Position func(T) int64
	// Group, when set, names what an item waits for, such as a connection to a provider. The jobs of one group take at most
	// half of the worker's places, so that a group whose jobs hang leaves the others room.
	Group func(T) string
	// AwaitsRoom lets a reading wait for a free place before each job, and so work through all its pages.
	// Until then, the worker reads no other list.
	AwaitsRoom bool
}

// TakeTurns returns what starts the jobs of several lists. Each time another list comes first, so that none uses up
// all the jobs. It is not safe for concurrent use.
func TakeTurns(lists ...func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) (err error) {
		for _, start := range lists {
			err = errors.Join(err, start(ctx))
		}
		lists = append(lists[1:], lists[0])
		return err
	}
}

// Start starts the jobs of the next items that are due, until too many jobs are under way.
func (l *ToDo[T, C]) Start(ctx context.Context) error {
	return l.Each(ctx, func(item T) bool {
		if l.Retries != nil && !l.Retries.IsDue(l.Key(item)) {
			return true
		}
		if l.AwaitsRoom && !l.AwaitRoom(ctx) || l.IsFull() {
			return false
		}
		l.startItem(ctx, item)
		return true
	})
}

func (l *ToDo[T, C]) startItem(ctx context.Context, item T) {
	name := l.Key(item)
	if l.Job != nil {
		name = l.Job(item)
	}
	group := ""
	if l.Group != nil {
		if group = l.Group(item); !l.join(group) {
			return
		}
	}
	work := func(ctx context.Context) error {
		defer l.leave(group)
		return l.try(ctx, item)
	}
	started := false
	if l.Position != nil {
		started = l.StartJobFor(ctx, l.Position(item), name, work)
	} else {
		started = l.StartJob(ctx, name, work)
	}
	if !started {
		l.leave(group)
	}
}

// try handles an item, and postpones it unless it is done.
func (l *ToDo[T, C]) try(ctx context.Context, item T) error {
	if l.Retries == nil {
		return l.Do(ctx, item)
	}
	err := ErrLater // also for a panic
	defer func() {
		if key := l.Key(item); err == nil {
			l.Retries.Forget(key)
		} else {
			l.Retries.Postpone(key)
		}
	}()
	if err = l.Do(ctx, item); errors.Is(err, ErrLater) {
		return nil
	}
	return err
}

// Each reads the next pages of the list, and calls start for each item until start returns false. The next
// reading continues after the last item for which start returned true, or at the start of the list once
// its end was reached.
func (l *List[T, C]) Each(ctx context.Context, start func(T) bool) error {
	limit := cmp.Or(l.Page, listPage)
	for range max(1, l.Pages) {
		items, err := l.Read(ctx, l.at, limit)
		if err != nil {
			return err
		}
		for _, item := range items {
			if !start(item) {
				return nil
			}
			if l.Place != nil {
				l.at = l.Place(item)
			}
		}
		if len(items) < limit || l.Place == nil {
			var first C
			l.at = first
			return nil
		}
	}
	return nil
}
