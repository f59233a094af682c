package person

import (
	"slices"
	"strings"
	"time"

	"gateway/domain"
)

const (
	// maxPeople limits the people of a client, invitations included.
	maxPeople = 100
	// invitationTTL is how long an invitation can be accepted.
	invitationTTL = 7 * 24 * time.Hour
)

// InviteCmd invites a person. Email is a normalized address; PersonID is reserved for the
// person.
type InviteCmd struct {
	PersonID   int64
	Email      string
	Role       string
	ClientName string
	By         string
	At         time.Time
}

// Invite invites a person by mail, for 7 days. It does not check whether the address belongs to another
// client's person, so that an invitation reveals nothing: that is checked when the invitation is accepted.
// Checks:
//
//  1. invalid_field role
//  2. person_exists: the client has a person with this address
//  3. an invitation of this address is open: it is renewed, under the same id
//  4. too_many_people
func Invite(s State, cmd InviteCmd) ([]domain.Event, error) {
	if err := checkRole(cmd.Role); err != nil {
		return nil, err
	}
	event := Invited{
		ClientID: s.ClientID, PersonID: cmd.PersonID, Email: cmd.Email, Role: cmd.Role, ClientName: cmd.ClientName,
		Number: 1, ExpiresAt: cmd.At.Add(invitationTTL), By: cmd.By, At: cmd.At,
	}
	known := slices.IndexFunc(s.People, func(p Person) bool { return strings.EqualFold(p.Email, cmd.Email) })
	switch {
	case known >= 0 && s.People[known].Status == StatusActive:
		return nil, domain.Refuse(domain.Conflict, "person_exists", "this client has a login with this address already")
	case known >= 0:
		event.PersonID, event.Number = s.People[known].ID, s.People[known].Invitation.Number+1
	case len(s.People) >= maxPeople:
		return nil, domain.Refuse(domain.Invalid, "too_many_people", "a client may have %d logins", maxPeople)
	}
	return []domain.Event{event}, nil
}

func checkRole(role string) error {
	if !slices.Contains([]string{RoleOwner, RoleFinance, RoleDeveloper, RoleViewer}, role) {
		return domain.InvalidField("role", "must be %s, %s, %s or %s", RoleOwner, RoleFinance, RoleDeveloper, RoleViewer)
	}
	return nil
}

// CheckInvitation returns the invited person whose invitation link has this number. Refusal: link_invalid.
func (s State) CheckInvitation(id int64, number int, at time.Time) (Person, error) {
	p, ok := s.Find(id)
	if !ok || p.Status != StatusInvited || p.Invitation.Number != number || !at.Before(p.Invitation.ExpiresAt) {
		return Person{}, errLink
	}
	return p, nil
}

// JoinCmd accepts the invitation whose link has this number. The caller has already claimed the address for
// the person.
type JoinCmd struct {
	PersonID     int64
	Number       int
	PasswordHash string
	At           time.Time
}

// Join accepts an invitation. Refusal: link_invalid.
func Join(s State, cmd JoinCmd) ([]domain.Event, error) {
	if _, err := s.CheckInvitation(cmd.PersonID, cmd.Number, cmd.At); err != nil {
		return nil, err
	}
	return []domain.Event{Joined{ClientID: s.ClientID, PersonID: cmd.PersonID, PasswordHash: cmd.PasswordHash, At: cmd.At}}, nil
}

var errLink = domain.Refuse(domain.Invalid, "link_invalid", "the link was used already, has expired, or is not whole: ask for a new one")
