// Package feedservice implements the use case of GET /events: a client reads its own events in log order,
// each once, and may wait for the next one.
package feedservice

import (
	"context"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/feed"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/feedrows"
)

// MaxWait is how long a reader may wait for the next entry.
const MaxWait = 30 * time.Second

// Feed reads clients' entries. It is safe for concurrent use. Make it with New.
type Feed struct {
	*service.Core
	signal *signal
}

// New makes a Feed.
func New(core *service.Core) *Feed { return &Feed{Core: core, signal: newSignal(core)} }

// Query selects entries.
type Query struct {
	// After is a cursor, empty for the start, or End for entries from now on.
	After string
	// Types are names of package feed, separated by commas. Empty selects all.
	Types string
	// Limit is the maximum number of entries returned.
	Limit int
	// Wait is how long to wait for an entry when there is none.
	Wait time.Duration
}

// Page is a part of the feed. Next is the cursor after it, even when the page is empty.
type Page struct {
	Events []feedrows.ClientEvent `json:"events"`
	Next   string                 `json:"next"`
}

// End stands for the cursor after the present last entry.
const End = "end"

// begin returns the cursor for a text.
func (f *Feed) begin(ctx context.Context, clientID int64, text string) (cursor, error) {
	if text != End {
		return parseCursor(text)
	}
	heads, err := f.Queries.ClientEventHeads(ctx, []int64{clientID})
	if err != nil || heads[clientID] == 0 {
		return cursor{}, err
	}
	id, err := f.Queries.ClientEventID(ctx, clientID, heads[clientID])
	return cursorAt(heads[clientID], id), err
}

// Read returns the entries after a cursor, oldest first. If there are none, it waits until there is one, the
// time is over, or this process drains. Refusals: invalid_field after or types; cursor_gone when the log does
// not have the cursor's entry; too_many_requests when too many readers already wait; unavailable while the
// entries are being rebuilt.
func (f *Feed) Read(ctx context.Context, clientID int64, q Query) (Page, error) {
	types, wrongTypes := parseTypes(q.Types)
	at, wrongCursor := f.begin(ctx, clientID, q.After)
	if err := domain.Together(wrongTypes, wrongCursor); err != nil {
		return Page{}, err
	}
	if err := f.check(ctx, clientID, at); err != nil {
		return Page{}, err
	}
	waiting, cancel := context.WithTimeout(ctx, min(max(q.Wait, 0), MaxWait))
	defer cancel()
	for after := at.ordinal; ; {
		page, through, err := f.page(ctx, clientID, at, after, types, q.Limit)
		if err != nil || len(page.Events) > 0 {
			return page, err
		}
		// An error ends the wait, and the page is empty. A reader that disconnected is no failure of this
		// server.
		if err := f.signal.wait(waiting, clientID, max(after, through)); err != nil {
			if isRefusal(err) {
				return Page{}, err
			}
			return page, nil
		}
		after = max(after, through)
	}
}

// page reads the entries between an ordinal and the present last one. If none of them has one of the types,
// the cursor moves past all of them.
func (f *Feed) page(ctx context.Context, clientID int64, at cursor, after int64, types []string, limit int) (Page, int64, error) {
	heads, err := f.Queries.ClientEventHeads(ctx, []int64{clientID})
	if err != nil {
		return Page{}, 0, err
	}
	through := heads[clientID]
	events, err := f.Queries.ClientEvents(ctx, clientID, after, through, types, limit)
	if err != nil {
		return Page{}, 0, err
	}
	next := at
	switch {
	case len(events) > 0 && (len(events) == limit || len(types) == 0):
		last := events[len(events)-1]
		next = cursorAt(last.Ordinal, last.EventID)
	case through > at.ordinal:
		id, err := f.Queries.ClientEventID(ctx, clientID, through)
		if err != nil {
			return Page{}, 0, err
		}
		next = cursorAt(through, id)
	}
	return Page{Events: events, Next: next.String()}, through, nil
}

// check refuses a cursor whose entry the log does not have, because an older log was accepted or the cursor
// belongs to another client.
func (f *Feed) check(ctx context.Context, clientID int64, at cursor) error {
	if at.ordinal == 0 {
		return nil
	}
	// The head is read first, so that an entry that was shown is at or before it.
	head, err := f.Log.Store().Head(ctx)
	if err != nil {
		return err
	}
	known, err := f.has(ctx, clientID, at)
	if err != nil || known {
		return err
	}
	f.Wait(ctx, head)
	if known, err = f.has(ctx, clientID, at); err != nil || known {
		return err
	}
	reached, err := f.Queries.ClientEventsReached(ctx, head.Commit)
	if err != nil {
		return err
	}
	if !reached {
		return eventstore.ErrUnavailable
	}
	return domain.Refuse(domain.Gone, "cursor_gone",
		"the log has no event at this cursor: it is older than the cursor, or the cursor is another client's")
}

func (f *Feed) has(ctx context.Context, clientID int64, at cursor) (bool, error) {
	id, err := f.Queries.ClientEventID(ctx, clientID, at.ordinal)
	switch {
	case err == nil:
		return at == cursorAt(at.ordinal, id), nil
	case isRefusal(err): // not found
		return false, nil
	}
	return false, err
}

func parseTypes(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	types := strings.Split(text, ",")
	for _, name := range types {
		if !feed.Known(name) {
			return nil, domain.InvalidField("types", "%q is no event: %s", name, strings.Join(feed.Names, ", "))
		}
	}
	slices.Sort(types)
	return slices.Compact(types), nil
}
