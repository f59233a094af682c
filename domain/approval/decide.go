package approval

import (
	"time"

	"gateway/domain"
)

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
