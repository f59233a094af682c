package approval

import (
	"slices"
	"time"

	"gateway/domain"
)

// MaxOpen is the most approvals of one requester that wait for a decision.
const MaxOpen = 20

// ErrTooMany is the refusal of one more than MaxOpen approvals.
var ErrTooMany = domain.Refuse(domain.Invalid, "too_many_approvals",
	"%d approvals that you asked for wait for another administrator", MaxOpen)

// Requesters folds the streams of those who ask for approvals. The stream decides how many of one
// requester are open at once; each approval has its own stream besides.
var Requesters = domain.Aggregate[Requester]{Category: "requester", Evolve: EvolveRequester, SnapshotVersion: 1}

// RequesterStream names the stream of a requester, such as `admin:1`.
func RequesterStream(by string) string { return Requesters.Stream(by) }

// PlaceTaken says that a requester is about to ask for an approval, and that the approvals Ended,
// which had places before, don't wait any more.
type PlaceTaken struct {
	By         string    `json:"by"`
	ApprovalID int64     `json:"approval_id"`
	Ended      []int64   `json:"ended"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (PlaceTaken) EventType() string { return "approval.place_taken.v1" }

// Requester is one requester, with the approvals that have places, oldest first. Some of them may have ended.
type Requester struct {
	Places []Place
}

// Place is that of one approval. It is taken before the approval is asked for.
type Place struct {
	ApprovalID int64
	At         time.Time
}

// Waits reports whether an approval with a place still waits for a decision. asked is its state;
// the zero State is that of one which was not asked for yet, or whose process ended before.
func (p Place) Waits(asked State, now time.Time) bool {
	switch {
	case !asked.Exists():
		return now.Before(p.At.Add(Lifetime))
	case asked.Status != StatusRequested:
		return false
	}
	return now.Before(asked.ExpiresAt)
}

// TakePlace gives an approval a place. cmd.Ended are those that don't wait any more. Where the
// approval has a place, nothing happens. Refusal: too_many_approvals, where MaxOpen others wait.
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

// EvolveRequester gives the state after the event.
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
