package approval

import (
	"slices"
	"time"

	"gateway/domain"
)

// MaxOpen limits how many approvals of one requester may wait for a decision.
const MaxOpen = 20

// ErrTooMany refuses an approval beyond MaxOpen.
var ErrTooMany = domain.Refuse(domain.Invalid, "too_many_approvals",
	"%d approvals that you asked for wait for another administrator", MaxOpen)

// Requesters folds the streams of requesters. The stream of a requester decides how many of the approvals may
// be open at once; each approval also has its own stream.
var Requesters = domain.Aggregate[Requester]{Category: "requester", Evolve: EvolveRequester, SnapshotVersion: 1}

// RequesterStream names the stream of a requester, such as `admin:1`.
func RequesterStream(by string) string { return Requesters.Stream(by) }

// PlaceTaken says that a requester is about to ask for an approval. Ended lists approvals that had places
// before and no longer wait.
type PlaceTaken struct {
	By         string    `json:"by"`
	ApprovalID int64     `json:"approval_id"`
	Ended      []int64   `json:"ended"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (PlaceTaken) EventType() string { return "approval.place_taken.v1" }

// Requester is one requester, with the approvals that have places, oldest first. Some of those may have
// ended.
type Requester struct {
	Places []Place
}

// Place is the place of one approval. It is taken before the approval is requested.
type Place struct {
	ApprovalID int64
	At         time.Time
}

// Waits reports whether an approval with a place still waits for a decision. asked is its state; the zero
// State stands for an approval that is not requested yet, or whose process stopped before it was.
func (p Place) Waits(asked State, now time.Time) bool {
	switch {
	case !asked.Exists():
		return now.Before(p.At.Add(Lifetime))
	case asked.Status != StatusRequested:
		return false
	}
	return now.Before(asked.ExpiresAt)
}

// TakePlace gives an approval a place. cmd.Ended lists the approvals that no longer wait. If the approval has
// a place already, nothing happens. Refusal: too_many_approvals, if MaxOpen others wait.
func TakePlace(r Requester, cmd PlaceTaken) ([]domain.Event, error) {
	waiting := 0
	for _, p := range r.Places {
		if p.ApprovalID == cmd.ApprovalID {
			return nil, nil
		}
		if !slices.Contains(cmd.Ended, p.ApprovalID) {
			waiting++
		}
	}
	if waiting >= MaxOpen {
		return nil, ErrTooMany
	}
	return []domain.Event{cmd}, nil
}

// EvolveRequester returns the state after the event.
func EvolveRequester(r Requester, event domain.Event) Requester {
	e, ok := event.(PlaceTaken)
	if !ok {
		return r
	}
	var places []Place
	for _, p := range r.Places {
		if !slices.Contains(e.Ended, p.ApprovalID) {
			places = append(places, p)
		}
	}
	return Requester{Places: append(places, Place{ApprovalID: e.ApprovalID, At: e.At})}
}
