package mailer

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"
	"time"

	"gateway/domain/mail"
	"gateway/http/service/credential"
	"gateway/projections/readmodel/mailrows"
)

// files holds the texts: the template named after a kind of mail is its text. The first line is the subject.
//
//go:embed templates/*.txt
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"actIn": actIn}).ParseFS(files, "templates/*.txt"))

// Message is a mail in the form passed to a server.
type Message struct {
	// ID is the same in every attempt to send a mail, so that a duplicate is recognized.
	ID      string
	To      string
	Subject string
	Text    string
}

// Writer writes the mails that events request. It is safe for concurrent use.
type Writer struct {
	Links credential.Links
	// Zone is the time zone of times in mails.
	Zone *time.Location
}

// ours are the values that the gateway makes itself: codes and numbers.
var ours = map[string]bool{"act": true, "amount": true}

// Write writes a mail. It fails when the kind has no text or the row cannot be parsed.
func (w Writer) Write(m mailrows.Mail) (Message, error) {
	var link mail.Link
	if err := json.Unmarshal(m.Link, &link); err != nil {
		return Message{}, fmt.Errorf("link of a mail: %w", err)
	}
	values := make(map[string]string)
	if err := json.Unmarshal(m.Values, &values); err != nil {
		return Message{}, fmt.Errorf("values of a mail: %w", err)
	}
	for name, value := range values { // everything except the link, the place, and what the gateway itself writes
		if !ours[name] {
			values[name] = plain(value)
		}
	}
	data := struct {
		Values map[string]string
		// Items are the values that an event lists.
		Items              []string
		Link, Until, Place string
	}{Values: values, Items: mail.Listed(values), Until: m.Until.In(w.Zone).Format("2006-01-02 15:04 MST"), Place: w.Links.URL}
	if link.Purpose != "" {
		data.Link = w.Links.Page(link)
	}
	var text strings.Builder
	if err := templates.ExecuteTemplate(&text, m.Kind+".txt", data); err != nil {
		return Message{}, fmt.Errorf("text of a mail: %w", err)
	}
	subject, body, _ := strings.Cut(text.String(), "\n")
	return Message{ID: m.ID, To: m.Recipient, Subject: subject, Text: strings.TrimLeft(body, "\n")}, nil
}
