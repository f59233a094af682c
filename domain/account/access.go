package account

import (
	"time"

	"gateway/domain"
	"gateway/domain/person"
	"gateway/domain/text"
)

// AccessEnded ends every API key, every session and every token of the client, and every link to a
// new password, that there were before it. By is the administrator or the person of the client.
type AccessEnded struct {
	ClientID int64     `json:"client_id"`
	By       string    `json:"by"`
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
}

// ChangeUndone restores what was in force before a pause, and ends all access, as AccessEnded does.
// VoidPasswords are the people whose password was changed during the pause: it opens no session any
// more, and a new one is set by mail.
type ChangeUndone struct {
	ClientID int64 `json:"client_id"`
	Number   int   `json:"number"`
	Secured
	VoidPasswords []int64   `json:"void_passwords"`
	At            time.Time `json:"at"`
}

// EndAccessCmd ends all access. The reason may be empty where a person of the client asks.
type EndAccessCmd struct {
	By     string
	Reason string
	At     time.Time
	// ByAdmin: an administrator asks, and must say why.
	ByAdmin bool
}

// EndAccess decides an EndAccessCmd. A repetition ends what was opened since. Checks:
//
//  1. client_not_found
//  2. invalid_field reason: empty where an administrator asks, or not plain text of at most 255 characters
func EndAccess(s State, cmd EndAccessCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	check := checkText
	if cmd.ByAdmin {
		check = func(field, value string) error { return text.Require(field, value, text.MaxLine) }
	}
	if err := check("reason", cmd.Reason); err != nil {
		return nil, err
	}
	return []domain.Event{AccessEnded{ClientID: s.ClientID, By: cmd.By, Reason: cmd.Reason, At: cmd.At}}, nil
}

// ErrLinkEnded refuses a link that undoes a change, once the pause is over.
var ErrLinkEnded = domain.Refuse(domain.Invalid, "link_ended", "this link has ended or is not valid")

// UndoChange restores the bank account and e-mail address of before the pause of this number, and ends
// all access. Other owners and developers become viewers, whom the owner gives their role again: a thief
// with a session may have invited one, who would log in again with a password of his own and issue a
// key. It may be repeated for as long as the pause lasts: a thief may change them again.
// The address of before must be claimed for the client. Refusal: ErrLinkEnded, where the
// pause is over or another one runs.
func UndoChange(s State, number int, at time.Time) ([]domain.Event, error) {
	if !s.Exists || s.Pause.Number != number || !s.Paused(at) {
		return nil, ErrLinkEnded
	}
	events := []domain.Event{ChangeUndone{
		ClientID: s.ClientID, Number: number, Secured: s.Pause.Before, VoidPasswords: s.Pause.NewPasswords, At: at,
	}}
	for _, p := range s.People.People {
		if p.ID != s.ClientID && (p.Role == person.RoleOwner || p.Role == person.RoleDeveloper) {
			events = append(events, person.RoleChanged{
				ClientID: s.ClientID, PersonID: p.ID, Role: person.RoleViewer, By: person.ByLink, At: at,
			})
		}
	}
	return events, nil
}
