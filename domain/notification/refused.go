package notification

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/text"
)

// Aggregate folds the streams of refused notifications.
var Aggregate = domain.Aggregate[State]{Category: "notification", Evolve: Evolve}

// Stream names the stream of the notifications at a connection with this kind and body. Streams of the first connection
// have the names of when there was no other.
func Stream(at, kind string, body []byte) string {
	head := kind + "\n"
	if at != connection.Xendit {
		head = at + "\n" + head
	}
	sum := sha256.Sum256(append([]byte(head), body...))
	return Aggregate.Stream(hex.EncodeToString(sum[:16]))
}

// Refused says that a notification came with the right token but can't be accepted: it can't be read, is
// about something that does not belong to the gateway, or does not fit what it is about. The body is not
// kept, because it may hold personal data. Only the ids are kept by which it can be found at the provider.
type Refused struct {
	// Connection names the connection whose address the notification came to.
	Connection string `json:"connection"`
	// Kind is invoice, va, ewallet, qris or disbursement.
	Kind string `json:"kind"`
	// Event, ProviderID, Reference and Status are copied from the body, cut to MaxText; empty if the body
	// lacks them.
	Event      string `json:"event"`
	ProviderID string `json:"provider_id"`
	Reference  string `json:"reference"`
	Status     string `json:"status"`
	// Code, Field and Reason are copied from the refusal.
	Code   string `json:"code"`
	Field  string `json:"field"`
	Reason string `json:"reason"`
	// BodyBytes is the length of the body, BodySHA256 its hash.
	BodyBytes  int64     `json:"body_bytes"`
	BodySHA256 string    `json:"body_sha256"`
	At         time.Time `json:"at"`
}

// FillIn implements domain.FilledIn: events that name no connection are those of the first one.
func (r *Refused) FillIn() { r.Connection = cmp.Or(r.Connection, connection.Xendit) }

// EventType is the wire name.
func (Refused) EventType() string { return "notification.refused.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Refused{}} }

// MaxText is how many characters of each text of a notification are kept.
const MaxText = 255

// State says whether the notification was refused before.
type State struct{ Refused bool }

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	if _, refused := event.(Refused); refused {
		s.Refused = true
	}
	return s
}

// Refuse records the refusal, once. It cuts the texts, and adds the length and the hash of the body.
func Refuse(s State, r Refused, body []byte) []domain.Event {
	if s.Refused {
		return nil
	}
	sum := sha256.Sum256(body)
	r.BodyBytes, r.BodySHA256 = int64(len(body)), hex.EncodeToString(sum[:])
	for _, s := range []*string{&r.Event, &r.ProviderID, &r.Reference, &r.Status, &r.Code, &r.Field, &r.Reason} {
		*s = text.Cleaned(*s, MaxText)
	}
	return []domain.Event{r}
}
