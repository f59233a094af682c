// Package person decides on the people of a client: the owner, who registered it, and the people whom the
// owner invited, each with a role and a login. Their events are in the stream of the client's account, so
// that the account's decisions see them.
package person

import (
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/mail"
)

// The roles of a client's people.
const (
	// RoleOwner may do everything, and decides what other people may do. The login that registered the client
	// is always an owner.
	RoleOwner = "owner"
	// RoleFinance sees money and statements, but no keys.
	RoleFinance = "finance"
	// RoleDeveloper has keys, callbacks and the sandbox, but sees no money.
	RoleDeveloper = "developer"
	// RoleViewer reads and changes nothing.
	RoleViewer = "viewer"
)

// Invited invites a person, or renews an invitation that was not accepted yet.
type Invited struct {
	ClientID int64  `json:"client_id"`
	PersonID int64  `json:"person_id"`
	Email    string `json:"email"`
	Role     string `json:"role"`
	// ClientName is the client's name, for the mail.
	ClientName string `json:"nama"`
	// Number is the number of the invitation's link.
	Number    int       `json:"number"`
	ExpiresAt time.Time `json:"expires_at"`
	By        string    `json:"by"`
	At        time.Time `json:"at"`
}

// Joined says that a person accepted the invitation. The caller has claimed the address for the person.
type Joined struct {
	ClientID     int64     `json:"client_id"`
	PersonID     int64     `json:"person_id"`
	PasswordHash string    `json:"password_hash"`
	At           time.Time `json:"at"`
}

// RoleChanged gives a person another role.
type RoleChanged struct {
	ClientID int64     `json:"client_id"`
	PersonID int64     `json:"person_id"`
	Role     string    `json:"role"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// Removed removes a person, or withdraws an invitation.
type Removed struct {
	ClientID int64     `json:"client_id"`
	PersonID int64     `json:"person_id"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// PasswordChanged replaces the hash of a person's password. All earlier links end.
type PasswordChanged struct {
	ClientID     int64  `json:"client_id"`
	PersonID     int64  `json:"person_id"`
	PasswordHash string `json:"password_hash"`
	// By is the person, or `link` if the person used a link from a mail or from an administrator.
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// ByLink is the value of By for a password that was changed with a link.
const ByLink = "link"

// ResetRequested makes a link that lets a person choose a new password.
type ResetRequested struct {
	ClientID int64 `json:"client_id"`
	PersonID int64 `json:"person_id"`
	// To is the address that the link is mailed to, empty for a link that an administrator hands out.
	To string `json:"to"`
	// Number counts the mailed links of the person. A link that an administrator hands out has a random
	// number.
	Number    int       `json:"number"`
	ExpiresAt time.Time `json:"expires_at"`
	// By is empty if the request came without a login.
	By     string    `json:"by"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// EventType is the wire name.
func (Invited) EventType() string         { return "person.invited.v1" }
func (Joined) EventType() string          { return "person.joined.v1" }
func (RoleChanged) EventType() string     { return "person.role_changed.v1" }
func (Removed) EventType() string         { return "person.removed.v1" }
func (PasswordChanged) EventType() string { return "person.password_changed.v1" }
func (ResetRequested) EventType() string  { return "person.reset_requested.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{Invited{}, Joined{}, RoleChanged{}, Removed{}, PasswordChanged{}, ResetRequested{}, MailsChosen{}}
}

// Mails implements mail.Asker: the invitation.
func (e Invited) Mails() []mail.Mail {
	return []mail.Mail{{
		Kind: mail.KindInvitation, To: e.Email, ClientID: e.ClientID,
		Values: map[string]string{"client": e.ClientName, "client_id": strconv.FormatInt(e.ClientID, 10), "role": e.Role},
		Link:   mail.Link{Purpose: mail.PurposeInvitation, ClientID: e.ClientID, PersonID: e.PersonID, Number: e.Number},
		At:     e.At, Until: e.ExpiresAt,
	}}
}

// Mails implements mail.Asker: the link, unless an administrator hands it out.
func (e ResetRequested) Mails() []mail.Mail {
	if e.To == "" {
		return nil
	}
	return []mail.Mail{{
		Kind: mail.KindPasswordReset, To: e.To, ClientID: e.ClientID, Values: map[string]string{},
		Link: mail.Link{Purpose: mail.PurposeReset, ClientID: e.ClientID, PersonID: e.PersonID, Number: e.Number},
		At:   e.At, Until: e.ExpiresAt,
	}}
}
