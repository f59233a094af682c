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

// Reasons why a generation began.
const (
	// ReasonImported: a backup was imported.
	ReasonImported = "imported"
	// ReasonAccepted: an operator accepted a log that had gone back, or a server that had
	// changed.
	ReasonAccepted = "accepted"
)

// GenerationBegan says that the log may lack events that were acknowledged: a backup was
// restored, or a standby was promoted. Ids that the lost events used must not be used
// again, so each sequence of ids jumps in a new generation, and no payout is sent before
// PayoutsResumed.
type GenerationBegan struct {
	// Generation counts from 1; a log without this event has generation 0.
	Generation int64  `json:"generation"`
	Reason     string `json:"reason"`
	// Head is the position of the newest event before this one, Known the highest position
	// that read models knew; zero when they knew none beyond Head.
	Head  Position  `json:"head"`
	Known Position  `json:"known"`
	At    time.Time `json:"at"`
}

// EventType is the wire name.
func (GenerationBegan) EventType() string { return "store.generation_began.v1" }

// PayoutsResumed says that an operator has compared the provider's payouts with the log
// and lets payouts be sent again.
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
	// PayoutsOff is true until an operator lets payouts be sent again.
	PayoutsOff bool
	// ChangedAt is when it began, or when payouts were let go again.
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

// PayoutsOffSince returns the event since which no payout is sent; off is false where payouts
// are sent.
func PayoutsOffSince(ctx context.Context, s Store) (off bool, since Recorded, err error) {
	newest, _, found, err := NewestOf(ctx, s, generationsStream, isGeneration)
	if err != nil {
		return false, Recorded{}, fmt.Errorf("read the generation of the log: %w", err)
	}
	return found && newest.Type == GenerationBegan{}.EventType(), newest, nil
}

// GenerationAfter finds the first generation that began after a position. lost is when the last
// event before it was booked, from which on events may be missing; zero where the log held
// none. found is false where no generation began since.
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

// generationsPage is the number of events of the stream of generations that are read at once.
const generationsPage = 100

// isGeneration reports whether an event of the stream of generations is the gateway's.
func isGeneration(r Recorded) bool {
	return r.Type == GenerationBegan{}.EventType() || r.Type == PayoutsResumed{}.EventType()
}

// generationAt returns the generation after an event of the stream of generations.
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

// BeginGeneration appends the event that begins the next generation. No gateway may run.
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

// ResumePayouts ends the wait of payouts in the present generation. It does nothing when
// they do not wait.
func ResumePayouts(ctx context.Context, s Store, by string, now time.Time) (Generation, error) {
	g, err := ReadGeneration(ctx, s)
	if err != nil || !g.PayoutsOff {
		return g, err
	}
	return g.append(ctx, s, PayoutsResumed{Generation: g.Number, By: by, At: now}, by)
}

// append appends an event of the stream of generations.
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

// ImportedGeneration follows the events of an import and gives the event that must
// follow the last one: it begins a new generation.
type ImportedGeneration struct {
	last    Recorded
	present Generation
}

// NewImportedGeneration follows the events of one import.
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

// Began returns the event that begins the next generation, at the position after the last
// event; ok is false for a log without events.
func (i *ImportedGeneration) Began(now time.Time) (r Recorded, ok bool, err error) {
	if i.last.Stream == "" {
		return r, false, nil
	}
	began := GenerationBegan{Generation: i.present.Number + 1, Reason: ReasonImported, Head: i.last.Position, At: now}
	proposed, err := proposeGeneration(began, "system:import")
	next := i.last.Position.Commit + 1
	if now.Before(i.last.BookedAt) {
		now = i.last.BookedAt // booking times don't go back, even where the clock does
	}
	return Recorded{
		Proposed: proposed, Stream: generationsStream, Revision: i.present.revision + 1,
		Position: Position{Commit: next, Prepare: next}, BookedAt: now,
	}, true, err
}
