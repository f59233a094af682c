package postgres

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"sync"

	"gateway/eventstore"
	"gateway/eventstore/archive"

	lru "github.com/hashicorp/golang-lru/v2"
)

// ErrNoArchive says that a part of the log is in an archive, but the store was opened without an archive.
var ErrNoArchive = errors.New("a part of the log is archived, and no archive is configured")

// openFiles limits the number of files that are partly kept in memory: an index, of about a megabyte, and
// some blocks (package archive); 14 MB at most.
const openFiles = 4

const readArchived = `SELECT number, first, last, file, digest FROM ranges
	WHERE archived_at IS NOT NULL AND number > $1 ORDER BY number`

// archived knows the archived ranges, and reads them. Ranges are archived in order, and an archived range
// stays archived. So its list is always a correct prefix, though perhaps an old one; a read that finds
// nothing in the database asks for the rest.
type archived struct {
	place  archive.Place // nil without an archive
	reader *reader
	files  *lru.Cache[int64, *archive.File] // by number
	failed func(error)                      // nil for no callback

	mu   sync.RWMutex
	list []archivedRange
	next int // the range that CheckArchive checks next
}

type archivedRange struct {
	number, first, last int64
	file                string
	digest              []byte
}

func newArchived(place archive.Place, r *reader, failed func(error)) *archived {
	files, err := lru.New[int64, *archive.File](openFiles)
	if err != nil { // only a size below 1 fails
		panic(err)
	}
	return &archived{place: place, reader: r, files: files, failed: failed}
}

// through returns the last position that is known to be archived.
func (a *archived) through() int64 {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if len(a.list) == 0 {
		return 0
	}
	return a.list[len(a.list)-1].last
}

// refresh asks the database for ranges that were archived meanwhile.
func (a *archived) refresh(ctx context.Context) error {
	return a.reader.withRetry(ctx, func() error {
		a.mu.Lock()
		defer a.mu.Unlock()
		rows, err := a.reader.archived.QueryContext(ctx, int64(len(a.list)))
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var r archivedRange
			if err := rows.Scan(&r.number, &r.first, &r.last, &r.file, &r.digest); err != nil {
				return err
			}
			if r.number == int64(len(a.list))+1 {
				a.list = append(a.list, r)
			}
		}
		return rows.Err()
	})
}

// find returns the first range for which is returns true. is must also return true for every later range.
func (a *archived) find(is func(archivedRange) bool) (archivedRange, bool) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	n := sort.Search(len(a.list), func(i int) bool { return is(a.list[i]) })
	if n == len(a.list) {
		return archivedRange{}, false
	}
	return a.list[n], true
}

// after returns at most limit events after the position, which must be archived. Fewer do not mean the end:
// the following events may be in the next range, or in the database. none is true if the archive has no event
// after the position.
func (a *archived) after(ctx context.Context, position int64, limit int) (events []eventstore.Recorded, none bool, err error) {
	for {
		r, ok := a.find(func(r archivedRange) bool { return r.last > position })
		if !ok {
			return nil, true, nil
		}
		f, err := a.open(ctx, r)
		if err != nil {
			return nil, false, err
		}
		events, err := f.After(ctx, position, limit)
		if err != nil || len(events) > 0 {
			return events, false, a.unavailable(err)
		}
		position = r.last
	}
}

// before returns at most limit events before the position, newest first. An empty result means the start of
// the log, if the position is at most one after the archived part.
func (a *archived) before(ctx context.Context, position int64, limit int) ([]eventstore.Recorded, error) {
	for {
		r, ok := a.lastBefore(position)
		if !ok {
			return nil, nil
		}
		f, err := a.open(ctx, r)
		if err != nil {
			return nil, err
		}
		events, err := f.Before(ctx, position, limit)
		if err != nil || len(events) > 0 {
			return events, a.unavailable(err)
		}
		position = r.first // the range has no event, or none before the position
	}
}

// lastBefore returns the newest range that begins before the position.
func (a *archived) lastBefore(position int64) (archivedRange, bool) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	n := sort.Search(len(a.list), func(i int) bool { return a.list[i].first >= position })
	if n == 0 {
		return archivedRange{}, false
	}
	return a.list[n-1], true
}

// stream returns at most limit events of a stream from one range.
func (a *archived) stream(
	ctx context.Context, number int64, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	is := func(r archivedRange) bool { return r.number >= number }
	r, ok := a.find(is)
	if !ok {
		if err := a.refresh(ctx); err != nil {
			return nil, err
		}
		if r, ok = a.find(is); !ok {
			return nil, fmt.Errorf("range %d is not archived", number)
		}
	}
	f, err := a.open(ctx, r)
	if err != nil {
		return nil, err
	}
	events, err := f.Stream(ctx, stream, from, dir, limit)
	return events, a.unavailable(err)
}

func (a *archived) open(ctx context.Context, r archivedRange) (*archive.File, error) {
	if f, ok := a.files.Get(r.number); ok {
		return f, nil
	}
	if a.place == nil {
		return nil, a.unavailable(fmt.Errorf("positions %d to %d: %w", r.first, r.last, ErrNoArchive))
	}
	f, err := archive.OpenFile(ctx, a.place, r.file, r.digest)
	if err != nil {
		return nil, a.unavailable(err)
	}
	a.files.Add(r.number, f)
	return f, nil
}

// unavailable marks and reports an error of the archive: the events are temporarily unavailable.
func (a *archived) unavailable(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if a.failed != nil {
		a.failed(err)
	}
	return fmt.Errorf("%w: %w", eventstore.ErrArchive, err)
}

// CheckArchive checks one file of the archive. The next call checks the next file, or the same one again if
// it was not there. If nothing of the log is archived, it succeeds without an archive. Errors: ErrArchive
// (wrapped), with the archive's own error; ErrUnavailable (wrapped) if the database can't be asked.
func (s *Store) CheckArchive(ctx context.Context) error {
	if err := s.beginCall(); err != nil {
		return err
	}
	defer s.calls.Done()
	if err := s.archived.refresh(ctx); err != nil {
		return fmt.Errorf("check the archive: %w", err)
	}
	return s.archived.check(ctx)
}

func (a *archived) check(ctx context.Context) error {
	a.mu.RLock()
	n := len(a.list)
	if n == 0 {
		a.mu.RUnlock()
		return nil
	}
	next := a.next % n
	r := a.list[next]
	a.mu.RUnlock()
	if a.place == nil {
		return a.unavailable(ErrNoArchive)
	}
	_, err := a.place.Size(ctx, r.file)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("the archive did not answer in time: %s", r.file) // counts as unavailable, like an archive that refuses
	}
	if err != nil {
		return a.unavailable(err)
	}
	a.mu.Lock()
	a.next = next + 1
	a.mu.Unlock()
	return nil
}
