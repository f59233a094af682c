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
}

// Gets reports whether the kind is for people with this role.
func (n Notice) Gets(role string) bool { return slices.Contains(n.Roles, role) }

// Notices returns the kinds that a person may switch off, in the order in which pages list them.
func Notices() []Notice {
	return []Notice{
		{Number: 1, Kind: mail.KindPayoutDone, Roles: []string{RoleOwner, RoleFinance}},
		{Number: 2, Kind: mail.KindWeeklySummary, Roles: []string{RoleOwner, RoleFinance}},
		{Number: 3, Kind: mail.KindAttention, Roles: []string{RoleOwner, RoleFinance, RoleDeveloper}},
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

// Wants reports whether the person gets mails of this kind: the role has it, the person joined, and did not switch it off.
func (p Person) Wants(kind string) bool {
	n, ok := NoticeOf(kind)
	return ok && n.Gets(p.Role) && p.Status == StatusActive && p.Email != "" && !slices.Contains(p.MailsOff, kind)
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
	// Off lists the kinds that the person does not want.
	Off      *[]string
	Language *string
	By       string
	At       time.Time
}

// ChooseMails decides a ChooseMailsCmd. Checks:
//
//  1. person_not_found, also for a person who has not accepted the invitation
//  2. invalid_field off: a kind that is none, or that can't be switched off
//  3. invalid_field language
//  4. nothing would change: nothing happens
func ChooseMails(s State, cmd ChooseMailsCmd) ([]domain.Event, error) {
	p, ok := s.Find(cmd.PersonID)
	if !ok || p.Status != StatusActive {
		return nil, ErrNotFound
	}
	off, language := p.MailsOff, p.Language
	if cmd.Off != nil {
		off = slices.Compact(slices.Sorted(slices.Values(*cmd.Off)))
	}
	if cmd.Language != nil {
		language = *cmd.Language
	}
	if err := checkChoice(off, language); err != nil {
		return nil, err
	}
	if slices.Equal(off, p.MailsOff) && language == p.Language {
		return nil, nil
	}
	if off == nil {
		off = []string{}
	}
	return []domain.Event{MailsChosen{ClientID: s.ClientID, PersonID: p.ID, Off: off, Language: language, By: cmd.By, At: cmd.At}}, nil
}

func checkChoice(off []string, language string) error {
	for _, kind := range off {
		if _, ok := NoticeOf(kind); !ok {
			var kinds []string
			for _, n := range Notices() {
				kinds = append(kinds, n.Kind)
			}
			return domain.UnknownCode("off", kinds)
		}
	}
	if language != "" && language != LanguageIndonesian && language != LanguageEnglish {
		return domain.UnknownCode("language", []string{LanguageIndonesian, LanguageEnglish})
	}
	return nil
}

// SwitchOff decides that a person no longer wants the mails of one kind, with the link in such a mail. A person who left, or
// who has switched it off, changes nothing.
func SwitchOff(s State, id int64, kind string, at time.Time) ([]domain.Event, error) {
	p, ok := s.Find(id)
	if !ok || p.Status != StatusActive || slices.Contains(p.MailsOff, kind) {
		return nil, nil
	}
	off := append(slices.Clone(p.MailsOff), kind)
	return ChooseMails(s, ChooseMailsCmd{PersonID: id, Off: &off, By: ByLink, At: at})
}
