package approval

import (
	"encoding/json"
	"slices"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Lifetime is how long a requested approval can be granted.
const Lifetime = 24 * time.Hour

// RequestCmd asks for an approval. It has the fields of Requested.
type RequestCmd struct {
	ID                         int64
	Act, What, Subject, Reason string
	Amount                     *decimal.Decimal
	Command                    json.RawMessage
	By, ByEmail                string
	Notify                     []string
	At                         time.Time
}

// Request decides a RequestCmd. If an approval with the same id was requested, nothing happens.
func Request(s State, cmd RequestCmd) ([]domain.Event, error) {
	if s.Exists() {
		return nil, nil
	}
	return []domain.Event{Requested{
		ApprovalID: cmd.ID, Act: cmd.Act, What: cmd.What, Subject: cmd.Subject, Amount: cmd.Amount, Command: cmd.Command,
		By: cmd.By, Reason: cmd.Reason, ExpiresAt: cmd.At.Add(Lifetime), At: cmd.At, ByEmail: cmd.ByEmail, Notify: cmd.Notify,
	}}, nil
}

// Expire ends an approval that was not decided in time. If it is decided, or its time is not over, nothing
// happens.
func Expire(s State, at time.Time) ([]domain.Event, error) {
	if s.Status != StatusRequested || at.Before(s.ExpiresAt) {
		return nil, nil
	}
	return []domain.Event{Expired{ApprovalID: s.ID, At: at}}, nil
}

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

// Refusals of an approval because one of its administrators is no longer an enabled admin.
var (
	ErrRequesterDisabled = domain.Refuse(domain.Invalid, "requester_disabled",
		"the administrator who asked for it is disabled, or has another role by now")
	ErrApproverDisabled = domain.Refuse(domain.Forbidden, "approver_disabled",
		"only an enabled administrator with the role admin may decide")
)

// DecideCmd is the decision of a second administrator.
type DecideCmd struct {
	By     string
	Reason string
	// MayDecide is true if the second administrator is enabled at this moment and has the role admin.
	MayDecide bool
	// RequesterMayAsk is true if the same holds for the requester. Only Grant uses it.
	RequesterMayAsk bool
	// Owner is the process that carries out the act once it is granted.
	Owner string
	At    time.Time
}

// Grant decides that the act is carried out. Checks:
//
//  1. approval_not_found
//  2. granted by the same administrator: nothing happens
//  3. approval_decided: it was granted, refused or has expired
//  4. approval_expired: its time is over
//  5. own_approval: the administrator asked for it
//  6. approver_disabled: the administrator is not enabled, or has another role by now
//  7. requester_disabled: the same holds for the requester
func Grant(s State, cmd DecideCmd) ([]domain.Event, error) {
	if s.grantedBy(cmd.By) {
		return nil, nil
	}
	if err := s.mayBeDecided(cmd); err != nil {
		return nil, err
	}
	if !cmd.RequesterMayAsk {
		return nil, ErrRequesterDisabled
	}
	return []domain.Event{Granted{ApprovalID: s.ID, By: cmd.By, Reason: cmd.Reason, Owner: cmd.Owner, At: cmd.At}}, nil
}

// Refuse decides that the act is not carried out. Checks are those of Grant up to the 6th, then invalid_field
// reason: it is empty.
func Refuse(s State, cmd DecideCmd) ([]domain.Event, error) {
	if s.Status == StatusRefused && s.DecidedBy == cmd.By {
		return nil, nil
	}
	if err := s.mayBeDecided(cmd); err != nil {
		return nil, err
	}
	if cmd.Reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	return []domain.Event{Refused{ApprovalID: s.ID, By: cmd.By, Reason: cmd.Reason, At: cmd.At}}, nil
}

// grantedBy reports whether this administrator granted the approval.
func (s State) grantedBy(by string) bool {
	granted := s.Status == StatusGranted || s.Status == StatusDone || s.Status == StatusFailed
	return granted && s.DecidedBy == by
}

func (s State) mayBeDecided(cmd DecideCmd) error {
	switch {
	case !s.Exists():
		return domain.Refuse(domain.NotFound, "approval_not_found", "there is no such approval")
	case s.Status != StatusRequested:
		return domain.Refuse(domain.Invalid, "approval_decided", "the approval is %s", s.Status)
	case !cmd.At.Before(s.ExpiresAt):
		return domain.Refuse(domain.Invalid, "approval_expired", "the time to decide is over")
	case s.By == cmd.By:
		return domain.Refuse(domain.Forbidden, "own_approval", "another administrator must decide")
	case !cmd.MayDecide:
		return ErrApproverDisabled
	}
	return nil
}

// MaxRun is how long a process may take to carry out an act before another process takes over, even if the
// first seems alive. It is well above the time limit of a request.
const MaxRun = 2 * time.Minute

// Resume hands a granted act to another process. ownerAlive says whether the process in the state's Owner
// still runs and may be carrying out the act. If the act is not waiting to be carried out, or its owner is
// alive and within MaxRun, nothing happens.
func Resume(s State, owner string, ownerAlive bool, at time.Time) ([]domain.Event, error) {
	if s.Status != StatusGranted || ownerAlive && at.Sub(s.OwnedAt) < MaxRun {
		return nil, nil
	}
	return []domain.Event{Resumed{ApprovalID: s.ID, Owner: owner, At: at}}, nil
}

// Finish records that the act was carried out, with its answer. If the act is not waiting to be carried out,
// nothing happens.
func Finish(s State, result json.RawMessage, at time.Time) ([]domain.Event, error) {
	if s.Status != StatusGranted {
		return nil, nil
	}
	return []domain.Event{Done{ApprovalID: s.ID, Result: result, At: at}}, nil
}

// Fail records why the act was refused. If the act is not waiting to be carried out, nothing happens.
func Fail(s State, refusal *domain.Refusal, at time.Time) ([]domain.Event, error) {
	if s.Status != StatusGranted {
		return nil, nil
	}
	return []domain.Event{Failed{
		ApprovalID: s.ID, Code: refusal.Code, Field: refusal.Field, Message: refusal.Message, At: at,
	}}, nil
}
