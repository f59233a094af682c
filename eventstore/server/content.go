package server

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"gateway/eventstore"
)

// envelope wraps the content of an event that is not JSON. The Store takes only JSON.
type envelope struct {
	Content *content `json:"$parcel"`
}

// content is what a client sent as an event's data and metadata.
type content struct {
	Type     string `json:"content_type"`
	Data     []byte `json:"data"`
	Metadata []byte `json:"metadata"`
}

var envelopeStart = []byte(`{"$parcel":`)

func isJSON(data []byte) bool { return utf8.Valid(data) && json.Valid(data) }

// encodeContent returns an event with the content, without its id and type. Content that
// is not JSON goes into an envelope; so does JSON that looks like an envelope.
func encodeContent(c content) (e eventstore.Proposed, err error) {
	if c.Type == contentJSON && isJSON(c.Data) && !bytes.HasPrefix(c.Data, envelopeStart) &&
		(len(c.Metadata) == 0 || isJSON(c.Metadata)) {
		e.Data, e.Metadata = c.Data, c.Metadata
		return e, nil
	}
	e.Data, err = json.Marshal(envelope{&c})
	return e, err
}

// contentOf returns an event's content as the client sent it.
func contentOf(e eventstore.Recorded) content {
	if bytes.HasPrefix(e.Data, envelopeStart) {
		var p envelope
		if json.Unmarshal(e.Data, &p) == nil && p.Content != nil {
			return *p.Content
		}
	}
	return content{Type: contentJSON, Data: e.Data, Metadata: e.Metadata}
}
