package approval

import (
	"encoding/json"
	"time"

	"gateway/domain"
)

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
