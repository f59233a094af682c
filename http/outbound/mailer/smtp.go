package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"gateway/domain/mail"

	gomail "github.com/wneessen/go-mail"
)

const (
	// commandLimit limits each command to the server.
	commandLimit = 20 * time.Second
	// maxError is the maximum length of a failure's text, in characters.
	maxError = 200
)

// SMTP delivers messages to a mail server, with one connection per message. It is safe for concurrent use.
type SMTP struct {
	server Server
	from   string
	// host is the part of the Message-ID after the @.
	host string
	tls  *tls.Config
}

// NewSMTP makes the transport. from is the sender, as ParseSender accepts it.
func NewSMTP(server Server, from string) *SMTP {
	_, host, _ := strings.Cut(strings.TrimSuffix(from, ">"), "@")
	return &SMTP{server: server, from: from, host: host, tls: &tls.Config{ServerName: server.Host, MinVersion: tls.VersionTLS12}}
}

// Deliver implements Transport.
func (s *SMTP) Deliver(ctx context.Context, m Message) mail.Result {
	message, err := s.message(m)
	if err != nil {
		return mail.Result{Err: "the mail has an address that is none", Refused: true}
	}
	client, err := gomail.NewClient(s.server.Host, s.options(ctx)...)
	if err != nil {
		return mail.Result{Err: shortened(err)}
	}
	err = client.DialAndSendWithContext(ctx, message)
	if message.IsDelivered() { // a later error comes from the QUIT
		return mail.Result{}
	}
	if err == nil {
		err = errors.New("the mail server took no mail")
	}
	return result(err)
}

func (s *SMTP) message(m Message) (*gomail.Msg, error) {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := errors.Join(message.From(s.from), message.To(m.To)); err != nil {
		return nil, err
	}
	message.SetMessageIDWithValue(m.ID + "@" + s.host)
	message.Subject(m.Subject)
	message.SetDate()
	message.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no out-of-office replies
	if m.Unsubscribe != "" {                                 // RFC 8058: mail programs switch it off by a POST, without opening the page
		message.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		message.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		message.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return message, nil
}

// options returns the options for one attempt. With TLS from the first byte, which dial starts, no server
// offers STARTTLS; the policy only makes the library check whether there is TLS.
func (s *SMTP) options(ctx context.Context) []gomail.Option {
	options := []gomail.Option{
		gomail.WithPort(s.server.Port), gomail.WithTimeout(commandLimit), gomail.WithTLSConfig(s.tls),
		gomail.WithTLSPolicy(map[string]gomail.TLSPolicy{
			TLSImplicit: gomail.TLSOpportunistic, TLSRequired: gomail.TLSMandatory, TLSOptional: gomail.TLSOpportunistic, TLSNone: gomail.NoTLS,
		}[s.server.TLS]),
		gomail.WithDialContextFunc(func(dialing context.Context, network, address string) (net.Conn, error) {
			return s.dial(dialing, ctx, network, address)
		}),
	}
	if s.server.User == "" {
		return options
	}
	auth := gomail.SMTPAuthAutoDiscover
	if s.server.TLS == TLSNone { // set in the URL, or loopback
		auth = gomail.SMTPAuthPlainNoEnc
	}
	return append(options, gomail.WithUsername(s.server.User), gomail.WithPassword(s.server.Password), gomail.WithSMTPAuth(auth))
}

// dial connects. The connection is closed when the attempt ends, so that a server that stops responding does
// not hold it.
func (s *SMTP) dial(dialing, attempt context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(dialing, network, address)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(attempt, func() { _ = conn.Close() })
	if s.server.TLS != TLSImplicit {
		return conn, nil
	}
	secured := tls.Client(conn, s.tls)
	if err := secured.HandshakeContext(dialing); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return secured, nil
}

// result distinguishes a mail that the server refused permanently from a server that is currently unusable. A
// policy refusal (5.7) may be a configuration mistake on either side, so the mail is tried again.
func result(err error) mail.Result {
	var refused *gomail.SendError
	if !errors.As(err, &refused) {
		return mail.Result{Err: shortened(err)}
	}
	code := refused.EnhancedStatusCode()
	about := refused.Reason == gomail.ErrSMTPRcptTo || refused.Reason == gomail.ErrSMTPData || refused.Reason == gomail.ErrSMTPDataClose
	return mail.Result{
		// This leaves out the server's words, which quote the address.
		Err:     strings.Join(strings.Fields(fmt.Sprintf("%s: %d %s", refused.Reason, refused.ErrorCode(), code)), " "),
		Refused: about && refused.ErrorCode() >= 500 && !refused.IsTemp() && !strings.HasPrefix(code, "5.7."),
	}
}

func shortened(err error) string {
	text := []rune(err.Error())
	return string(text[:min(len(text), maxError)])
}
