package mail

import (
	"time"

	"gateway/domain"
)

// Started says that an attempt to send the mail begins. It is appended before the mail server is called, so
// that only one of two instances makes the attempt.
type Started struct {
	MailID   string `json:"mail_id"`
	ClientID int64  `json:"client_id"`
	Kind     string `json:"kind"`
	// Attempt counts from 1.
	Attempt int `json:"attempt"`
	// RetryAt is when the attempt counts as broken off if it has no outcome by then.
	RetryAt time.Time `json:"retry_at"`
	At      time.Time `json:"at"`
}

// Sent says that the mail server accepted the mail.
type Sent struct {
	MailID   string    `json:"mail_id"`
	ClientID int64     `json:"client_id"`
	Kind     string    `json:"kind"`
	Attempt  int       `json:"attempt"`
	At       time.Time `json:"at"`
}

// Failed says that an attempt failed, and that another one follows.
type Failed struct {
	MailID   string `json:"mail_id"`
	ClientID int64  `json:"client_id"`
	Kind     string `json:"kind"`
	Attempt  int    `json:"attempt"`
	// Error is a few words for people, without an address.
	Error         string    `json:"error"`
	NextAttemptAt time.Time `json:"next_attempt_at"`
	At            time.Time `json:"at"`
}

// GivenUp says that the mail was not sent and will not be.
type GivenUp struct {
	MailID   string `json:"mail_id"`
	ClientID int64  `json:"client_id"`
	Kind     string `json:"kind"`
	// Reason is ReasonRefused or ReasonTooOld.
	Reason string `json:"reason"`
	// Error is the error of the last attempt, empty if there was none.
	Error string    `json:"error"`
	At    time.Time `json:"at"`
}

// The reasons why a mail was given up.
const (
	// ReasonRefused: the mail server refused this mail or its recipient for good.
	ReasonRefused = "refused"
	// ReasonTooOld: it could not be sent in time.
	ReasonTooOld = "too_old"
)

// EventType is the wire name.
func (Started) EventType() string { return "mail.started.v1" }
func (Sent) EventType() string    { return "mail.sent.v1" }
func (Failed) EventType() string  { return "mail.failed.v1" }
func (GivenUp) EventType() string { return "mail.given_up.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Started{}, Sent{}, Failed{}, GivenUp{}} }
