package callbacksender

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

var (
	errURL    = errors.New("URL can't be called")
	errSecret = errors.New("secret is not usable")
)

const (
	// addressNotAllowed is the error for a URL with a non-public address.
	addressNotAllowed = "address is not allowed"
	// nameNotFound is the error for a URL whose host name has no known public address. It is the same for a
	// name that does not exist and for one on the gateway's own network, so that a merchant cannot search for
	// names there.
	nameNotFound = "host not found, or not public"
	// nameNotFoundAfter is the minimum duration of an attempt that fails with nameNotFound. A name server
	// answers within that time, so the duration does not reveal which names exist, either.
	nameNotFoundAfter = time.Second
)

// hideName makes a host name with a refused address look like a name that does not exist, and returns the
// text to show.
func hideName(ctx context.Context, text, target string, began time.Time) string {
	if text == addressNotAllowed && !isAddress(target) {
		text = nameNotFound
	}
	if text != nameNotFound {
		return text
	}
	select {
	case <-time.After(nameNotFoundAfter - time.Since(began)):
	case <-ctx.Done():
	}
	return text
}

// isAddress reports whether the host of a URL is an IP address, which needs no name server.
func isAddress(target string) bool {
	u, err := url.Parse(target)
	if err != nil {
		return false
	}
	_, err = netip.ParseAddr(u.Hostname())
	return err == nil
}

// failureText describes an error in a few words. They are stored in the log and shown to the client, so they
// must not contain the text of Go's error, which quotes the URL, which may be secret, and the address behind
// a name.
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
		return addressNotAllowed
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.As(err, &dns):
		return nameNotFound
	case errors.As(err, &network) && network.Timeout():
		return "timeout"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.As(err, &cert), errors.As(err, &alert), errors.As(err, &record), errors.As(err, &host):
		return "TLS failed"
	}
	return "connection failed"
}
