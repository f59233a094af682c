// Package mailbox is a real mail server (SMTP) on loopback that keeps the mails it gets. It is for tests of a
// gateway that sends mails.
package mailbox

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"regexp"
	"strings"
	"sync"
	"testing"

	"gateway/test/poll"

	"github.com/emersion/go-smtp"
)

// Mailbox keeps mails by recipient. It is safe for concurrent use.
type Mailbox struct {
	listener net.Listener
	server   *smtp.Server

	mu      sync.Mutex
	mails   map[string][]Mail
	refusal error
}

// Mail is a mail that arrived.
type Mail struct {
	// ID is its Message-ID.
	ID      string
	Subject string
	Text    string
	// HTML is the alternative to Text, empty if there is none.
	HTML string
	// Unsubscribe and UnsubscribePost are the headers List-Unsubscribe and List-Unsubscribe-Post.
	Unsubscribe, UnsubscribePost string
}

var address = regexp.MustCompile(`https?://\S+\?token=\S+`)

// Link is the first address with a token in the text, empty if there is none.
func (m Mail) Link() string { return address.FindString(m.Text) }

// Token is the token in the Link.
func (m Mail) Token() string {
	_, token, _ := strings.Cut(m.Link(), "?token=")
	return token
}

// Start starts the server. It accepts mails without a login.
func Start() (*Mailbox, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &Mailbox{listener: listener, mails: make(map[string][]Mail)}
	m.server = smtp.NewServer(m)
	go func() { _ = m.server.Serve(listener) }() // it ends with Close
	return m, nil
}

// URL is the SMTP_URL for a gateway.
func (m *Mailbox) URL() string { return "smtp://" + m.listener.Addr().String() }

// Close stops the server.
func (m *Mailbox) Close() error { return m.server.Close() }

// Refuse answers every recipient with this error (*smtp.SMTPError). With nil it accepts mails again.
func (m *Mailbox) Refuse(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refusal = err
}

// To returns the mails to a recipient, oldest first.
func (m *Mailbox) To(recipient string) []Mail {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]Mail(nil), m.mails[recipient]...)
}

// Await waits for the n-th mail (from 1) to a recipient.
func (m *Mailbox) Await(tb testing.TB, recipient string, n int) Mail {
	tb.Helper()
	poll.Until(tb, fmt.Sprintf("mail %d to %s", n, recipient), func() bool { return len(m.To(recipient)) >= n })
	return m.To(recipient)[n-1]
}

// AwaitSaying waits for a mail to a recipient that has the text. Mails may arrive in another order than that of their causes.
func (m *Mailbox) AwaitSaying(tb testing.TB, recipient, text string) (found Mail) {
	tb.Helper()
	poll.Until(tb, fmt.Sprintf("a mail to %s that says %q", recipient, text), func() bool {
		for _, mail := range m.To(recipient) {
			if strings.Contains(mail.Text, text) {
				found = mail
				return true
			}
		}
		return false
	})
	return found
}

// NewSession implements smtp.Backend.
func (m *Mailbox) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{mailbox: m}, nil }

type session struct {
	mailbox    *Mailbox
	recipients []string
}

// Mail implements smtp.Session.
func (*session) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt implements smtp.Session.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.mailbox.mu.Lock()
	defer s.mailbox.mu.Unlock()
	s.recipients = append(s.recipients, to)
	return s.mailbox.refusal
}

// Data implements smtp.Session.
func (s *session) Data(r io.Reader) error {
	received, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	text, html, err := parts(received)
	if err != nil {
		return err
	}
	s.mailbox.mu.Lock()
	defer s.mailbox.mu.Unlock()
	for _, to := range s.recipients {
		s.mailbox.mails[to] = append(s.mailbox.mails[to], Mail{
			ID: received.Header.Get("Message-Id"), Subject: received.Header.Get("Subject"), Text: text, HTML: html,
			Unsubscribe: received.Header.Get("List-Unsubscribe"), UnsubscribePost: received.Header.Get("List-Unsubscribe-Post"),
		})
	}
	return nil
}

// parts returns the text of a mail, and the HTML that is the alternative to it.
func parts(m *mail.Message) (text, html string, err error) {
	kind, parameters, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		body := m.Body
		if m.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
			body = quotedprintable.NewReader(body)
		}
		text, err = read(body)
		return text, "", err
	}
	reader := multipart.NewReader(m.Body, parameters["boundary"])
	for {
		part, err := reader.NextPart() // it decodes quoted-printable
		if errors.Is(err, io.EOF) {
			return text, html, nil
		}
		if err != nil {
			return "", "", err
		}
		content, err := read(part)
		if err != nil {
			return "", "", err
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			html = content
			continue
		}
		text = content
	}
}

// read reads a text with the ends of lines that the programs here write.
func read(r io.Reader) (string, error) {
	content, err := io.ReadAll(r)
	return strings.ReplaceAll(string(content), "\r\n", "\n"), err
}

// Reset implements smtp.Session.
func (s *session) Reset() { s.recipients = nil }

// Logout implements smtp.Session.
func (*session) Logout() error { return nil }
