package accountservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/mail"
	"gateway/domain/person"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/credential"
)

// MailChoices says which mails a person gets, and in which language.
type MailChoices struct {
	// Language is empty for both.
	Language string `json:"language"`
	// Kinds lists the kinds that people with the person's role get.
	Kinds []MailChoice `json:"kinds"`
}

// MailChoice is a kind of mails.
type MailChoice struct {
	Kind string `json:"kind"`
	// On is false if the person switched the kind off, or did not ask for a kind that comes only on demand.
	On bool `json:"on"`
}

// MailsOf returns which mails a person gets. Refusal: person_not_found.
func (a Accounts) MailsOf(ctx context.Context, clientID, id int64) (MailChoices, error) {
	s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return MailChoices{}, err
	}
	return mailChoices(s, id)
}

// ChooseMails says which mails a person wants, and in which language, empty for both. on and language may be nil: the kinds that
// come on demand stay as they are, or the language does. The refusals are those of person.ChooseMails.
func (a Accounts) ChooseMails(ctx context.Context, clientID, id int64, off []string, on *[]string, language *string) (MailChoices, error) {
	s, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return person.ChooseMails(s.People, person.ChooseMailsCmd{
			PersonID: id, Off: &off, On: on, Language: language, By: service.Actor(ctx), At: a.Now(),
		})
	})
	if err != nil {
		return MailChoices{}, err
	}
	return mailChoices(s, id)
}

func mailChoices(s account.State, id int64) (MailChoices, error) {
	p, ok := s.People.Find(id)
	if !ok {
		return MailChoices{}, person.ErrNotFound
	}
	choices := MailChoices{Language: p.Language, Kinds: []MailChoice{}}
	for _, n := range person.Notices() {
		if n.Gets(p.Role) {
			choices.Kinds = append(choices.Kinds, MailChoice{Kind: n.Kind, On: p.HasOn(n)})
		}
	}
	return choices, nil
}

// CheckMailsOff reads the link of a mail that can be switched off, and returns the kind. It changes nothing. Refusal:
// link_invalid.
func (a Accounts) CheckMailsOff(token string) (kind string, err error) {
	_, n, err := a.mailsOff(token)
	return n.Kind, err
}

// SwitchMailsOff switches off the kind of the mail whose link has this token. Each reader of the mail may, so nothing else can be
// done with the link, and it does not expire. Refusal: link_invalid.
func (a Accounts) SwitchMailsOff(ctx context.Context, token string) error {
	link, n, err := a.mailsOff(token)
	if err != nil {
		return err
	}
	ctx = service.WithActor(ctx, person.ByLink)
	_, err = a.execute(ctx, link.ClientID, func(s account.State) ([]domain.Event, error) {
		return person.SwitchOff(s.People, link.PersonID, n.Kind, a.Now())
	})
	return err
}

func (a Accounts) mailsOff(token string) (mail.Link, person.Notice, error) {
	link, err := a.links().Read(token)
	if err != nil {
		return link, person.Notice{}, err
	}
	n, ok := person.NoticeNumbered(link.Number)
	if !ok || link.Purpose != mail.PurposeMailsOff {
		return link, n, credential.ErrLinkInvalid
	}
	return link, n, nil
}
