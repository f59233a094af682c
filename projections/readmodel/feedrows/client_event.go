package feedrows

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"gateway/domain/feed"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// Queries queries clients' events and the endpoints to which they are sent.
type Queries struct{ readtable.DB }

// ClientEvent is an entry in a client's feed: an event in the form that GET /events shows.
type ClientEvent struct {
	ClientID int64
	Ordinal  int64
	Position int64 // of the event
	EventID  uuid.UUID
	// Type is one of feed.Names.
	Type      string
	Resource  string
	CreatedAt time.Time
	// Data is the answer that the matching GET gave at the time of the event. Its bytes never change.
	Data json.RawMessage
}

func (e *ClientEvent) columns(f *readtable.Fields) {
	f.At("client_id", &e.ClientID).At("ordinal", &e.Ordinal).At("position", &e.Position).At("event_id uuid", &e.EventID)
	f.At("type", &e.Type).At("resource", &e.Resource).At("created_at", &e.CreatedAt).At("data text", &e.Data)
}

// MarshalJSON implements json.Marshaler. It writes the body that is shown and sent.
func (e ClientEvent) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ID        string          `json:"id"`
		Type      string          `json:"type"`
		CreatedAt time.Time       `json:"created_at"`
		Resource  string          `json:"resource"`
		Data      json.RawMessage `json:"data"`
	}{feed.ID(e.EventID), e.Type, e.CreatedAt, e.Resource, e.Data})
}

var clientEventTable = readtable.TableOf("client_events", (*ClientEvent).columns).With(dataAsJSON)

// dataAsJSON casts an entry's body from text to json, from which a json.RawMessage can be read.
var dataAsJSON = map[string]string{"data": "data::json"}

// ClientEvents returns at most limit of the client's entries after one ordinal and up to another, oldest
// first. It filters by types, unless types is empty.
func (q Queries) ClientEvents(ctx context.Context, clientID, after, through int64, types []string, limit int) ([]ClientEvent, error) {
	if len(types) == 0 {
		return clientEventTable.List(ctx, q.DB,
			"WHERE client_id = $1 AND ordinal > $2 AND ordinal <= $3 ORDER BY client_events.ordinal LIMIT $4", clientID, after, through, limit)
	}
	// The query reads one index range per type and skips entries of other types. It compares ordinals
	// together with the type, so that no other index is used.
	return readtable.TableOf(`(SELECT e.* FROM unnest($5::text[]) AS wanted (type) CROSS JOIN LATERAL (
			SELECT * FROM client_events WHERE client_id = $1 AND type = wanted.type
				AND (type, ordinal) > (wanted.type, $2) AND (type, ordinal) <= (wanted.type, $3)
			ORDER BY type, ordinal LIMIT $4) AS e) AS entries`, (*ClientEvent).columns).With(dataAsJSON).List(ctx, q.DB,
		"ORDER BY entries.ordinal LIMIT $4", clientID, after, through, limit, pq.StringArray(types))
}

// ClientEventHeads returns the last ordinal of each of these clients. Clients without an entry are missing.
func (q Queries) ClientEventHeads(ctx context.Context, clientIDs []int64) (map[int64]int64, error) {
	var rows []struct {
		ClientID int64 `db:"client_id"`
		Ordinal  int64 `db:"ordinal"`
	}
	err := q.SQL.SelectContext(ctx, &rows, "SELECT client_id, ordinal FROM client_event_heads WHERE client_id = ANY($1)",
		pq.Int64Array(clientIDs))
	if err != nil {
		return nil, readtable.Failed("client_event_heads", err)
	}
	heads := make(map[int64]int64, len(rows))
	for _, r := range rows {
		heads[r.ClientID] = r.Ordinal
	}
	return heads, nil
}

// ClientEventID returns the event id of the client's entry with this ordinal. Error: ErrNotFound.
func (q Queries) ClientEventID(ctx context.Context, clientID, ordinal int64) (uuid.UUID, error) {
	e, err := clientEventTable.Get(ctx, q.DB, "WHERE client_id = $1 AND ordinal = $2", clientID, ordinal)
	return e.EventID, err
}

// ClientEventsReached reports whether the entries are written up to a position of the log. It is false while
// they are being rebuilt. Callers use it to tell an entry that is not written yet from one that never
// existed.
func (q Queries) ClientEventsReached(ctx context.Context, position int64) (bool, error) {
	var c struct {
		State    string `db:"state"`
		Position int64  `db:"commit_position"`
	}
	err := q.SQL.GetContext(ctx, &c, "SELECT state, commit_position FROM checkpoints WHERE name = $1", Events{}.Name())
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, readtable.Failed("checkpoints", err)
	}
	return c.State == engine.StateLive && c.Position >= position, nil
}
