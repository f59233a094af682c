package approval

import (
	"encoding/json"
	"strconv"
	"time"

	"gateway/domain"
)

// Aggregate folds the streams of approvals.
var Aggregate = domain.Aggregate[State]{Category: "approval", Evolve: Evolve}

// Stream names the stream of the approval with this id.
func Stream(id int64) string { return Aggregate.Stream(strconv.FormatInt(id, 10)) }

// Statuses of an approval. StatusGranted lasts while the act is being carried out.
const (
	StatusRequested = "requested"
	StatusRefused   = "refused"
	StatusExpired   = "expired"
	StatusGranted   = "granted"
	StatusDone      = "done"
	StatusFailed    = "failed"
)

// Statuses returns all statuses of an approval, as lists offer them.
func Statuses() []string {
	return []string{StatusRequested, StatusGranted, StatusDone, StatusRefused, StatusFailed, StatusExpired}
}

// State is one approval. Status is empty before the approval is requested.
type State struct {
	ID        int64
	Status    string
	Act       string
	Command   json.RawMessage
	By        string
	ExpiresAt time.Time
	// DecidedBy is the administrator who granted or refused the approval.
	DecidedBy string
	// Owner is the process that carries out the act. It began at OwnedAt.
	Owner   string
	OwnedAt time.Time
}

// Exists reports whether the approval was requested.
func (s State) Exists() bool { return s.Status != "" }

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Requested:
		return State{ID: e.ApprovalID, Status: StatusRequested, Act: e.Act, Command: e.Command, By: e.By, ExpiresAt: e.ExpiresAt}
	case Granted:
		s.Status, s.DecidedBy, s.Owner, s.OwnedAt = StatusGranted, e.By, e.Owner, e.At
	case Refused:
		s.Status, s.DecidedBy = StatusRefused, e.By
	case Expired:
		s.Status = StatusExpired
	case Resumed:
		s.Owner, s.OwnedAt = e.Owner, e.At
	case Done:
		s.Status = StatusDone
	case Failed:
		s.Status = StatusFailed
	}
	return s
}
