package person

import (
	"slices"
	"strconv"
	"time"

	"gateway/domain"
)

// The statuses of a person.
const (
	StatusInvited = "invited"
	StatusActive  = "active"
)

// State holds the people of one client, by id. The first is the login that registered it.
type State struct {
	ClientID int64
	People   []Person
}

// Person is one login of a client. The login that registered the client has the client's id.
type Person struct {
	ID           int64
	Email        string
	Role         string
	Status       string
	PasswordHash string
	// Generation counts the changes of password and role. A session of another generation has ended.
	Generation int
	// Invitation is the link of the invitation; zero once it was accepted.
	Invitation Link
	// Resets lists the links for a new password that were made since the last change of the password, oldest
	// first.
	Resets []Link
	// LastReset is the number of the newest mailed link for a new password.
	LastReset int
	// MailsOff lists the kinds of mails that the person does not want, sorted. Language is that of mails; empty for both.
	MailsOff []string
	// MailsOn lists the kinds that the person asked for, of those that come only on demand, sorted.
	MailsOn  []string
	Language string
}

// Link is a link that works once. Its number is part of the token.
type Link struct {
	Number    int
	ExpiresAt time.Time
}

// Actor returns the name of a client's person in events: `client:<id>/person:<id>`.
func Actor(clientID, personID int64) string {
	return "client:" + strconv.FormatInt(clientID, 10) + "/person:" + strconv.FormatInt(personID, 10)
}

// Registered returns the state after a client registered.
func Registered(clientID int64, email, passwordHash string) State {
	return State{ClientID: clientID, People: []Person{{
		ID: clientID, Email: email, Role: RoleOwner, Status: StatusActive, PasswordHash: passwordHash,
	}}}
}

// Find returns a person. ok is false if the client has none with this id.
func (s State) Find(id int64) (p Person, ok bool) {
	i := slices.IndexFunc(s.People, func(p Person) bool { return p.ID == id })
	if i < 0 {
		return Person{}, false
	}
	return s.People[i], true
}

// WithOwnerEmail returns the people after the account's address changed. The login that registered the client
// logs in with that address.
func (s State) WithOwnerEmail(email string) State {
	return s.with(s.ClientID, func(p *Person) { p.Email = email })
}

// WithoutPasswords returns the state in which the passwords of these people no longer open a session.
func (s State) WithoutPasswords(ids []int64) State {
	for _, id := range ids {
		s = s.with(id, func(p *Person) { p.PasswordHash = "" })
	}
	return s
}

// WithoutAccess returns the state in which all sessions, invitation links and links for a new password have
// ended.
func (s State) WithoutAccess() State {
	s.People = slices.Clone(s.People)
	for i := range s.People {
		p := &s.People[i]
		p.Resets, p.Invitation.ExpiresAt = nil, time.Time{}
		p.Generation++
	}
	return s
}

// with returns a copy of the state with the person changed.
func (s State) with(id int64, change func(*Person)) State {
	s.People = slices.Clone(s.People)
	for i := range s.People {
		if s.People[i].ID == id {
			change(&s.People[i])
		}
	}
	return s
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Invited:
		return s.withInvited(e)
	case Joined:
		return s.with(e.PersonID, func(p *Person) {
			p.Status, p.PasswordHash, p.Invitation = StatusActive, e.PasswordHash, Link{}
		})
	case RoleChanged:
		return s.with(e.PersonID, func(p *Person) {
			p.Role, p.MailsOn = e.Role, StillOn(p.MailsOn, e.Role)
			p.Generation++
		})
	case Removed:
		s.People = slices.DeleteFunc(slices.Clone(s.People), func(p Person) bool { return p.ID == e.PersonID })
	case PasswordChanged:
		return s.with(e.PersonID, func(p *Person) {
			p.PasswordHash, p.Resets = e.PasswordHash, nil
			p.Generation++
		})
	case MailsChosen:
		return s.with(e.PersonID, func(p *Person) { p.MailsOff, p.MailsOn, p.Language = e.Off, e.On, e.Language })
	case ResetRequested:
		return s.with(e.PersonID, func(p *Person) {
			if e.To != "" {
				p.LastReset = e.Number
			}
			open := slices.DeleteFunc(slices.Clone(p.Resets), func(l Link) bool { return !e.At.Before(l.ExpiresAt) })
			p.Resets = append(open, Link{Number: e.Number, ExpiresAt: e.ExpiresAt})
		})
	}
	return s
}

func (s State) withInvited(e Invited) State {
	link := Link{Number: e.Number, ExpiresAt: e.ExpiresAt}
	if _, known := s.Find(e.PersonID); known {
		return s.with(e.PersonID, func(p *Person) { p.Role, p.Invitation = e.Role, link })
	}
	s.People = append(slices.Clip(s.People), Person{
		ID: e.PersonID, Email: e.Email, Role: e.Role, Status: StatusInvited, Invitation: link,
	})
	return s
}
