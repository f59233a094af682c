package esdb

import (
	"context"
	"encoding/json"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"gateway/eventstore"
)

// arrivalType is a system event in the identity stream: the newest one says whose
// log is being copied here.
const arrivalType = "$gateway-arrival"

type arrival struct {
	From string `json:"from"`
}

// MarkCopySource implements transfer.CopyMarker.
func (s *Store) MarkCopySource(ctx context.Context, from string) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.calls.Done()
	data, err := json.Marshal(arrival{from})
	if err != nil {
		return err
	}
	id := uuid.New()
	_, err = insist(ctx, s, func() (eventstore.Appended, error) {
		newest, known, err := s.newestArrival(ctx)
		if err != nil || known.From == from {
			return eventstore.Appended{}, err
		}
		a, err := s.append(ctx, identityStream, newest, []client.EventData{
			{EventID: id, EventType: arrivalType, ContentType: client.ContentTypeJson, Data: data},
		})
		if code(err) == client.ErrorCodeWrongExpectedVersion {
			err = errRaced // another was faster, or we were: look again
		}
		return a, err
	})
	return wrap("note what is copied here", err)
}

// CopySource implements transfer.CopyMarker.
func (s *Store) CopySource(ctx context.Context) (from string, err error) {
	if err := s.enter(); err != nil {
		return "", err
	}
	defer s.calls.Done()
	known, err := insist(ctx, s, func() (arrival, error) {
		_, known, err := s.newestArrival(ctx)
		return known, err
	})
	return known.From, wrap("read what is copied here", err)
}

// newestArrival gives the last revision of the identity stream, too.
func (s *Store) newestArrival(ctx context.Context) (last eventstore.Revision, a arrival, err error) {
	events, err := s.readStream(ctx, identityStream, eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(events) == 0 {
		return eventstore.NoStream, a, err
	}
	if events[0].Type == arrivalType {
		err = json.Unmarshal(events[0].Data, &a)
	}
	return events[0].Revision, a, err
}
