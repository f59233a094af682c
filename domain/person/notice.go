package person

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/mail"
)

// Notice is a kind of mail that goes to a client's people by role, and that each of them may switch off. Mails that keep a
// login or an account safe are none: they can't be switched off.
type Notice struct {
	// Number is permanent: it is part of the link by which a person switches the kind off.
	Number int
	// Kind is one of the kinds of package mail.
	Kind string
	// Roles lists who gets it.
	Roles []string
	// Asked is true of a kind that comes only to a person who asked for it, because it may come thousands of times a day.
	Asked bool
}

// Gets reports whether the kind is for people with this role.
func (n Notice) Gets(role string) bool { return slices.Contains(n.Roles, role) }

// Notices returns the kinds that a person may switch off, in the order in which pages list them.
func Notices() []Notice {
	return []Notice{
		{Number: 1, Kind: mail.KindPayoutDone, Roles: []string{RoleOwner, RoleFinance}},
		{Number: 2, Kind: mail.KindWeeklySummary, Roles: []string{RoleOwner, RoleFinance}},
		{Number: 3, Kind: mail.KindAttention, Roles: []string{RoleOwner, RoleFinance, RoleDeveloper}},
		{Number: 4, Kind: mail.KindReceipt, Roles: []string{RoleOwner, RoleFinance}, Asked: true},
	}
}

// NoticeOf finds a kind. ok is false for a kind that can't be switched off.
func NoticeOf(kind string) (n Notice, ok bool) {
	return findNotice(func(n Notice) bool { return n.Kind == kind })
}

// NoticeNumbered finds a kind by its number.
func NoticeNumbered(number int) (n Notice, ok bool) {
	return findNotice(func(n Notice) bool { return n.Number == number })
}

func findNotice(match func(Notice) bool) (n Notice, ok bool) {
	all := Notices()
	if i := slices.IndexFunc(all, match); i >= 0 {
		return all[i], true
	}
	return n, false
}

// Wants reports whether the person gets mails of this kind: the role has it, the person joined, and it is on.
func (p Person) Wants(kind string) bool {
	n, ok := NoticeOf(kind)
	return ok && n.Gets(p.Role) && p.Status == StatusActive && p.Email != "" && p.HasOn(n)
}

// HasOn reports whether the person has the kind switched on, or was never asked whether to switch it off.
func (p Person) HasOn(n Notice) bool {
	if n.Asked {
		return slices.Contains(p.MailsOn, n.Kind)
	}
	return !slices.Contains(p.MailsOff, n.Kind)
}

// StillOn returns the kinds, of those that a person asked for, that a person with the role gets. The wish for others ends
// with the role.
func StillOn(on []string, role string) []string {
	return slices.DeleteFunc(slices.Clone(on), func(kind string) bool {
		n, ok := NoticeOf(kind)
		return !ok || !n.Gets(role)
	})
}

// The languages that a person may choose for mails. Without a choice a mail has both.
const (
	LanguageIndonesian = "id"
	LanguageEnglish    = "en"
)

// MailsChosen says which mails a person wants, and in which language.
type MailsChosen struct {
	ClientID int64 `json:"client_id"`
	PersonID int64 `json:"person_id"`
	// Off lists the kinds that the person does not want, sorted.
	Off []string `json:"off"`
	// On lists the kinds that the person asked for, of those that come only on demand, sorted.
	On []string `json:"on,omitempty"`
	// Language is empty for both.
	Language string `json:"language"`
	// By is the person, or `link` if the person used the link in a mail.
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// EventType is the wire name.
func (MailsChosen) EventType() string { return "person.mails_chosen.v1" }

// ChooseMailsCmd says which mails a person wants. A field that is nil stays as it is.
type ChooseMailsCmd struct {
	PersonID int64
	// Off lists the kinds that the person does not want. A kind that comes only on demand may be among them.
	Off *[]string
	// On lists the kinds that the person asks for, of those that come only on demand.
	On       *[]string
	Language *string
	By       string
	At       time.Time
}

// ChooseMails decides a ChooseMailsCmd. Checks:
//
//  1. person_not_found, also for a person who has not accepted the invitation
//  2. invalid_field off: a kind that is none, or that can't be switched off
//  3. invalid_field on: a kind that does not come on demand, that the role does not get, or that is in off, too
//  4. invalid_field language
//  5. nothing would change: nothing happens
func ChooseMails(s State, cmd ChooseMailsCmd) ([]domain.Event, error) {
	p, ok := s.Find(cmd.PersonID)
	if !ok || p.Status != StatusActive {
		return nil, ErrNotFound
	}
	if err := cmd.check(p.Role); err != nil {
		return nil, err
	}
	off, on, language := p.MailsOff, p.MailsOn, p.Language
	if cmd.Off != nil {
		off = sorted(*cmd.Off)
		on = without(on, off)
	}
	if cmd.On != nil {
		on = sorted(*cmd.On)
	}
	off = without(off, kindsThat(func(n Notice) bool { return n.Asked }))
	if cmd.Language != nil {
		language = *cmd.Language
	}
	if slices.Equal(off, p.MailsOff) && slices.Equal(on, p.MailsOn) && language == p.Language {
		return nil, nil
	}
	return []domain.Event{MailsChosen{
		ClientID: s.ClientID, PersonID: p.ID, Off: off, On: on, Language: language, By: cmd.By, At: cmd.At,
	}}, nil
}

// sorted returns the kinds in order, each once.
func sorted(kinds []string) []string { return slices.Compact(slices.Sorted(slices.Values(kinds))) }

// without returns the kinds that are not among others; never nil.
func without(kinds, others []string) []string {
	kept := []string{}
	for _, kind := range kinds {
		if !slices.Contains(others, kind) {
			kept = append(kept, kind)
		}
	}
	return kept
}

// kindsThat returns the kinds of the notices that match, in the order of Notices.
func kindsThat(match func(Notice) bool) (kinds []string) {
	for _, n := range Notices() {
		if match(n) {
			kinds = append(kinds, n.Kind)
		}
	}
	return kinds
}

// check does the checks of ChooseMails about a command of a person with the role.
func (cmd ChooseMailsCmd) check(role string) error {
	var off, on []string
	if cmd.Off != nil {
		off = *cmd.Off
	}
	if cmd.On != nil {
		on = *cmd.On
	}
	if all := kindsThat(func(Notice) bool { return true }); len(without(off, all)) > 0 {
		return domain.UnknownCode("off", all)
	}
	if asked := kindsThat(func(n Notice) bool { return n.Asked && n.Gets(role) }); len(without(on, asked)) > 0 {
		return domain.UnknownCode("on", asked)
	}
	if len(without(on, off)) < len(on) {
		return domain.InvalidField("on", "has a kind that off has, too")
	}
	if cmd.Language == nil {
		return nil
	}
	return checkLanguage(*cmd.Language)
}

func checkLanguage(language string) error {
	if language != "" && language != LanguageIndonesian && language != LanguageEnglish {
		return domain.UnknownCode("language", []string{LanguageIndonesian, LanguageEnglish})
	}
	return nil
}

// SwitchOff decides that a person no longer wants the mails of one kind, with the link in such a mail. A person who left, or
// who has switched it off, changes nothing.
func SwitchOff(s State, id int64, kind string, at time.Time) ([]domain.Event, error) {
	p, ok := s.Find(id)
	if !ok || p.Status != StatusActive {
		return nil, nil
	}
	off := append(slices.Clone(p.MailsOff), kind)
	return ChooseMails(s, ChooseMailsCmd{PersonID: id, Off: &off, By: ByLink, At: at})
}
