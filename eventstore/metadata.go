package eventstore

import (
	"context"
	"encoding/json"
	"strings"
)

// Metadata says who caused an event and in which request. The JSON names that begin with `$` are
// EventStoreDB's.
type Metadata struct {
	CorrelationID string `json:"$correlationId,omitempty"`
	CausationID   string `json:"$causationId,omitempty"`
	// Actor is `client:<id>` (an API key), `client:<id>/person:<id>`, `admin:<id>`, `provider` or
	// `system:<reactor>`.
	Actor     string `json:"actor,omitempty"`
	RequestID string `json:"request_id,omitempty"`
	// ApprovedBy is the second administrator who granted the act that Actor asked for, and ApprovalID the
	// approval. Both are absent in events that needed only one person.
	ApprovedBy string `json:"approved_by,omitempty"`
	ApprovalID int64  `json:"approval_id,omitempty"`
	// Address is the IP address that the request came from. Via is the credential that it used:
	// `api_key:<id>` or `session`. Only the events of accounts and people, and of administrators' logins,
	// have them.
	Address string `json:"address,omitempty"`
	Via     string `json:"via,omitempty"`
	// TraceParent names the OpenTelemetry span that appended the event, in the form of W3C Trace Context. The
	// append sets it; it is absent while tracing is off.
	TraceParent string `json:"traceparent,omitempty"`
	// Following is how many events of the same append come after this one. The append sets it; it is absent in
	// the last event, in an append of one event, and in events from before it existed.
	Following int `json:"following,omitempty"`
	// Origin is `gateway` in every event that the gateway has written since it began to mark its events. JSON
	// sets it; a caller leaves it empty.
	Origin string `json:"origin,omitempty"`
}

// TraceID returns the id of the trace that TraceParent names; empty without one.
func (m Metadata) TraceID() string {
	if parts := strings.Split(m.TraceParent, "-"); len(parts) == 4 {
		return parts[1]
	}
	return ""
}

type metadataKey struct{}

// WithMetadata returns a context under which every append of Execute carries m.
func WithMetadata(ctx context.Context, m Metadata) context.Context {
	return context.WithValue(ctx, metadataKey{}, m)
}

// MetadataFrom returns the metadata that WithMetadata set, or the zero value.
func MetadataFrom(ctx context.Context) Metadata {
	m, _ := ctx.Value(metadataKey{}).(Metadata)
	return m
}

// ParseMetadata reads the metadata of an event. Fields that can't be read are left empty.
func ParseMetadata(raw json.RawMessage) (m Metadata) {
	_ = json.Unmarshal(raw, &m) // a foreign event may have any metadata
	return m
}

// JSON returns the metadata in the form that is appended, with the gateway's mark.
func (m Metadata) JSON() json.RawMessage {
	m.Origin = origin
	data, err := json.Marshal(m)
	if err != nil { // strings can always be encoded
		panic(err)
	}
	return data
}
