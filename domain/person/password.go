package person

import (
	"cmp"
	"time"

	"gateway/domain"
)

const (
	// resetTTL is how long a link for a new password can be used.
	resetTTL = time.Hour
	// maxResets limits the links that are open at a time, and so the mails that a stranger can trigger.
	maxResets = 3
)

// ChangePasswordCmd replaces a person's password. Former is the hash against which the caller checked the
// person's present password.
type ChangePasswordCmd struct {
	PersonID     int64
	Former       string
	PasswordHash string
	By           string
	At           time.Time
}

// ErrWrongPassword refuses a change by a person who does not know the present password.
var ErrWrongPassword = domain.InvalidField("current_password", "is not your password")

// ChangePassword decides a ChangePasswordCmd. Checks:
//
//  1. person_not_found, also for a person who has not accepted the invitation
//  2. ErrWrongPassword: the password changed since it was checked
func ChangePassword(s State, cmd ChangePasswordCmd) ([]domain.Event, error) {
	p, ok := s.Find(cmd.PersonID)
	if !ok || p.Status != StatusActive {
		return nil, ErrNotFound
	}
	if p.PasswordHash != cmd.Former {
		return nil, ErrWrongPassword
	}
	return []domain.Event{PasswordChanged{
		ClientID: s.ClientID, PersonID: cmd.PersonID, PasswordHash: cmd.PasswordHash, By: cmd.By, At: cmd.At,
	}}, nil
}

// RequestResetCmd makes a link for a new password. To is the address that it is mailed to, empty for a link
// that By hands out.
type RequestResetCmd struct {
	PersonID int64
	To       string
	// Number is a random number if By hands the link out, and 0 if it is mailed: RequestReset then takes the
	// next number.
	Number int
	By     string
	Reason string
	At     time.Time
}

// RequestReset makes a link that works once, within an hour. Earlier links stay valid until the password
// changes, so that a stranger who asks for another link does not end them. Checks:
//
//  1. person_not_found, also for a person who has not accepted the invitation
//  2. three mailed links are open: nothing happens
func RequestReset(s State, cmd RequestResetCmd) ([]domain.Event, error) {
	p, ok := s.Find(cmd.PersonID)
	if !ok || p.Status != StatusActive {
		return nil, ErrNotFound
	}
	open := 0
	for _, link := range p.Resets {
		if cmd.At.Before(link.ExpiresAt) {
			open++
		}
	}
	if cmd.To != "" && open >= maxResets {
		return nil, nil
	}
	return []domain.Event{ResetRequested{
		ClientID: s.ClientID, PersonID: p.ID, To: cmd.To, Number: cmp.Or(cmd.Number, p.LastReset+1), ExpiresAt: cmd.At.Add(resetTTL),
		By: cmd.By, Reason: cmd.Reason, At: cmd.At,
	}}, nil
}

// ResetEnds returns the time until which a link that is made now works.
func ResetEnds(now time.Time) time.Time { return now.Add(resetTTL) }

// CheckReset refuses a link for a new password that was used, has expired or was never made: link_invalid.
func (s State) CheckReset(id int64, number int, at time.Time) error {
	p, _ := s.Find(id)
	for _, link := range p.Resets {
		if link.Number == number && at.Before(link.ExpiresAt) {
			return nil
		}
	}
	return errLink
}

// ResetCmd chooses a new password with the link that has this number.
type ResetCmd struct {
	PersonID     int64
	Number       int
	PasswordHash string
	At           time.Time
}

// Reset chooses a new password with a link, which ends together with all other links of the person. Refusal:
// link_invalid.
func Reset(s State, cmd ResetCmd) ([]domain.Event, error) {
	if err := s.CheckReset(cmd.PersonID, cmd.Number, cmd.At); err != nil {
		return nil, err
	}
	return []domain.Event{PasswordChanged{
		ClientID: s.ClientID, PersonID: cmd.PersonID, PasswordHash: cmd.PasswordHash, By: ByLink, At: cmd.At,
	}}, nil
}
