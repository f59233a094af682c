package reactortest

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// strangers is a log into which other programs write, too: before each append of the gateway it appends a
// foreign event. No reactor may halt at a foreign event, act on it, or count it.
type strangers struct {
	eventstore.Store
	events *atomic.Int64
}

// amongStrangers returns the store with foreign events among the gateway's events.
func amongStrangers(s eventstore.Store) eventstore.Store { return strangers{s, new(atomic.Int64)} }

// foreignEvents have types that the gateway does not know, and one type that it knows in a stream that is
// not its own.
var foreignEvents = []eventstore.Proposed{
	{Type: "OrderPlaced", Data: json.RawMessage(`{"total":5}`), Metadata: json.RawMessage(`{"$correlationId":"c"}`)},
	{Type: "payment.paid.v1", Data: json.RawMessage(`{"transaction_id":"INV-1-1","client_id":1}`)},
	{Type: "OrderShipped", Data: json.RawMessage(`{"$parcel":{"content_type":"application/octet-stream","data":"AAH/","metadata":"/g=="}}`)},
	{Type: "payout.completed.v1", Data: json.RawMessage(`{"id":1}`), Metadata: json.RawMessage(`"text"`)},
}

// Append implements eventstore.Store.
func (s strangers) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	n := s.events.Add(1)
	e := foreignEvents[n%int64(len(foreignEvents))]
	e.ID = uuid.New()
	if _, err := s.Store.Append(ctx, fmt.Sprint("legacy-", n), eventstore.NoStream, []eventstore.Proposed{e}); err != nil {
		return eventstore.Appended{}, err
	}
	return s.Store.Append(ctx, stream, expected, events)
}
