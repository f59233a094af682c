package account

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/text"
)

// AccessEnded ends every API key, session and token of the client, and every link for a new password, that
// existed when it was appended. It also undoes what the account gained since a given time (see Recovering).
// By is the administrator or the person of the client who asked. Older events undo nothing.
type AccessEnded struct {
	ClientID int64  `json:"client_id"`
	By       string `json:"by"`
	Reason   string `json:"reason"`
	// VoidPasswords has the same meaning as in ChangeUndone.
	VoidPasswords []int64 `json:"void_passwords,omitempty"`
	Recovering
	At time.Time `json:"at"`
}

// ChangeUndone restores the values from before a pause and ends all access, as AccessEnded does.
// VoidPasswords lists the people whose password was changed during the pause: those passwords stop working,
// and each person sets a new one by mail.
type ChangeUndone struct {
	ClientID int64 `json:"client_id"`
	Number   int   `json:"number"`
	Secured
	VoidPasswords []int64 `json:"void_passwords"`
	Recovering
	At time.Time `json:"at"`
}

// EndAccessCmd ends all access and undoes what the account gained. The reason may be empty if a person of the
// client asks.
type EndAccessCmd struct {
	RecoverCmd
	Reason string
	// ByAdmin is true if an administrator asks, who must then give a reason.
	ByAdmin bool
}

// EndAccess decides an EndAccessCmd. Repeating it ends what was opened since. Checks:
//
//  1. client_not_found
//  2. invalid_field reason: empty although an administrator asks, or not plain text of at most 255 characters
//  3. invalid_field since: in the future
func EndAccess(s State, cmd EndAccessCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	check := checkText
	if cmd.ByAdmin {
		check = func(field, value string) error { return text.Require(field, value, text.MaxLine) }
	}
	if err := domain.Together(check("reason", cmd.Reason), cmd.check()); err != nil {
		return nil, err
	}
	r := s.recovering(cmd.RecoverCmd)
	r.To = s.MailAddress(cmd.At)
	ended := AccessEnded{
		ClientID: s.ClientID, By: cmd.By, Reason: cmd.Reason, VoidPasswords: s.gainedPasswords(r, cmd.Keep), Recovering: r, At: cmd.At,
	}
	return append([]domain.Event{ended}, s.recover(r, cmd.RecoverCmd)...), nil
}

// ErrLinkEnded refuses a link that undoes a change, once the pause is over.
var ErrLinkEnded = domain.Refuse(domain.Invalid, "link_ended", "this link has ended or is not valid")

// UndoChange restores the bank account and the e-mail address from before the pause with this number, ends
// all access, and undoes everything that the account gained since the pause began: a thief with a session may
// have invited people, added endpoints and keys, and asked for payouts. It may be repeated while the pause
// lasts, because a thief may change the values again. The command needs no Since. The caller must have
// claimed the restored address for the client. Refusal: ErrLinkEnded, if the pause is over or another one
// runs.
func UndoChange(s State, number int, cmd RecoverCmd) ([]domain.Event, error) {
	if !s.Exists || s.Pause.Number != number || !s.Paused(cmd.At) {
		return nil, ErrLinkEnded
	}
	cmd.Since = s.Pause.Since
	r := s.recovering(cmd)
	r.To = s.Pause.Before.Email
	void := slices.Compact(slices.Sorted(slices.Values(slices.Concat(s.Pause.NewPasswords, s.gainedPasswords(r, 0)))))
	undone := ChangeUndone{
		ClientID: s.ClientID, Number: number, Secured: s.Pause.Before, VoidPasswords: void, Recovering: r, At: cmd.At,
	}
	return append([]domain.Event{undone}, s.recover(r, cmd)...), nil
}
