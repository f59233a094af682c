package eventstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// firstConnection is connection.Xendit; this package knows nothing of the domain's.
const firstConnection = "xendit"

// booksStream holds the BooksRead events of a connection.
func booksStream(at string) string {
	if at == firstConnection {
		return "store-books" // as it was called when there was no other connection
	}
	return "store-books-" + at
}

// BooksRead says that the events before it include everything that the books of a connection listed up to a given
// time. Its stream names the connection. After the restore of an older log it shows from which time the books must be read again.
//
// It does not carry the gateway's mark, for the same reason as TimesBound.
type BooksRead struct {
	// To is a time of the provider's clock.
	To time.Time `json:"to"`
	At time.Time `json:"at"`
}

// EventType is the wire name.
func (BooksRead) EventType() string { return "store.books_read.v1" }

func isBooksRead(r Recorded) bool { return r.Type == BooksRead{}.EventType() }

// NoteBooksRead appends a BooksRead of the connection, unless the log has one that is less than a step older. If another
// instance appends one at the same moment, that one is kept.
func NoteBooksRead(ctx context.Context, l *Log, at string, to time.Time, step time.Duration, now time.Time) error {
	newest, last, found, err := NewestOf(ctx, l.store, booksStream(at), isBooksRead)
	if err != nil {
		return fmt.Errorf("read up to when the provider's books are in the log: %w", err)
	}
	if found {
		noted, err := decodeBooksRead(newest)
		if err != nil || to.Before(noted.Add(step)) {
			return err
		}
	}
	data, err := json.Marshal(BooksRead{To: to.UTC(), At: now.UTC()})
	if err != nil {
		return fmt.Errorf("encode up to when the provider's books are in the log: %w", err)
	}
	stream := booksStream(at)
	_, err = l.store.Append(ctx, stream, last, []Proposed{{ID: l.newID(stream, last+1), Type: BooksRead{}.EventType(), Data: data}})
	if _, conflict := errors.AsType[*ConflictError](err); conflict {
		return nil
	}
	if err != nil {
		return fmt.Errorf("record up to when the provider's books are in the log: %w", err)
	}
	return nil
}

// BooksLostSince returns the time from which the log may lack entries of the books of a connection, because it
// began a generation after the given number. from is the time of the last BooksRead before that generation,
// or of the first event if the log has no BooksRead. lost is false if no generation began since.
func BooksLostSince(ctx context.Context, s Store, at string, number int64) (from time.Time, lost bool, err error) {
	began, lost, err := firstGeneration(ctx, s, func(_ Recorded, g Generation) bool { return g.Number > number })
	if err != nil || !lost {
		return from, false, err
	}
	noted, _, found, err := NewestOf(ctx, s, booksStream(at), func(r Recorded) bool {
		return isBooksRead(r) && r.Position.Before(began.Position)
	})
	if err != nil {
		return from, false, fmt.Errorf("read up to when the provider's books are in the log: %w", err)
	}
	if found {
		from, err = decodeBooksRead(noted)
		return from, err == nil, err
	}
	first, err := s.ReadAll(ctx, Position{}, 1)
	if err != nil || len(first) == 0 {
		return from, false, err
	}
	return first[0].BookedAt, true, nil
}

func decodeBooksRead(r Recorded) (to time.Time, err error) {
	var event BooksRead
	if err := json.Unmarshal(r.Data, &event); err != nil {
		return to, fmt.Errorf("read up to when the provider's books are in the log: %w", err)
	}
	return event.To, nil
}
