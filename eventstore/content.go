package eventstore

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Content is what a client of EventStoreDB's protocol put into an event: any bytes. A Store accepts only
// JSON, so other content is wrapped in an envelope, which is JSON.
type Content struct {
	// Type is the content type, such as application/json.
	Type           string
	Data, Metadata []byte
}

// ContentJSON is the content type of JSON.
const ContentJSON = "application/json"

// envelope defines the JSON names under which content is stored permanently.
type envelope struct {
	Parcel *parcel `json:"$parcel"`
}

type parcel struct {
	Type     string `json:"content_type"`
	Data     []byte `json:"data"`
	Metadata []byte `json:"metadata"`
}

var envelopeStart = []byte(`{"$parcel":`)

// Envelope returns the content as JSON, to be used as the data of an event without metadata.
func (c Content) Envelope() (json.RawMessage, error) {
	return json.Marshal(envelope{&parcel{Type: c.Type, Data: c.Data, Metadata: c.Metadata}})
}

// IsJSON reports whether the data, and the metadata if there is any, are JSON.
func (c Content) IsJSON() bool {
	return isJSON(c.Data) && (len(c.Metadata) == 0 || isJSON(c.Metadata))
}

// OpenEnvelope returns the content of an envelope. ok is false if the data is not an envelope.
func OpenEnvelope(data json.RawMessage) (c Content, ok bool) {
	if !bytes.HasPrefix(data, envelopeStart) {
		return c, false
	}
	var e envelope
	if json.Unmarshal(data, &e) != nil || e.Parcel == nil {
		return c, false
	}
	return Content{Type: e.Parcel.Type, Data: e.Parcel.Data, Metadata: e.Parcel.Metadata}, true
}

// isJSON also checks the UTF-8, because json.Valid accepts broken UTF-8 inside strings.
func isJSON(data []byte) bool { return utf8.Valid(data) && json.Valid(data) }
