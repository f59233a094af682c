package mailer

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/domain/mail"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// mailServer is a real SMTP server. It accepts the user gateway with the password s3cret/@.
type mailServer struct {
	t        *testing.T
	mu       sync.Mutex
	received []string
	// toRecipient and toData are the answers to RCPT TO and to the end of DATA.
	toRecipient, toData error
	// drop closes the connection at the end of DATA, without an answer.
	drop     bool
	anyone   bool
	listener net.Listener
	roots    *x509.CertPool
}

// newMailServer starts a server: with TLS from the first byte, with STARTTLS, or without TLS.
func newMailServer(t *testing.T, encryption string) *mailServer {
	m := &mailServer{t: t, roots: x509.NewCertPool()}
	// The certificate of httptest is valid for 127.0.0.1 and example.com.
	https := httptest.NewUnstartedServer(nil)
	https.StartTLS()
	t.Cleanup(https.Close)
	m.roots.AddCert(https.Certificate())
	server := smtp.NewServer(m)
	server.AllowInsecureAuth = true
	server.ReadTimeout, server.WriteTimeout = 10*time.Second, 10*time.Second
	var err error
	if m.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	serve := m.listener
	certificate := &tls.Config{Certificates: https.TLS.Certificates}
	switch encryption {
	case TLSImplicit:
		serve = tls.NewListener(m.listener, certificate)
	case TLSRequired:
		server.TLSConfig = certificate
	}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(serve) })
	t.Cleanup(func() { _ = server.Close(); serving.Wait() })
	return m
}

// NewSession implements smtp.Backend.
func (m *mailServer) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &session{m: m, conn: c}, nil
}

// transport signs in with the password.
func (m *mailServer) transport(encryption, password string) *SMTP {
	s := NewSMTP(Server{
		Host: "127.0.0.1", Port: m.listener.Addr().(*net.TCPAddr).Port, User: "gateway", Password: password, TLS: encryption,
	}, "Gateway <no-reply@example.com>")
	s.tls.RootCAs = m.roots
	return s
}

func (m *mailServer) mails() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.received...)
}

type session struct {
	m        *mailServer
	conn     *smtp.Conn
	signedIn bool
}

// AuthMechanisms implements smtp.AuthSession.
func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

// Auth implements smtp.AuthSession.
func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if s.signedIn = user == "gateway" && password == "s3cret/@"; !s.signedIn {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

// Mail implements smtp.Session.
func (s *session) Mail(string, *smtp.MailOptions) error {
	if !s.signedIn && !s.m.anyone {
		return smtp.ErrAuthRequired
	}
	return nil
}

// Rcpt implements smtp.Session.
func (s *session) Rcpt(string, *smtp.RcptOptions) error { return s.m.toRecipient }

// Data implements smtp.Session.
func (s *session) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.m.received = append(s.m.received, string(text))
	if s.m.drop {
		_ = s.conn.Conn().Close()
		return errors.New("dropped")
	}
	return s.m.toData
}

// Reset implements smtp.Session.
func (s *session) Reset() {}

// Logout implements smtp.Session.
func (s *session) Logout() error { return nil }

var message = Message{ID: "ml_1", To: "ani@example.com", Subject: "Undangan / Invitation", Text: "Halo Ani,\n\nsalam – “Toko”\n"}

func TestAMailIsHandedOverSignedInAndEncrypted(t *testing.T) {
	t.Parallel()
	for _, encryption := range []string{TLSImplicit, TLSRequired, TLSNone} {
		t.Run(encryption, func(t *testing.T) {
			t.Parallel()
			m := newMailServer(t, encryption)
			if got := m.transport(encryption, "s3cret/@").Deliver(t.Context(), message); got != (mail.Result{}) {
				t.Fatalf("%+v", got)
			}
			all := m.mails()
			if len(all) != 1 {
				t.Fatalf("%d mails", len(all))
			}
			received, err := netmail.ReadMessage(strings.NewReader(all[0]))
			if err != nil {
				t.Fatal(err)
			}
			for name, want := range map[string]string{
				"From": `"Gateway" <no-reply@example.com>`, "To": "<ani@example.com>", "Subject": "Undangan / Invitation",
				"Message-Id": "<ml_1@example.com>", "Auto-Submitted": "auto-generated", "Content-Type": "text/plain; charset=UTF-8",
			} {
				if got := received.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestNoMailGoesOutWithoutTheTLSThatIsRequired(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		offered string
		change  func(*SMTP)
	}{
		"the server offers no STARTTLS":           {TLSNone, func(*SMTP) {}},
		"the certificate is of another authority": {TLSRequired, func(s *SMTP) { s.tls.RootCAs = x509.NewCertPool() }},
		"the certificate is another host's":       {TLSRequired, func(s *SMTP) { s.tls.ServerName = "mail.other.test" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMailServer(t, c.offered)
			s := m.transport(TLSRequired, "s3cret/@")
			c.change(s)
			if got := s.Deliver(t.Context(), message); got.Err == "" || got.Refused || len(m.mails()) > 0 {
				t.Errorf("%+v, %d mails", got, len(m.mails()))
			}
		})
	}
}

func TestOnlyAMailThatTheServerRefusesForGoodIsRefused(t *testing.T) {
	t.Parallel()
	refuse := func(code int, enhanced smtp.EnhancedCode) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: "no <ani@example.com> here"}
	}
	for name, c := range map[string]struct {
		change  func(*mailServer)
		says    string
		refused bool
	}{
		"no such recipient":         {func(m *mailServer) { m.toRecipient = refuse(550, smtp.EnhancedCode{5, 1, 1}) }, "550 5.1.1", true},
		"a full mailbox":            {func(m *mailServer) { m.toRecipient = refuse(452, smtp.EnhancedCode{4, 2, 2}) }, "452 4.2.2", false},
		"relaying denied":           {func(m *mailServer) { m.toRecipient = refuse(550, smtp.EnhancedCode{5, 7, 1}) }, "550 5.7.1", false},
		"the text is refused":       {func(m *mailServer) { m.toData = refuse(554, smtp.EnhancedCode{5, 6, 0}) }, "554 5.6.0", true},
		"greylisted after DATA":     {func(m *mailServer) { m.toData = refuse(451, smtp.EnhancedCode{4, 7, 1}) }, "451 4.7.1", false},
		"dropped after DATA":        {func(m *mailServer) { m.drop = true }, "DATA", false},
		"the server is gone":        {func(m *mailServer) { _ = m.listener.Close() }, "refused", false},
		"the password is another's": {func(*mailServer) {}, "535", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMailServer(t, TLSNone)
			c.change(m)
			password := "s3cret/@"
			if c.says == "535" {
				password = "wrong"
			}
			got := m.transport(TLSNone, password).Deliver(t.Context(), message)
			if got.Refused != c.refused || !strings.Contains(got.Err, c.says) {
				t.Errorf("%+v, want %q, refused %t", got, c.says, c.refused)
			}
			if strings.Contains(got.Err, "ani@") || strings.Contains(got.Err, "s3cret") {
				t.Errorf("it names the person or the password: %s", got.Err)
			}
		})
	}
}

func TestAnAttemptEndsWithItsContextWhereTheServerStopsTalking(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		conn, err := silent.Accept()
		if err == nil {
			cancel()
			_, _ = io.Copy(io.Discard, conn)
		}
	}()
	s := NewSMTP(Server{Host: "127.0.0.1", Port: silent.Addr().(*net.TCPAddr).Port, TLS: TLSNone}, "a@example.com")
	began := time.Now()
	if got := s.Deliver(ctx, message); got.Err == "" || got.Refused || time.Since(began) > commandLimit/2 {
		t.Errorf("%+v after %s", got, time.Since(began))
	}
}

func TestAPrintedMailHasItsWholeText(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if got := NewPrinter(&out).Deliver(t.Context(), message); got != (mail.Result{}) {
		t.Errorf("%+v", got)
	}
	if want := fmt.Sprintf("--- mail to %s (SMTP_URL is not set)\n%s\n\n%s---\n", message.To, message.Subject, message.Text); out.String() != want {
		t.Errorf("printed:\n%s", &out)
	}
}
