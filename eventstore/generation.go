package eventstore

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// generationsStream holds the generations of a log.
const generationsStream = "store-generations"

// The reasons why a generation began.
const (
	// ReasonImported: a backup was imported.
	ReasonImported = "imported"
	// ReasonAccepted: an operator accepted a log that had gone back, or a server that had changed.
	ReasonAccepted = "accepted"
)

// GenerationBegan says that the log may lack events that were acknowledged: a backup was restored, or a
// standby was promoted. Ids that the lost events used must not be used again, so each id sequence jumps ahead
// in a new generation, and no payout is sent before PayoutsResumed.
type GenerationBegan struct {
	// Generation counts from 1; a log without this event has generation 0.
	Generation int64  `json:"generation"`
	Reason     string `json:"reason"`
	// Head is the position of the newest event before this one. Known is the highest position that read
	// models knew; zero if they knew none beyond Head.
	Head  Position  `json:"head"`
	Known Position  `json:"known"`
	At    time.Time `json:"at"`
}

// EventType is the wire name.
func (GenerationBegan) EventType() string { return "store.generation_began.v1" }

// PayoutsResumed says that an operator has compared the provider's payouts with the log and allows payouts to
// be sent again.
type PayoutsResumed struct {
	Generation int64     `json:"generation"`
	By         string    `json:"by"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (PayoutsResumed) EventType() string { return "store.payouts_resumed.v1" }

// Generation is the present generation of a log.
type Generation struct {
	Number int64
	// PayoutsOff is true until an operator allows payouts again.
	PayoutsOff bool
	// ChangedAt is when the generation began, or when payouts were allowed again.
	ChangedAt time.Time

	revision Revision // of the last event of the stream
}

// ReadGeneration returns the present generation of the log.
func ReadGeneration(ctx context.Context, s Store) (Generation, error) {
	newest, last, found, err := NewestOf(ctx, s, generationsStream, isGeneration)
	if err != nil {
		return Generation{}, fmt.Errorf("read the generation of the log: %w", err)
	}
	if !found {
		return Generation{revision: last}, nil
	}
	g, err := generationAt(newest)
	g.revision = last
	return g, err
}

// PayoutsOffSince returns the event that stopped the sending of payouts. off is false if payouts are sent.
func PayoutsOffSince(ctx context.Context, s Store) (off bool, since Recorded, err error) {
	newest, _, found, err := NewestOf(ctx, s, generationsStream, isGeneration)
	if err != nil {
		return false, Recorded{}, fmt.Errorf("read the generation of the log: %w", err)
	}
	return found && newest.Type == GenerationBegan{}.EventType(), newest, nil
}

// GenerationAfter finds the first generation that began after a position. lost is when the last event before
// that generation was booked; events may be missing from then on. It is zero if the log held no event. found
// is false if no generation began since.
func GenerationAfter(ctx context.Context, s Store, at Position) (lost time.Time, found bool, err error) {
	began, found, err := firstGeneration(ctx, s, func(r Recorded, _ Generation) bool { return at.Before(r.Position) })
	if err != nil || !found {
		return lost, false, err
	}
	before, err := s.ReadAllBackwards(ctx, began.Position, 1)
	if err != nil || len(before) == 0 {
		return lost, err == nil, err
	}
	return before[0].BookedAt, true, nil
}

// firstGeneration finds the event that began the first wanted generation.
func firstGeneration(ctx context.Context, s Store, wanted func(Recorded, Generation) bool) (began Recorded, found bool, err error) {
	for from := Revision(0); ; {
		page, err := s.ReadStream(ctx, generationsStream, from, Forwards, generationsPage)
		if err != nil {
			return began, false, fmt.Errorf("read the generations of the log: %w", err)
		}
		for _, r := range page {
			from = r.Revision + 1
			if r.Type != (GenerationBegan{}).EventType() {
				continue
			}
			g, err := generationAt(r)
			if err != nil {
				return began, false, err
			}
			if wanted(r, g) {
				return r, true, nil
			}
		}
		if len(page) < generationsPage {
			return began, false, nil
		}
	}
}

// generationsPage is how many events of the generations stream are read at once.
const generationsPage = 100

// isGeneration reports whether the gateway wrote this event of the generations stream.
func isGeneration(r Recorded) bool {
	return r.Type == GenerationBegan{}.EventType() || r.Type == PayoutsResumed{}.EventType()
}

// generationAt returns the generation after an event of the generations stream.
func generationAt(r Recorded) (Generation, error) {
	g := Generation{PayoutsOff: r.Type == GenerationBegan{}.EventType(), revision: r.Revision}
	var event struct {
		Generation int64     `json:"generation"`
		At         time.Time `json:"at"`
	}
	if err := json.Unmarshal(r.Data, &event); err != nil {
		return g, fmt.Errorf("read the generation of the log: %w", err)
	}
	g.Number, g.ChangedAt = event.Generation, event.At
	return g, nil
}

// BeginGeneration appends the event that begins the next generation. No gateway may be running.
func BeginGeneration(ctx context.Context, s Store, reason string, known Position, now time.Time) (Generation, error) {
	g, err := ReadGeneration(ctx, s)
	if err != nil {
		return g, err
	}
	head, err := s.Head(ctx)
	if err != nil {
		return g, err
	}
	began := GenerationBegan{Generation: g.Number + 1, Reason: reason, Head: head, Known: known, At: now}
	return g.append(ctx, s, began, "system:generation")
}

// ResumePayouts allows payouts again in the present generation. It does nothing if they are not stopped.
func ResumePayouts(ctx context.Context, s Store, by string, now time.Time) (Generation, error) {
	g, err := ReadGeneration(ctx, s)
	if err != nil || !g.PayoutsOff {
		return g, err
	}
	return g.append(ctx, s, PayoutsResumed{Generation: g.Number, By: by, At: now}, by)
}

// append appends an event to the generations stream.
func (g Generation) append(ctx context.Context, s Store, event interface{ EventType() string }, actor string) (Generation, error) {
	proposed, err := proposeGeneration(event, actor)
	if err != nil {
		return g, err
	}
	at, err := s.Append(ctx, generationsStream, g.revision, []Proposed{proposed})
	if err != nil {
		return g, fmt.Errorf("record the generation of the log: %w", err)
	}
	return generationAt(Recorded{Proposed: proposed, Revision: at.Revision})
}

func proposeGeneration(event interface{ EventType() string }, actor string) (Proposed, error) {
	data, err := json.Marshal(event)
	if err != nil {
		return Proposed{}, fmt.Errorf("encode the generation of the log: %w", err)
	}
	return Proposed{ID: uuid.New(), Type: event.EventType(), Data: data, Metadata: Metadata{Actor: actor}.JSON()}, nil
}

// ImportedGeneration follows the events of an import and returns the event that must come after the last one:
// it begins a new generation.
type ImportedGeneration struct {
	last    Recorded
	present Generation
}

// NewImportedGeneration makes an ImportedGeneration for one import.
func NewImportedGeneration() *ImportedGeneration {
	return &ImportedGeneration{present: Generation{revision: NoStream}}
}

// Pass takes the next events of the import.
func (i *ImportedGeneration) Pass(events []Recorded) (err error) {
	for _, r := range events {
		i.last = r
		if r.Stream != generationsStream {
			continue
		}
		if i.present.revision = r.Revision; !isGeneration(r) {
			continue
		}
		if i.present, err = generationAt(r); err != nil {
			return err
		}
	}
	return nil
}

// Began returns the event that begins the next generation, at the position after the last event. ok is false
// for a log without events.
func (i *ImportedGeneration) Began(now time.Time) (r Recorded, ok bool, err error) {
	if i.last.Stream == "" {
		return r, false, nil
	}
	began := GenerationBegan{Generation: i.present.Number + 1, Reason: ReasonImported, Head: i.last.Position, At: now}
	proposed, err := proposeGeneration(began, "system:import")
	next := i.last.Position.Commit + 1
	if now.Before(i.last.BookedAt) {
		now = i.last.BookedAt // booking times never go back, even if the clock does
	}
	return Recorded{
		Proposed: proposed, Stream: generationsStream, Revision: i.present.revision + 1,
		Position: Position{Commit: next, Prepare: next}, BookedAt: now,
	}, true, err
}
