// Package callback is the aggregate of one callback: the delivery of one event to a
// client's URL. Its stream records the attempts and how the delivery ended. The payload is
// made from the event that triggered the callback.
package callback

import (
	"time"

	"gateway/domain"
)

// Kinds of callback (API reference: Callbacks).
const (
	KindPayment    = "payment"
	KindWithdrawal = "withdrawal"
	KindSettlement = "settlement"
)

// Attempted records one attempt. Error is empty after a 2xx.
type Attempted struct {
	CallbackID string `json:"callback_id"`
	Kind       string `json:"kind"`
	ClientID   int64  `json:"client_id"`
	// Attempt counts from 1 and continues over resends.
	Attempt        int    `json:"attempt"`
	ResponseStatus int    `json:"response_status"`
	Error          string `json:"error"`
	DurationMS     int64  `json:"duration_ms"`
	// NextAttemptAt is nil if no further attempt follows.
	NextAttemptAt *time.Time `json:"next_attempt_at"`
	At            time.Time  `json:"at"`
}

// Delivered ends the delivery: the receiver answered 2xx in time.
type Delivered struct {
	CallbackID string    `json:"callback_id"`
	ClientID   int64     `json:"client_id"`
	At         time.Time `json:"at"`
}

// Exhausted ends the delivery: no attempt is left.
type Exhausted struct {
	CallbackID string    `json:"callback_id"`
	ClientID   int64     `json:"client_id"`
	At         time.Time `json:"at"`
}

// ResendRequested makes an attempt due at once. It opens an ended delivery again, for that attempt and its retries, and
// brings the next attempt of a pending one forward.
type ResendRequested struct {
	CallbackID string    `json:"callback_id"`
	ClientID   int64     `json:"client_id"`
	By         string    `json:"by"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (Attempted) EventType() string       { return "callback.attempted.v1" }
func (Delivered) EventType() string       { return "callback.delivered.v1" }
func (Exhausted) EventType() string       { return "callback.exhausted.v1" }
func (ResendRequested) EventType() string { return "callback.resend_requested.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{Attempted{}, Delivered{}, Exhausted{}, ResendRequested{}}
}
