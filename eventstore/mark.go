package eventstore

import (
	"context"
	"errors"
	"fmt"
)

// ErrSuspect says that the log is not, or may not be, the one that was known: a backup was restored, or
// another server took over. A gateway does not append to such a log before an operator has accepted it.
var ErrSuspect = errors.New("the log is suspect")

// Mark names an event of the log, so that a reader that saw the event can find out later whether the log
// still holds it. The zero Mark names no event. An event's id is random, so a log that holds the event also
// holds all events before it.
type Mark struct {
	Position Position
	ID       string
	Stream   string
	Revision Revision
}

// MarkOf returns the mark of an event.
func MarkOf(r Recorded) Mark {
	return Mark{Position: r.Position, ID: r.ID.String(), Stream: r.Stream, Revision: r.Revision}
}

// Check returns nil if the log holds the event. Error: *WentBackError. It looks the event up by its stream,
// because a store need not find an event by its position. While the archive can't be read, Check compares
// only the revision of an archived event, so that no gateway has to wait for the archive.
func (m Mark) Check(ctx context.Context, s Store, name string) error {
	if m.ID == "" {
		return nil
	}
	at, err := s.ReadStream(ctx, m.Stream, m.Revision, Forwards, 1)
	if errors.Is(err, ErrArchive) {
		return nil // the database says that the archive has this revision, and a log that went back has no such range
	}
	if err != nil {
		return fmt.Errorf("look for the newest known event: %w", err)
	}
	if len(at) == 1 && at[0].Revision == m.Revision && at[0].ID.String() == m.ID {
		return nil
	}
	head, err := s.Head(ctx)
	if err != nil {
		return fmt.Errorf("read the head of the log: %w", err)
	}
	return &WentBackError{Name: name, Known: m, Head: head}
}

// WentBackError says that the log lacks an event that was read from it before. It is an ErrSuspect.
type WentBackError struct {
	// Name is the read model or reactor that handled the event, or "this gateway".
	Name  string
	Known Mark
	// Head is the position of the log's newest event now.
	Head Position
}

func (e *WentBackError) Error() string {
	return fmt.Sprintf("the log went back: %s has handled event %s at position %d, which the log does not hold; its newest event is at %d. "+
		"A backup was restored, or a standby that lagged was promoted. Bring the newer log back, or see "+
		"gateway events accept-older", e.Name, e.Known.ID, e.Known.Position.Commit, e.Head.Commit)
}

// Is makes every WentBackError an ErrSuspect.
func (e *WentBackError) Is(target error) bool { return target == ErrSuspect }
