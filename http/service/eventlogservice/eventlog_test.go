package eventlogservice

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/http/service"

	"github.com/google/uuid"
)

// fixture is a log of 200 events in 7 streams of two categories, with 3 clients and 20 requests. The
// positions of the first half have gaps, as after the import of a log from EventStoreDB.
type fixture struct {
	*Reader
	t     *testing.T
	store eventstore.Store
	all   []eventstore.Recorded
	rand  *rand.Rand
}

// headOfLog is the position of the newest event: 100 events at every seventh position, and 100 consecutive
// ones after them.
const headOfLog = 7*100 + 100

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t: t, store: storetest.NewMemory().Open(), rand: rand.New(rand.NewPCG(1, 2))}
	for range 100 {
		f.append()
	}
	imported := storetest.ReadLog(t, f.store)
	for i := range imported {
		imported[i].Position.Commit *= 7
		imported[i].Position.Prepare *= 7
	}
	f.store = storetest.ShortReads(storetest.NewMemoryWith(imported).Open())
	f.Reader = New(&service.Core{Log: eventstore.NewLog(f.store, eventstore.NewCodec(), eventstore.Options{})})
	for range 100 {
		f.append()
	}
	for after := (eventstore.Position{}); ; after = f.all[len(f.all)-1].Position {
		page, err := f.store.ReadAll(t.Context(), after, 50)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			return f
		}
		f.all = append(f.all, page...)
	}
}

// append appends an event to a random stream.
func (f *fixture) append() {
	f.t.Helper()
	stream := []string{"balance-1", "balance-2", "balance-3", "payment-a", "payment-b", "payment-c", "sequence-x"}[f.rand.IntN(7)]
	data := fmt.Sprintf(`{"client_id":%d}`, 1+f.rand.IntN(3))
	if stream == "sequence-x" {
		data = `{"kind":"x"}`
	}
	newest, err := f.store.ReadStream(f.t.Context(), stream, eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		f.t.Fatal(err)
	}
	revision := eventstore.NoStream
	if len(newest) > 0 {
		revision = newest[0].Revision
	}
	m := eventstore.Metadata{CorrelationID: fmt.Sprint("request-", f.rand.IntN(20)), Actor: fmt.Sprint("client:", 1+f.rand.IntN(3), "/person:9")}
	_, err = f.store.Append(f.t.Context(), stream, revision, []eventstore.Proposed{{
		ID: uuid.New(), Type: fmt.Sprintf("a.thing.v%d", 1+f.rand.IntN(2)), Data: []byte(data), Metadata: m.JSON(),
	}})
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) read(q Query) Page {
	f.t.Helper()
	page, err := f.Read(f.t.Context(), q)
	if err != nil {
		f.t.Fatalf("%+v: %v", q, err)
	}
	return page
}

// wanted returns the positions of the events that a filter selects, computed in the simplest way.
func (f *fixture) wanted(filter Filter) (positions []int64) {
	for _, e := range f.all {
		event := eventOf(e)
		if (filter.Stream == "" || e.Stream == filter.Stream) && (filter.Category == "" || category(e.Stream) == filter.Category) &&
			(filter.Type == "" || e.Type == filter.Type || e.Type[:7] == filter.Type) &&
			(filter.ClientID == 0 || event.ClientID == filter.ClientID) &&
			(filter.CorrelationID == "" || event.CorrelationID == filter.CorrelationID) {
			positions = append(positions, e.Position.Commit)
		}
	}
	return positions
}

var filters = []Filter{
	{},
	{Stream: "balance-2"},
	{Stream: "none"},
	{Category: "payment"},
	{Category: "pay"},
	{Type: "a.thing"},
	{Type: "a.thing.v2"},
	{ClientID: 2},
	{ClientID: 20},
	{CorrelationID: "request-7"},
	{CorrelationID: "request"},
	{Stream: "payment-a", ClientID: 1},
	{Category: "balance", Type: "a.thing.v1", ClientID: 3},
}

func TestTheLogIsReadToItsEndInEitherDirectionWhateverTheFilter(t *testing.T) {
	f := newFixture(t)
	for _, f.scanLimit = range []int{7, 64, 10_000} {
		for _, filter := range filters {
			for _, limit := range []int{1, 5, 200} {
				want := f.wanted(filter)
				var forwards, backwards []int64
				for after := ptr(0); ; {
					page := f.read(Query{After: after, Filter: filter, Limit: limit})
					forwards = append(forwards, f.positions(page, limit)...)
					if after = page.Next; page.End {
						break
					}
				}
				if !slices.Equal(forwards, want) {
					t.Fatalf("%+v, %d at once, forwards: %v, not %v", filter, limit, forwards, want)
				}
				for before := (*int64)(nil); ; {
					page := f.read(Query{Before: before, Filter: filter, Limit: limit})
					backwards = append(backwards, f.positions(page, limit)...)
					if before = page.Next; before == nil {
						if !page.End {
							t.Error("the start of the log is not the end of the reading")
						}
						break
					}
				}
				if slices.Reverse(backwards); !slices.Equal(backwards, want) {
					t.Fatalf("%+v, %d at once, backwards: %v, not %v", filter, limit, backwards, want)
				}
			}
		}
	}
}

// positions returns the positions of the events on a page, and checks the page's bounds.
func (f *fixture) positions(p Page, limit int) (all []int64) {
	f.t.Helper()
	if len(p.Events) > limit || p.Scanned > f.scanLimit || p.Head != headOfLog {
		f.t.Errorf("a page of %d, %d events read, the head at %d", len(p.Events), p.Scanned, p.Head)
	}
	for _, e := range p.Events {
		all = append(all, e.Position)
	}
	return all
}

func ptr(n int64) *int64 { return &n }

func TestAReaderWaitsForTheNextEventThatMatches(t *testing.T) {
	f := newFixture(t)
	for _, filter := range []Filter{{}, {Stream: "balance-2"}, {Type: "a.thing.v2"}} {
		head, err := f.store.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		answer := make(chan Page)
		go func() {
			page, err := f.Read(t.Context(), Query{After: &head.Commit, Filter: filter, Limit: 10, Wait: MaxWait})
			if err != nil {
				t.Error(err)
			}
			answer <- page
		}()
		for page := (*Page)(nil); page == nil; {
			f.append()
			select {
			case got := <-answer:
				page = &got
			case <-time.After(time.Millisecond):
			}
			if page != nil && (len(page.Events) == 0 || page.Events[0].Position <= head.Commit || *page.Next < page.Events[0].Position) {
				t.Errorf("%+v after %d: %+v", filter, head.Commit, page)
			}
		}
	}
}

func TestAWaitEndsWithItsTimeAndSoManyMayWait(t *testing.T) {
	f := newFixture(t)
	head := int64(headOfLog)
	if page := f.read(Query{After: &head, Limit: 10, Wait: time.Millisecond}); len(page.Events) != 0 || *page.Next != headOfLog || !page.End {
		t.Errorf("%+v", page)
	}
	f.waiting.Store(maxWaiting)
	if _, err := f.Read(t.Context(), Query{After: &head, Limit: 10, Wait: time.Millisecond}); err == nil || f.waiting.Load() != maxWaiting {
		t.Errorf("one too many waits: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Read(ctx, Query{After: &head, Limit: 10}); err == nil {
		t.Error("a reader who has gone away gets an answer")
	}
}

func TestAnEventIsFoundByItsPositionAlone(t *testing.T) {
	f := newFixture(t)
	for _, e := range f.all {
		found, err := f.Event(t.Context(), e.Position.Commit)
		if err != nil || found.EventID != e.ID || found.Stream != e.Stream || found.Revision != e.Revision {
			t.Errorf("at %d: %+v, %v", e.Position.Commit, found, err)
		}
	}
	for _, none := range []int64{-1, 0, 201, 1 << 62} {
		if found, err := f.Event(t.Context(), none); err == nil {
			t.Errorf("at %d: %+v", none, found)
		}
	}
}
