package approval

import (
	"encoding/json"
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
