package mailer

import (
	"cmp"
	"errors"
	"net"
	"net/mail"
	"net/url"
	"strconv"
)

// Server describes how to reach a mail server.
type Server struct {
	Host string
	Port int
	// User and Password are empty if the server needs no login.
	User, Password string
	// TLS is one of the TLS constants.
	TLS string
}

// The ways to protect the connection to a mail server.
const (
	// TLSImplicit uses TLS from the first byte (smtps://).
	TLSImplicit = "implicit"
	// TLSRequired uses STARTTLS and sends no mail without it.
	TLSRequired = "required"
	// TLSOptional uses STARTTLS if the server offers it, which an attacker in between can prevent.
	TLSOptional = "optional"
	// TLSNone uses no TLS.
	TLSNone = "none"
)

// ParseServer parses a URL: `smtps://user:password@host` for TLS from the first byte on port 465, or
// `smtp://user:password@host` for STARTTLS on port 587. With smtp, the query `tls` is `required`, `optional`
// or `none`. The default is required, or none on loopback.
func ParseServer(raw string) (Server, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return Server{}, errors.New("is not a URL") // the error would quote the password
	}
	s := Server{Host: u.Hostname(), User: u.User.Username(), TLS: u.Query().Get("tls")}
	s.Password, _ = u.User.Password()
	port := "587"
	switch {
	case u.Scheme == "smtps" && s.TLS == "":
		port, s.TLS = "465", TLSImplicit
	case u.Scheme == "smtps":
		return Server{}, errors.New("takes tls with smtp:// only")
	case u.Scheme != "smtp":
		return Server{}, errors.New("must begin with smtp:// or smtps://")
	case s.TLS == "" && isLoopback(s.Host):
		s.TLS = TLSNone
	case s.TLS == "":
		s.TLS = TLSRequired
	case s.TLS != TLSRequired && s.TLS != TLSOptional && s.TLS != TLSNone:
		return Server{}, errors.New("takes tls=required, optional or none")
	}
	s.Port, err = strconv.Atoi(cmp.Or(u.Port(), port))
	switch {
	case err != nil || s.Port < 1 || s.Port > 65535:
		return Server{}, errors.New("has no valid port")
	case s.Host == "":
		return Server{}, errors.New("names no host")
	case u.Path != "" && u.Path != "/":
		return Server{}, errors.New("takes no path")
	case (s.User == "") != (s.Password == ""):
		return Server{}, errors.New("needs a user and a password, or neither")
	}
	return s, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// ParseSender checks the sender address of mails, such as `Payment Gateway <no-reply@example.com>`.
func ParseSender(raw string) error {
	if _, err := mail.ParseAddress(raw); err != nil {
		return errors.New("must be an e-mail address, with or without a name")
	}
	return nil
}
