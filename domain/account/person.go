package account

import (
	"time"

	"gateway/domain"
	"gateway/domain/person"
	"gateway/domain/text"
)

// ResetAddress returns the address to which the person's link for a new password is mailed, when that person
// enters this address and has forgotten the password. ok is false if the address is not the person's. While a
// pause runs, the link of the login that registered the client goes only to the address from before the
// pause, whichever of the two was entered.
func (s State) ResetAddress(personID int64, email string, at time.Time) (to string, ok bool) {
	p, known := s.People.Find(personID)
	if known && personID == s.ClientID && s.Paused(at) {
		return s.MailAddress(at), s.Protects(email, at) || EmailID(p.Email) == EmailID(email)
	}
	if !known || p.Status != person.StatusActive || EmailID(p.Email) != EmailID(email) {
		return "", false
	}
	return p.Email, true
}

// RequestResetLink makes a link with this number for a new password of the login that registered the client.
// An administrator hands the link out. Checks: client_not_found; invalid_field reason: empty, or not plain
// text of at most 255 characters; a link with this number was made: nothing happens.
func RequestResetLink(s State, number int, by, reason string, at time.Time) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	if err := text.Require("reason", reason, text.MaxLine); err != nil {
		return nil, err
	}
	if s.People.CheckReset(s.ClientID, number, at) == nil {
		return nil, nil
	}
	return person.RequestReset(s.People, person.RequestResetCmd{PersonID: s.ClientID, Number: number, By: by, Reason: reason, At: at})
}
