package main

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/test/poll"
)

// eventReader reads the merchant's events from the first one on, in its own goroutine.
type eventReader struct {
	events []seenEvent
	next   string
	end    context.CancelFunc
	ended  chan struct{}
}

type seenEvent struct{ ID, Type, Resource string }

// readsEvents starts a reader that repeats its cursor after each failure, until it is stopped.
func (i *installation) readsEvents() *eventReader {
	ctx, cancel := context.WithCancel(i.t.Context())
	r := &eventReader{end: cancel, ended: make(chan struct{})}
	url, key := i.url, i.shop
	go func() {
		defer close(r.ended)
		for ctx.Err() == nil {
			r.read(ctx, url+"/events?limit=20&wait=1&after=", key)
		}
	}()
	i.t.Cleanup(cancel)
	return r
}

// stop stops the reader and returns how many events it has seen.
func (r *eventReader) stop() int {
	r.end()
	<-r.ended
	return len(r.events)
}

// goesOn continues to read with the cursor until there are no more events.
func (r *eventReader) goesOn(i *installation) {
	i.t.Helper()
	poll.Within(i.t, poll.Limit, "the reader has come to the end", func() (bool, any) {
		before := len(r.events)
		answered := r.read(i.t.Context(), i.url+"/events?limit=1000&after=", i.shop)
		return answered && len(r.events) == before, len(r.events)
	})
}

// read reads a page, and reports whether it was answered.
func (r *eventReader) read(ctx context.Context, url, key string) bool {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+r.next, nil)
	if err != nil {
		return false
	}
	request.Header.Set("X-API-Key", key)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer func() { _ = answer.Body.Close() }()
	var page struct {
		Data struct {
			Events []seenEvent
			Next   string
		}
	}
	if json.NewDecoder(answer.Body).Decode(&page) != nil || answer.StatusCode != http.StatusOK {
		return false
	}
	r.events, r.next = append(r.events, page.Data.Events...), page.Data.Next
	return true
}

// sawEach compares the events that the reader saw with those of one read at the end, and with the
// acknowledged payments.
func (r *eventReader) sawEach(i *installation, payments []string) {
	i.t.Helper()
	all := &eventReader{}
	all.goesOn(i)
	if !slices.Equal(r.events, all.events) {
		i.t.Errorf("the reader saw %d events, one who reads all at once sees %d, or in another order", len(r.events), len(all.events))
	}
	created := map[string]int{}
	for _, e := range r.events {
		if e.Type == "transaction.created" {
			created[strings.TrimPrefix(e.Resource, "transactions/")]++
		}
	}
	for _, id := range payments {
		if created[id] != 1 {
			i.t.Errorf("the reader saw the payment %s %d times", id, created[id])
		}
	}
}

func TestACursorReadsOnAfterTheReadModelsAreRebuilt(t *testing.T) {
	i := install(t)
	i.addMerchant()
	r := &eventReader{}
	r.goesOn(i)
	before := r.next
	i.payCustomer(20_000)
	whole := &eventReader{}
	whole.goesOn(i)
	i.prints("projections", "rebuild", "client_events")
	r.goesOn(i)
	if r.next == before || r.next != whole.next || !slices.Equal(r.events, whole.events) {
		t.Errorf("after the rebuild it sees %d events up to %s; before there were %d up to %s", len(r.events), r.next, len(whole.events), whole.next)
	}
	i.stop()
	i.freshReadModels()
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.payCustomer(20_000)
	again := &eventReader{}
	again.goesOn(i)
	r.goesOn(i)
	if len(r.events) <= len(whole.events) || !slices.Equal(r.events, again.events) {
		t.Errorf("on a fresh database it sees %d events, one from the start %d", len(r.events), len(again.events))
	}
}
