package story

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/connection"
	"gateway/domain/ledger"
	"gateway/domain/notification"
	"gateway/eventstore"

	"github.com/google/uuid"
)

// The kinds of entries.
const (
	EntryEvent        = "event"        // an event of the payment or payout itself
	EntryPosting      = "posting"      // the posting of a payment to the balance
	EntryNotification = "notification" // a refused notification of the provider
	EntryCallback     = "callback"     // an attempt, or the end of the delivery
	EntryApproval     = "approval"     // an approval by administrators
)

// Entry is one event of a timeline.
type Entry struct {
	Position int64     `json:"position"`
	At       time.Time `json:"at"`
	// Kind is one of the kinds above.
	Kind     string    `json:"kind"`
	Type     string    `json:"type"`
	Stream   string    `json:"stream"`
	Revision int64     `json:"revision"`
	EventID  uuid.UUID `json:"event_id"`
	// Actor is the person or program that caused it. ApprovedBy is the second administrator; it is empty when
	// no approval was needed.
	Actor      string `json:"actor"`
	ApprovedBy string `json:"approved_by"`
	Reason     string `json:"reason"`
	// RequestID is the X-Request-Id of the request that caused it, and TraceID is the id of its trace. Each
	// is empty when there is none.
	RequestID string `json:"request_id"`
	TraceID   string `json:"trace_id"`
	// Postings are the postings of the event. It has none when it moves no money.
	Postings []ledger.Posting `json:"postings"`
	// Detail has plain fields of the event. None of them is secret or about a customer; a payout's account
	// holder is the client itself. Administrators also see which connection to a provider the event is about, and how
	// routing chose it. A merchant sees neither: with which companies the gateway has contracts, and which of them
	// fails, is the business of the operator.
	Detail json.RawMessage `json:"detail"`

	place eventstore.Position
}

// data has the fields that entries take from events.
type data struct {
	Reason   string           `json:"reason"`
	By       string           `json:"by"`
	Postings []ledger.Posting `json:"postings"`
}

// shown are the event fields that a detail has. shownToMerchants are those that a merchant's detail has; nothing
// about connections is among them.
var (
	shownToMerchants = []string{
		"status", "amount", "paid_amount", "net_payment", "fee", "vat", "channel_code", "expires_at", "replaces", "replaced_by", "kind",
		"reversal_id", "reversed_amount", "jumlah", "biaya_penarikan", "total", "account_holder", "callback_id", "attempt", "response_status",
		"error", "duration_ms", "next_attempt_at", "va_number", "refund_id", "refund_amount", "refund_fee", "method",
		"dispute_id", "dispute_amount", "due_by", "outcome",
	}
	shown = append(slices.Clone(shownToMerchants),
		"previous_status", "late", "held", "held_until_settled", "provider_id", "provider_payment_id", "suspense_id", "from_unsettled",
		"contradiction", "here", "failure_code", "unconfirmed", "reference", "provider_api", "code", "field", "event", "body_sha256",
		"manual", "di_transfer_oleh", "transfer_at", "approval_id", "act", "what", "order", "number", "taken_from", "paid_from",
		detailConnection, "considered", detailRule, "from", "cause",
	)
)

func entryOf(env eventstore.Envelope) Entry {
	m := eventstore.ParseMetadata(env.Metadata)
	var d data
	_ = json.Unmarshal(env.Data, &d) // a field with an unexpected type is left out
	e := Entry{
		Position: env.Position.Commit, At: env.BookedAt.UTC(), Kind: kindOf(env), Type: env.Type, Stream: env.Stream, Revision: env.Revision,
		EventID: env.ID, Actor: m.Actor, ApprovedBy: m.ApprovedBy, Reason: d.Reason, RequestID: m.RequestID, TraceID: m.TraceID(),
		Postings: d.Postings, Detail: detail(env.Data, shown), place: env.Position,
	}
	if e.Kind == EntryPosting && d.By != "" {
		e.Actor = d.By // the administrator whose decision a reactor posted
	}
	if e.Postings == nil {
		e.Postings = []ledger.Posting{}
	}
	if of, is := env.Event.(connection.Of); is && of.OfConnection() != "" { // a former event does not name it
		e.note(detailConnection, of.OfConnection())
	}
	return e
}

// note adds a field to the detail.
func (e *Entry) note(name string, value any) {
	all := map[string]any{}
	for name, raw := range fieldsOf(e.Detail) {
		all[name] = raw
	}
	all[name] = value
	text, err := json.Marshal(all)
	if err != nil { // texts and parsed JSON can always be encoded
		panic(err)
	}
	e.Detail = text
}

// postings are how the types of the events begin by which a balance posts what happened elsewhere.
var postings = []string{"balance", "refund", "dispute"}

func kindOf(env eventstore.Envelope) string {
	switch category, _, _ := strings.Cut(env.Stream, "-"); category {
	case callback.Aggregate.Category:
		return EntryCallback
	case approval.Aggregate.Category:
		return EntryApproval
	case notification.Aggregate.Category:
		return EntryNotification
	case balance.Aggregate.Category:
		if name, _, _ := strings.Cut(env.Type, "."); slices.Contains(postings, name) {
			return EntryPosting
		}
	}
	return EntryEvent
}

// detail keeps the named fields of an event. It leaves out empty ones.
func detail(raw json.RawMessage, names []string) json.RawMessage {
	all := fieldsOf(raw)
	kept := map[string]json.RawMessage{}
	for _, name := range names {
		if value, ok := all[name]; ok && !slices.Contains([]string{`""`, "null", "0", "false", `"0001-01-01T00:00:00Z"`}, string(value)) {
			kept[name] = value
		}
	}
	text, err := json.Marshal(kept)
	if err != nil { // parsed JSON can always be encoded
		panic(err)
	}
	return text
}

// fieldsOf returns the members of an object. Unreadable data has none.
func fieldsOf(raw json.RawMessage) (all map[string]json.RawMessage) {
	_ = json.Unmarshal(raw, &all)
	return all
}
