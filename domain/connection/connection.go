// Package connection names the connections to payment providers. A provider is a company; a connection is one
// contract with it. Which connections there are is configuration; this package knows only their names, and which of
// them the log names.
package connection

import (
	"errors"
	"regexp"

	"gateway/domain"
)

// Xendit is the connection of a gateway that has only one, and of all events that name none: they were written
// when there was no other.
const Xendit = "xendit"

// Of is what an event about a connection has; the name is empty for a payout that was not ordered yet.
type Of interface{ OfConnection() string }

// MaxLength is the most characters of a name. A name is part of account names and of addresses.
const MaxLength = 32

var name = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Check refuses what is no name of a connection, with invalid_field: lower-case letters and digits in groups
// with a hyphen between them, such as doku-1.
func Check(field, text string) error {
	if len(text) > MaxLength || !name.MatchString(text) {
		return domain.InvalidField(field, "must be a name such as doku-1: lower-case letters and digits, at most %d characters", MaxLength)
	}
	return nil
}

// Ports finds what a connection can do, as an interface that the caller declares. Errors: ErrUnknown for a name that
// is not configured; errors.ErrUnsupported if the connection lacks the capability. It is safe for concurrent use.
type Ports[P any] func(name string) (P, error)

// Only returns ports that find the same adapter under every name: those of a gateway with one connection.
func Only[P any](port P) Ports[P] { return func(string) (P, error) { return port, nil } }

// ErrUnknown says that no connection of the name is configured.
var ErrUnknown = errors.New("connection: not configured")
