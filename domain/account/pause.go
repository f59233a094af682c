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

// The fields whose change pauses auto-approval, as AutoApprovalPaused and answers name them.
const (
	FieldAccountNumber = "norek"
	FieldBank          = "bank"
	FieldEmail         = "email"
	FieldPassword      = "password"
)

// Secured are the fields that decide where money and mail go.
type Secured struct {
	AccountNumber string `json:"norek"`
	Bank          string `json:"bank"`
	Email         string `json:"email"`
}

// AutoApprovalPaused begins a pause of auto-approval after a change of the bank account, the e-mail
// address or the password, or extends the one that runs. A stolen key can therefore not send
// a balance to another bank account before the client hears of it. Older events lack it; no
// pause runs then.
type AutoApprovalPaused struct {
	ClientID int64 `json:"client_id"`
	// Number counts the pauses of the client, from 1. An extended pause keeps its number.
	Number int `json:"number"`
	// Changed are the fields of this change. PersonID is whose password changed, else 0.
	Changed  []string `json:"changed"`
	PersonID int64    `json:"person_id"`
	// Before is what was in force before the pause began. Notice goes to its address, and an
	// undo restores it.
	Before Secured   `json:"before"`
	Until  time.Time `json:"until"`
	// Silent: no notice goes out, because one that names these fields went out during this pause
	// within the hour, and its link is good still. So changes to and fro bring no flood of mails.
	Silent bool      `json:"silent"`
	At     time.Time `json:"at"`
}

// noticeEvery is how long a notice of a pause stands for further changes of the same fields.
const noticeEvery = time.Hour

// Pause is the last pause of auto-approval.
type Pause struct {
	Number int
	Before Secured
	// NewPasswords are the people whose password changed during the pause.
	NewPasswords []int64
	// Since is when the pause began.
	Since, Until time.Time
	// Noticed are the fields that the notices of the pause named, the last of them at NoticedAt.
	Noticed   []string
	NoticedAt time.Time
}

// with returns the pause after the event, which begins another one or extends it.
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

// noticed reports whether a notice stands for a change of these fields.
func (p Pause) noticed(changed []string, at time.Time) bool {
	unnamed := func(field string) bool { return !slices.Contains(p.Noticed, field) }
	return at.Sub(p.NoticedAt) < noticeEvery && !slices.ContainsFunc(changed, unnamed)
}

// Paused reports whether a pause of auto-approval runs.
func (s State) Paused(at time.Time) bool { return at.Before(s.Pause.Until) }

// AutoApproves reports whether withdrawals of the client are approved by themselves then.
func (s State) AutoApproves(at time.Time) bool { return s.AutoApproveWithdrawal && !s.Paused(at) }

// MailAddress is where mail about the account's safety goes then, links to a new password among it: while a
// pause runs, the address of before it, so that a thief who changed the address gets none.
func (s State) MailAddress(at time.Time) string {
	if s.Paused(at) {
		return s.Pause.Before.Email
	}
	return s.Email
}

// Protects reports whether an address is kept for the account, because an undo may restore it.
func (s State) Protects(email string, at time.Time) bool {
	return s.Paused(at) && EmailID(s.Pause.Before.Email) == EmailID(email)
}

func (p Profile) secured() Secured {
	return Secured{AccountNumber: p.AccountNumber, Bank: p.Bank, Email: p.Email}
}

// changedFrom lists the fields of p that differ and whose change pauses auto-approval. A bank
// account counts from the first complete one on: the first is no change.
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

// pause gives the event of a pause that these changes cause, none where nothing changed or no
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
	if e.Until.Before(s.Pause.Until) { // the cool-off is shorter than it was
		e.Until = s.Pause.Until
	}
	return []domain.Event{e}
}

// WithPause adds to the events of a decision the pause that a changed password causes: that of an
// owner, who may issue keys. The pause comes first; one append holds both. Without a cool-off
// nothing is added.
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

// Mails implements mail.Asker: notice to the address of before, with the link that undoes, unless
// it is silent.
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
