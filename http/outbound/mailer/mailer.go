package mailer

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"
	"time"
	"unicode"

	"gateway/domain/brand"
	"gateway/domain/mail"
	"gateway/domain/notice"
	"gateway/domain/text"
	"gateway/domain/words"
	"gateway/http/service/credential"
	"gateway/projections/readmodel/mailrows"
)

// sendLimit limits one attempt, including the connection.
const sendLimit = time.Minute

// Transport makes one attempt to deliver a message to a server.
type Transport interface {
	Deliver(ctx context.Context, m Message) mail.Result
}

// Sender writes mails and passes them to the transport. It implements mailreactor.MailSender and is safe for
// concurrent use.
type Sender struct {
	Writer    Writer
	Transport Transport
}

// Send makes one attempt, of at most a minute.
func (s Sender) Send(ctx context.Context, m mailrows.Mail) mail.Result {
	message, err := s.Writer.Write(m)
	if err != nil {
		return mail.Result{Err: err.Error()}
	}
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	return s.Transport.Deliver(ctx, message)
}

// actIn describes an act in a language: 0 is Indonesian, 1 is English. It returns the name of an act without
// a description.
func actIn(language int, name string) string {
	said, ok := words.Acts[name]
	switch {
	case !ok:
		return name
	case language == 0:
		return said.Indonesian
	}
	return said.English
}

// files holds the texts: the template named after a kind of mail is its text. The first line is the subject.
//
//go:embed templates/*.txt
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"actIn": actIn, "rupiah": inRupiah, "channel": channelIn,
}).ParseFS(files, "templates/*.txt"))

// Message is a mail in the form passed to a server.
type Message struct {
	// ID is the same in every attempt to send a mail, so that a duplicate is recognized.
	ID      string
	To      string
	Subject string
	Text    string
	// HTML says the same as Text. It may be empty.
	HTML string
	// Unsubscribe is the address that switches mails of this kind off for the recipient, empty for a mail that must come.
	Unsubscribe string
}

// Writer writes the mails that events request. It is safe for concurrent use.
type Writer struct {
	Links credential.Links
	// Zone is the time zone of times in mails.
	Zone *time.Location
	// Sandbox says that no real money moves, which the subject of each mail says, too.
	Sandbox bool
	// Brand is that of the operator. Its name, contact and legal footer end each mail.
	Brand brand.Brand
}

// ours are the values that the gateway makes itself: codes and numbers.
var ours = map[string]bool{
	"act": true, "amount": true, "volume": true, "volume_before": true, "fees": true, "fees_before": true, "arrives": true,
	"from": true, "to": true, notice.ValueFee: true, notice.ValueVAT: true, notice.ValueNet: true,
}

// sandboxMark begins the subject of each mail of a sandbox.
const sandboxMark = "[Sandbox] "

// Write writes a mail. It fails when the kind has no text or the row cannot be parsed.
func (w Writer) Write(m mailrows.Mail) (Message, error) {
	message, err := w.message(m)
	if err != nil {
		return Message{}, err
	}
	if w.Sandbox {
		message.Subject = sandboxMark + message.Subject
	}
	message.HTML, err = w.html(message)
	message.Text += w.foot()
	return message, err
}

func (w Writer) message(m mailrows.Mail) (Message, error) {
	var link mail.Link
	if err := json.Unmarshal(m.Link, &link); err != nil {
		return Message{}, fmt.Errorf("link of a mail: %w", err)
	}
	values := make(map[string]string)
	if err := json.Unmarshal(m.Values, &values); err != nil {
		return Message{}, fmt.Errorf("values of a mail: %w", err)
	}
	for name, value := range values { // everything except the link, the place, and what the gateway itself writes
		if !ours[name] && !(isListedByUs(m.Kind) && strings.HasPrefix(name, "item_")) {
			values[name] = plain(value)
		}
	}
	if at, ok := values[notice.ValuePaidAt]; ok {
		values[notice.ValuePaidAt] = w.said(at)
	}
	data := content{Values: values, Items: mail.Listed(values), Until: m.Until.In(w.Zone).Format(timeForm), Place: w.Links.URL}
	if link.Purpose != "" {
		data.Link = w.Links.Page(link)
	}
	message := Message{ID: m.ID, To: m.Recipient}
	if link.Purpose == mail.PurposeMailsOff {
		message.Unsubscribe = data.Link
	}
	if templates.Lookup(m.Kind+".txt") == nil {
		return w.writeIn(message, m.Kind, data)
	}
	text, err := written(m.Kind+".txt", data)
	message.Subject, message.Text = text.subject, text.body
	return message, err
}

// content is what a text may mention.
type content struct {
	Values map[string]string
	// Items are the values that an event lists.
	Items              []string
	Link, Until, Place string
}

// foot says whose mail it is: the name, the contact and the legal footer of the operator.
func (w Writer) foot() string {
	var lines []string
	for _, line := range []string{w.Brand.Name, w.Brand.Contact, w.Brand.Legal} {
		if line != "" {
			lines = append(lines, line+"\n")
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "\n-- \n" + strings.Join(lines, "")
}

// plain returns a stranger's text in a form that is safe in a mail: one line in which no mail program finds
// an address to turn into a link. This is needed because a person can invite anybody from a client named
// after a web address, and the mail comes from us. Characters that would form an address are put in square
// brackets: evil[.]example, https[:]//, ani[@]example. An invisible character in between would not do: some
// programs drop it, and some treat it as part of the address.
func plain(value string) string {
	runes := []rune(text.Cleaned(value, text.MaxLine))
	var out strings.Builder
	for i, r := range runes {
		inside := i > 0 && i+1 < len(runes) && !unicode.IsSpace(runes[i-1]) && !unicode.IsSpace(runes[i+1])
		if inside && (strings.ContainsRune(joiners, r) || r == ':' && unicode.IsLetter(runes[i-1])) {
			out.WriteString("[" + string(r) + "]")
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

// joiners join the parts of an address: the at sign, its full-width form, and the full stops that are
// equivalent in a host name.
const joiners = "@\uff20.\u3002\uff0e\uff61"

// Printer prints messages instead of sending them. It is for sandboxes only, because any reader of a printed
// link can use it. It is safe for concurrent use.
type Printer struct {
	mu  sync.Mutex
	out io.Writer
}

// NewPrinter makes a Printer.
func NewPrinter(out io.Writer) *Printer { return &Printer{out: out} }

// Deliver implements Transport.
func (p *Printer) Deliver(_ context.Context, m Message) mail.Result {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := fmt.Fprintf(p.out, "--- mail to %s (SMTP_URL is not set)\n%s\n\n%s---\n", m.To, m.Subject, m.Text)
	if err != nil {
		return mail.Result{Err: "the mail can't be printed"}
	}
	return mail.Result{}
}
