package esdb

import (
	"context"
	"encoding/json"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// copySourceType is the type of the system event in the identity stream that says from which log events are
// copied into this one. The newest one counts.
const copySourceType = "$gateway-arrival"

type copySource struct {
	From string `json:"from"`
}

// MarkCopySource implements transfer.CopyMarker.
func (s *Store) MarkCopySource(ctx context.Context, from string) error {
	if err := s.beginCall(); err != nil {
		return err
	}
	defer s.calls.Done()
	data, err := json.Marshal(copySource{from})
	if err != nil {
		return err
	}
	id := uuid.New()
	_, err = retryAppend(ctx, s, func() (eventstore.Appended, error) {
		last, known, err := s.readCopySource(ctx)
		if err != nil || known.From == from {
			return eventstore.Appended{}, err
		}
		a, err := s.appendOnce(ctx, identityStream, last, []client.EventData{
			{EventID: id, EventType: copySourceType, ContentType: client.ContentTypeJson, Data: data},
		})
		if codeOf(err) == client.ErrorCodeWrongExpectedVersion {
			err = errRaced // another append came first, or an earlier attempt of this one: read again
		}
		return a, err
	})
	return s.wrap("mark the source of the copy", err)
}

// CopySource implements transfer.CopyMarker.
func (s *Store) CopySource(ctx context.Context) (from string, err error) {
	if err := s.beginCall(); err != nil {
		return "", err
	}
	defer s.calls.Done()
	known, err := retry(ctx, s, func() (copySource, error) {
		_, known, err := s.readCopySource(ctx)
		return known, err
	})
	return known.From, s.wrap("read the source of the copy", err)
}

// readCopySource returns the copy source, empty if there is none, and the last revision of the identity
// stream. It skips events that another program wrote there.
func (s *Store) readCopySource(ctx context.Context) (last eventstore.Revision, source copySource, err error) {
	last = eventstore.NoStream
	for from := eventstore.End; from >= 0; {
		events, err := s.readStreamOnce(ctx, identityStream, from, eventstore.Backwards, 1)
		if err != nil || len(events) == 0 {
			return last, source, err
		}
		last = max(last, events[0].Revision)
		if events[0].Type == copySourceType {
			err := json.Unmarshal(events[0].Data, &source)
			return last, source, err
		}
		from = events[0].Revision - 1
	}
	return last, source, nil
}
