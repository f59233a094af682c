package esdb_test

import (
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/esdb"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

func TestReadersOfTheLogDoNotSeeSystemEvents(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	s := open(t, esdb.Config{URL: server.URL()})
	config, err := client.ParseConnectionString(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = client.NoopLogging()
	other, err := client.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	statistics := func(n int) {
		t.Helper()
		for range n {
			_, err := other.AppendToStream(t.Context(), "$stats-1", client.AppendToStreamOptions{},
				client.EventData{EventID: uuid.New(), EventType: "$statsCollected", ContentType: client.ContentTypeJson, Data: []byte("{}")})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	live := s.Subscribe(eventstore.Position{})
	if head, err := s.Head(t.Context()); err != nil || head != (eventstore.Position{}) {
		t.Errorf("the head of a log with nothing but system events is %v, %v", head, err)
	}
	var last eventstore.Position
	for i := range eventstore.Revision(3) {
		statistics(70) // more than Head reads at once
		meta := client.StreamMetadata{}
		meta.SetMaxCount(100)
		if _, err := other.SetStreamMetadata(t.Context(), "s", client.AppendToStreamOptions{}, meta); err != nil {
			t.Fatal(err)
		}
		a, err := s.Append(t.Context(), "s", i-1, event())
		if err != nil {
			t.Fatal(err)
		}
		if page, err := s.ReadAll(t.Context(), last, 10); err != nil || len(page) != 1 || page[0].Position != a.Position {
			t.Errorf("after %v: %v, %v", last, page, err)
		}
		last = a.Position
		if page, err := live.Next(t.Context(), 10); err != nil || len(page) != 1 || page[0].Position != last {
			t.Errorf("the subscription gave %v, %v", page, err)
		}
	}
	statistics(70)
	if head, err := s.Head(t.Context()); err != nil || head != last {
		t.Errorf("the head is %v, %v; want %v", head, err, last)
	}
	if page, err := s.ReadAll(t.Context(), last, 10); err != nil || len(page) != 0 {
		t.Errorf("after the head: %v, %v", page, err)
	}
}
