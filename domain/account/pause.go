package account

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/mail"
	"gateway/domain/person"
)

// The fields whose change pauses auto-approval, by their names in AutoApprovalPaused and in API responses.
const (
	FieldAccountNumber = "norek"
	FieldBank          = "bank"
	FieldEmail         = "email"
	FieldPassword      = "password"
)

// Secured holds the fields that decide where money and mail go.
type Secured struct {
	AccountNumber string `json:"norek"`
	Bank          string `json:"bank"`
	Email         string `json:"email"`
}

// AutoApprovalPaused begins a pause of auto-approval after the bank account, the e-mail address or the
// password changed, or extends the pause that runs. This way a stolen key cannot send a balance to another
// bank account before the client learns about it. An account without this event, as in older logs, has no
// pause.
type AutoApprovalPaused struct {
	ClientID int64 `json:"client_id"`
	// Number counts the pauses of the client, from 1. An extended pause keeps its number.
	Number int `json:"number"`
	// Changed lists the fields of this change. PersonID is the person whose password changed, or 0.
	Changed  []string `json:"changed"`
	PersonID int64    `json:"person_id"`
	// Before holds the values from before the pause began. The notice goes to its address, and an undo
	// restores it.
	Before Secured   `json:"before"`
	Until  time.Time `json:"until"`
	// Silent is true if no notice goes out, because a notice that names these fields went out within the last
	// hour of this pause, and its link is still valid. Repeated changes therefore cause no flood of mails.
	Silent bool      `json:"silent"`
	At     time.Time `json:"at"`
}

// noticeEvery is how long one notice of a pause also covers further changes of the same fields.
const noticeEvery = time.Hour

// Pause is the last pause of auto-approval.
type Pause struct {
	Number int
	Before Secured
	// NewPasswords lists the people whose password changed during the pause.
	NewPasswords []int64
	// Since is when the pause began.
	Since, Until time.Time
	// Noticed lists the fields that the notices of the pause named. The last notice went out at NoticedAt.
	Noticed   []string
	NoticedAt time.Time
}

// with returns the pause after the event, which begins another pause or extends this one.
func (p Pause) with(e AutoApprovalPaused) Pause {
	next := Pause{Number: e.Number, Before: e.Before, Since: e.At, Until: e.Until}
	if p.Number == e.Number {
		next.NewPasswords, next.Since, next.Noticed, next.NoticedAt = p.NewPasswords, p.Since, p.Noticed, p.NoticedAt
	}
	if !e.Silent {
		next.Noticed, next.NoticedAt = append(slices.Clip(next.Noticed), e.Changed...), e.At
	}
	if e.PersonID != 0 && !slices.Contains(next.NewPasswords, e.PersonID) {
		next.NewPasswords = append(slices.Clip(next.NewPasswords), e.PersonID)
	}
	return next
}

// noticed reports whether an earlier notice covers a change of these fields.
func (p Pause) noticed(changed []string, at time.Time) bool {
	unnamed := func(field string) bool { return !slices.Contains(p.Noticed, field) }
	return at.Sub(p.NoticedAt) < noticeEvery && !slices.ContainsFunc(changed, unnamed)
}

// Paused reports whether a pause of auto-approval runs.
func (s State) Paused(at time.Time) bool { return at.Before(s.Pause.Until) }

// MailAddress returns where security mail goes at the given time, including links for a new password. While a
// pause runs, it is the address from before the pause, so that a thief who changed the address gets no mail.
func (s State) MailAddress(at time.Time) string {
	if s.Paused(at) {
		return s.Pause.Before.Email
	}
	return s.Email
}

// Protects reports whether an address is reserved for the account because an undo may restore it.
func (s State) Protects(email string, at time.Time) bool {
	return s.Paused(at) && EmailID(s.Pause.Before.Email) == EmailID(email)
}

func (p Profile) secured() Secured {
	return Secured{AccountNumber: p.AccountNumber, Bank: p.Bank, Email: p.Email}
}

// changedTo lists the fields of p that differ and whose change pauses auto-approval. Setting the first
// complete bank account is not counted as a change; later changes are.
func (s State) changedTo(p Profile) (fields []string) {
	if s.HadBankAccount && p.AccountNumber != s.AccountNumber {
		fields = append(fields, FieldAccountNumber)
	}
	if s.HadBankAccount && p.Bank != s.Bank {
		fields = append(fields, FieldBank)
	}
	if p.Email != s.Email {
		fields = append(fields, FieldEmail)
	}
	return fields
}

// pause returns the event of the pause that these changes cause. It returns none if nothing changed or no
// cool-off is configured.
func (s State) pause(changed []string, coolOff time.Duration, at time.Time) []domain.Event {
	if len(changed) == 0 || coolOff <= 0 {
		return nil
	}
	e := AutoApprovalPaused{
		ClientID: s.ClientID, Number: s.Pause.Number, Changed: changed, Before: s.Pause.Before, Until: at.Add(coolOff), At: at,
	}
	if s.Paused(at) {
		e.Silent = s.Pause.noticed(changed, at)
	} else {
		e.Number, e.Before = s.Pause.Number+1, s.secured()
	}
	if e.Until.Before(s.Pause.Until) { // the cool-off was longer when the pause began
		e.Until = s.Pause.Until
	}
	return []domain.Event{e}
}

// WithPause adds the pause that a changed password causes to the events of a decision. Only the password of
// an owner causes one, because an owner may issue keys. The pause comes first; one append holds both. Without
// a cool-off nothing is added.
func WithPause(s State, events []domain.Event, coolOff time.Duration) []domain.Event {
	for _, event := range events {
		e, ok := event.(person.PasswordChanged)
		if p, known := s.People.Find(e.PersonID); !ok || !known || p.Role != person.RoleOwner {
			continue
		}
		if pauses := s.pause([]string{FieldPassword}, coolOff, e.At); len(pauses) > 0 {
			pause := pauses[0].(AutoApprovalPaused)
			pause.PersonID = e.PersonID
			return append([]domain.Event{pause}, events...)
		}
	}
	return events
}

// Mails implements mail.Asker: a notice to the previous address, with the link that undoes the change, unless
// the pause is silent.
func (e AutoApprovalPaused) Mails() []mail.Mail {
	if e.Silent {
		return nil
	}
	return []mail.Mail{{
		Kind: mail.KindAccountChanged, To: e.Before.Email, ClientID: e.ClientID,
		Values: map[string]string{"client_id": strconv.FormatInt(e.ClientID, 10), "changed": strings.Join(e.Changed, ", ")},
		Link:   mail.Link{Purpose: mail.PurposeUndo, ClientID: e.ClientID, PersonID: e.ClientID, Number: e.Number},
		At:     e.At, Until: e.Until,
	}}
}
