package callback

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"syscall"

	"code.dny.dev/ssrf"
)

var (
	errURL    = errors.New("URL can't be called")
	errSecret = errors.New("secret is not usable")
)

// failureText returns a few words for an error. They are kept in the log and shown to the
// client, so they must not hold the text of Go's error: that quotes the URL, which may be
// secret, and the address behind a name.
func failureText(err error) string {
	var (
		dns     *net.DNSError
		network net.Error
		cert    *tls.CertificateVerificationError
		alert   tls.AlertError
		record  tls.RecordHeaderError
		host    x509.HostnameError
	)
	switch {
	case errors.Is(err, errURL), errors.Is(err, errSecret):
		return err.Error()
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedNetwork), errors.Is(err, ssrf.ErrInvalidHostPort):
		return "address is not allowed"
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.As(err, &dns) && !dns.IsTimeout:
		return "host not found"
	case errors.As(err, &network) && network.Timeout():
		return "timeout"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.As(err, &cert), errors.As(err, &alert), errors.As(err, &record), errors.As(err, &host):
		return "TLS failed"
	}
	return "connection failed"
}
