// Package servicetest makes a service.Core for tests of use cases and handlers, with PostgreSQL, a log in it,
// and running projections. Only tests may import it.
package servicetest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/http/service"
	"gateway/http/service/ids"
	"gateway/http/service/state"
	"gateway/migrations"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/test/migrated"
	_ "gateway/test/quickhash" // tests log in thousands of times

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/sirupsen/logrus"
)

// New makes a Core and starts its projections, which stop when the test ends.
func New(t testing.TB) *service.Core {
	t.Helper()
	ctx := context.Background()
	eventsDSN, readDSN := migrated.Pair(t)
	events, read := connect(t, eventsDSN), connect(t, readDSN+"&binary_parameters=yes")
	must(t, migrations.EventStore(ctx, events.DB))
	must(t, migrations.ReadModel(ctx, read.DB))
	store, err := postgres.Open(ctx, postgres.Config{DSN: eventsDSN})
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	b := &service.Core{
		Log:     eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns}),
		Queries: readmodel.NewQueries(read), Watcher: engine.NewCheckpointWatcher(read.DB),
		State: state.New(events), Presence: state.NewPresence(events),
		Now: func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }, Logger: logrus.NewEntry(logger),
	}
	b.IDs = ids.New(b.Log, b.Now)
	runProjections(t, engine.New(read.DB, b.Log, b.Watcher, b.Logger, readmodel.All()...))
	return b
}

// runProjections runs the engine until the test ends.
func runProjections(t testing.TB, engine *engine.Engine) {
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := engine.Run(ctx); err != nil {
			t.Errorf("the projections ended: %v", err)
		}
	})
	t.Cleanup(func() { stop(); running.Wait() })
}

func connect(t testing.TB, dsn string) *sqlx.DB {
	t.Helper()
	db, err := sqlx.Open("postgres", dsn)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Append appends the events to the end of a stream, as another process would.
func Append(t testing.TB, core *service.Core, stream string, events ...domain.Event) {
	t.Helper()
	ctx := context.Background()
	newest, err := core.Log.Store().ReadStream(ctx, stream, eventstore.End, eventstore.Backwards, 1)
	must(t, err)
	at := eventstore.NoStream
	if len(newest) > 0 {
		at = newest[0].Revision
	}
	proposed := make([]eventstore.Proposed, len(events))
	for i, e := range events {
		data, err := core.Log.Codec().Encode(e)
		must(t, err)
		proposed[i] = eventstore.Proposed{ID: uuid.New(), Type: e.EventType(), Data: data}
	}
	appended, err := core.Log.Store().Append(ctx, stream, at, proposed)
	must(t, err)
	core.Wait(ctx, appended.Position)
}

// Count counts the events of a type in the log.
func Count(t testing.TB, core *service.Core, eventType string) (n int) {
	t.Helper()
	for at := (eventstore.Position{}); ; {
		page, err := core.Log.Store().ReadAll(context.Background(), at, 1_000)
		must(t, err)
		if len(page) == 0 {
			return n
		}
		for _, e := range page {
			if e.Type == eventType {
				n++
			}
		}
		at = page[len(page)-1].Position
	}
}

// Answer is the answer of a surface. ErrorCode and Field are empty unless Status is an error.
type Answer struct {
	Status    int
	Data      json.RawMessage
	ErrorCode string
	Field     string
}

// Call sends a request to a handler without a network. headers are pairs of name and value.
func Call(t testing.TB, h http.Handler, method, path, body string, headers ...string) Answer {
	t.Helper()
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	h.ServeHTTP(recorder, request)
	var answer struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%s %s answers %d %q", method, path, recorder.Code, recorder.Body)
	}
	got := Answer{Status: recorder.Code, Data: answer.Data}
	if got.Status >= http.StatusBadRequest {
		var problem struct {
			ErrorCode string `json:"error_code"`
			Field     string `json:"field"`
		}
		must(t, json.Unmarshal(answer.Data, &problem))
		got.ErrorCode, got.Field = problem.ErrorCode, problem.Field
	}
	return got
}

// Into decodes the data of an answer.
func Into[T any](t testing.TB, a Answer) T {
	t.Helper()
	var data T
	if err := json.Unmarshal(a.Data, &data); err != nil {
		t.Fatalf("%d %s: %v", a.Status, a.Data, err)
	}
	return data
}
