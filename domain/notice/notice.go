// Package notice is the aggregate of one notice: something that people of a client are told by mail, once. The stream of a
// notice is named after what it is about, so that no person is told twice, whatever becomes of the read models.
package notice

import (
	"maps"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/mail"
	"gateway/domain/person"
)

// Aggregate folds the streams of notices.
var Aggregate = domain.Aggregate[State]{Category: "notice", Evolve: Evolve}

// Stream names the stream of the notice with this key.
func Stream(key string) string { return Aggregate.Stream(key) }

// State is one notice. The zero State is a notice that was not given.
type State struct{ Given bool }

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	if _, ok := event.(Given); ok {
		s.Given = true
	}
	return s
}

// Given says that people of a client are told something, and asks for a mail to each of them.
type Given struct {
	// Key names what the notice is about, and the stream.
	Key      string `json:"key"`
	ClientID int64  `json:"client_id"`
	// Kind is one of the kinds of package mail.
	Kind string `json:"kind"`
	// Day is the business day of a notice that comes at most once a day, or once a week; empty for others.
	Day string `json:"day"`
	// Covers lists the keys of what was waiting to be told. It may be empty.
	Covers []string `json:"covers"`
	// Recipients may be empty: no person wants the notice, which is over.
	Recipients []Recipient `json:"recipients"`
	// Values holds what the text mentions, by name.
	Values map[string]string `json:"values"`
	// Until is when the notice is too old to be sent.
	Until time.Time `json:"until"`
	At    time.Time `json:"at"`
}

// Recipient is a person who is told.
type Recipient struct {
	PersonID int64  `json:"person_id"`
	Email    string `json:"email"`
	// Language is empty for both.
	Language string `json:"language"`
	// Items are what is listed for this person. It may be empty.
	Items []string `json:"items,omitempty"`
}

// EventType is the wire name.
func (Given) EventType() string { return "notice.given.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Given{}} }

// ValueLanguage is the value that names the language of a mail, empty for both.
const ValueLanguage = "language"

// Mails implements mail.Asker: one mail for each recipient, with the link that switches the kind off.
func (e Given) Mails() (mails []mail.Mail) {
	n, _ := person.NoticeOf(e.Kind)
	for _, r := range e.Recipients {
		values := map[string]string{ValueLanguage: r.Language, "client_id": strconv.FormatInt(e.ClientID, 10)}
		maps.Copy(values, e.Values)
		mail.List(values, r.Items)
		mails = append(mails, mail.Mail{
			Kind: e.Kind, To: r.Email, ClientID: e.ClientID, Values: values, At: e.At, Until: e.Until,
			Link: mail.Link{Purpose: mail.PurposeMailsOff, ClientID: e.ClientID, PersonID: r.PersonID, Number: n.Number},
		})
	}
	return mails
}

// Give decides that a notice is given. If it was, nothing happens.
func Give(s State, given Given) ([]domain.Event, error) {
	if s.Given {
		return nil, nil
	}
	return []domain.Event{given}, nil
}

// To returns the people who want mails of this kind. Each gets the items that items returns for the role; where items is
// not nil, a person without an item gets no mail.
func To(people person.State, kind string, items func(role string) []string) []Recipient {
	to := []Recipient{}
	for _, p := range people.People {
		if !p.Wants(kind) {
			continue
		}
		r := Recipient{PersonID: p.ID, Email: p.Email, Language: p.Language}
		if items != nil {
			if r.Items = items(p.Role); len(r.Items) == 0 {
				continue
			}
		}
		to = append(to, r)
	}
	return to
}
