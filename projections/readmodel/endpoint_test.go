package readmodel_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/endpoint"
	"gateway/domain/feed"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/feedrows"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
)

func TestAnEndpointShowsItsRunAndItsQueue(t *testing.T) {
	t.Parallel()
	db := database(t)
	q := readmodel.NewQueries(sqlx.NewDb(db, "postgres"))
	at := func(minute int) time.Time { return noon.Add(time.Duration(minute) * time.Minute).UTC() }
	down := at(2)
	events := log(
		endpoint.Added{EndpointID: 1, ClientID: 7, URL: "https://a.test", Events: []string{"invoice.paid"}, MasterID: "m1", At: at(0)},
		endpoint.Added{EndpointID: 2, ClientID: 7, URL: "https://b.test", MasterID: "m1", At: at(1)},
		endpoint.Progressed{
			EndpointID: 1, ClientID: 7, Run: 1, Cursor: 3, Pending: []endpoint.Pending{{Ordinal: 3}}, DownSince: &down, Failing: true, At: at(3),
			Failures: []endpoint.Failure{{Ordinal: 3, Resource: "account", ResponseStatus: 500, Error: "answered 500", At: at(3)}},
		},
		endpoint.SecretRotated{EndpointID: 1, ClientID: 7, Generation: 1, MasterID: "m2", At: at(4)},
		endpoint.Progressed{EndpointID: 1, ClientID: 7, Run: 9, Cursor: 99, At: at(5)}, // of another run
		endpoint.Changed{EndpointID: 1, ClientID: 7, URL: "https://c.test", Run: 1, At: at(6)},
		endpoint.Changed{EndpointID: 1, ClientID: 7, URL: "https://c.test", Active: true, Run: 2, At: at(7)},
		endpoint.Removed{EndpointID: 2, ClientID: 7, At: at(8)},
	)
	for n, want := range []struct {
		status                 string
		cursor, pending, since int64
		updated, endpoints     int
	}{
		{"active", 0, 0, 1, 0, 1},
		{"active", 0, 0, 1, 0, 2},
		{"failing", 3, 1, 1, 0, 2},
		{"failing", 3, 1, 1, 4, 2},
		{"failing", 3, 1, 1, 4, 2},
		{"off", 3, 0, 1, 6, 2},
		{"active", 0, 0, 7, 7, 2},
		{"active", 0, 0, 7, 7, 1},
	} {
		applyOne(t, db, events[n])
		e, err := q.Endpoint(t.Context(), 7, 1)
		must(t, err)
		all, err := q.Endpoints(t.Context(), 7)
		must(t, err)
		if e.Status() != want.status || e.Cursor != want.cursor || e.Pending != want.pending || e.SincePosition != want.since ||
			!e.UpdatedAt.Equal(at(want.updated)) || len(all) != want.endpoints {
			t.Errorf("after event %d: %+v, %d endpoints; want %+v", n, e, len(all), want)
		}
	}
	if _, err := q.Endpoint(t.Context(), 8, 1); err == nil {
		t.Error("another client sees it")
	}
}

func TestEveryTypeOfEntryHasASample(t *testing.T) {
	t.Parallel()
	for _, name := range feed.Names {
		if e := feedrows.SampleClientEvent([]string{name}, 7, uuid.New(), noon); e.Type != name || e.Resource == "" || len(e.Data) < 10 {
			t.Errorf("%s: %+v", name, e)
		}
	}
	if e := feedrows.SampleClientEvent(nil, 7, uuid.New(), noon); e.Type != feed.InvoicePaid {
		t.Errorf("of all: %s", e.Type)
	}
}

// endpointEvents are the events of a callback endpoint. Some endpoints are switched off at the end, some
// removed.
func endpointEvents(id int64) []domain.Event {
	down := after(2)
	events := []domain.Event{
		endpoint.Added{EndpointID: id, ClientID: id % 5, URL: "https://a.test", Events: []string{"invoice.paid"}, MasterID: "m1", At: noon},
		endpoint.Progressed{
			EndpointID: id, ClientID: id % 5, Run: 1, Cursor: 3, Pending: []endpoint.Pending{{Ordinal: 3}}, DownSince: &down, Failing: true, At: after(3),
			Failures: []endpoint.Failure{{Ordinal: 3, Resource: "account", ResponseStatus: 500, Error: "answered 500", At: after(3)}},
		},
		endpoint.SecretRotated{EndpointID: id, ClientID: id % 5, Generation: 1, MasterID: "m2", At: after(4)},
		endpoint.Progressed{EndpointID: id, ClientID: id % 5, Run: 1, Cursor: 5 + id, Delivered: 2, DeliveredAt: &down, At: after(5)},
		endpoint.Changed{EndpointID: id, ClientID: id % 5, URL: "https://c.test", Run: 1, At: after(6)},
		endpoint.Changed{EndpointID: id, ClientID: id % 5, URL: "https://c.test", Active: true, Run: 2, At: after(7)},
		endpoint.Removed{EndpointID: id, ClientID: id % 5, At: after(8)},
	}
	return events[:len(events)-int(id%5)]
}
