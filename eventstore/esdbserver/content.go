package esdbserver

import "gateway/eventstore"

// encodeContent returns an event with the content, without its id and type. Content that
// is not JSON goes into an envelope; so does JSON that looks like an envelope.
func encodeContent(c eventstore.Content) (e eventstore.Proposed, err error) {
	if _, looksLikeOne := eventstore.OpenEnvelope(c.Data); c.Type == contentJSON && c.IsJSON() && !looksLikeOne {
		e.Data, e.Metadata = c.Data, c.Metadata
		return e, nil
	}
	e.Data, err = c.Envelope()
	return e, err
}

// contentOf returns an event's content as the client sent it.
func contentOf(e eventstore.Recorded) eventstore.Content {
	if c, ok := eventstore.OpenEnvelope(e.Data); ok {
		c.Type = recordedType(c.Type) // earlier servers kept what the client sent
		return c
	}
	return eventstore.Content{Type: contentJSON, Data: e.Data, Metadata: e.Metadata}
}
