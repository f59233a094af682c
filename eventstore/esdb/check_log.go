package esdb

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// beginningPage is how many events of the log are looked at.
const beginningPage = 1_000

// revisions checks that the server refuses an append at another revision, and answers a repeated append as it
// did the first time. The gateway depends on this to book nothing twice.
func (c *checker) revisions(ctx context.Context) error {
	first, second := newEvent(`{"n":1}`), newEvent(`{"n":2}`)
	was, err := c.append(ctx, "", client.NoStream{}, first)
	if err != nil {
		return err
	}
	for _, wrong := range []client.ExpectedRevision{client.NoStream{}, client.Revision(7)} {
		if _, err := c.append(ctx, "", wrong, newEvent(`{"wrong":true}`)); codeOf(err) != client.ErrorCodeWrongExpectedVersion {
			c.problem("an append at %T, which is wrong, is answered with %v", wrong, orSuccess(err))
		}
	}
	if _, err := c.append(ctx, "", client.Revision(0), second); err != nil {
		c.problem("an append at the right revision is refused: %v", err)
	}
	again, err := c.append(ctx, "", client.NoStream{}, first)
	switch {
	case err != nil:
		c.problem("a repeated append is refused: %v", err)
	case again.CommitPosition != 0 && again.CommitPosition != was.CommitPosition:
		c.problem("a repeated append is answered with another position: %d, and %d the first time", again.CommitPosition, was.CommitPosition)
	}
	events, err := c.readScratch(ctx, "", 10)
	if err != nil {
		return err
	}
	if len(events) != 2 || events[0].EventID != first.EventID || events[1].EventID != second.EventID {
		c.problem("after two appends, two that are wrong and a repeated one, the stream holds %d events", len(events))
	}
	return nil
}

func orSuccess(err error) any {
	if err == nil {
		return "success"
	}
	return err
}

// content checks that an event is read back byte for byte.
func (c *checker) content(ctx context.Context) error {
	e := newEvent(`{ "amount": 1.50, "text": "Tom & <Jerry> \u2028 ✓" }`)
	if _, err := c.append(ctx, "-content", client.NoStream{}, e); err != nil {
		return err
	}
	events, err := c.readScratch(ctx, "-content", 1)
	if err != nil || len(events) == 0 {
		return err
	}
	got := events[0]
	sameBytes := bytes.Equal(got.Data, e.Data) && bytes.Equal(got.UserMetadata, e.Metadata)
	if !sameBytes || got.EventType != e.EventType || got.EventID != e.EventID {
		c.problem("an event is read back as %s %s %s %s", got.EventID, got.EventType, got.Data, got.UserMetadata)
	}
	return nil
}

// noStream checks that the server reports a missing stream as missing.
func (c *checker) noStream(ctx context.Context) error {
	events, err := c.readScratch(ctx, "-never-written", 1)
	if !isNoStream(err) {
		c.problem("a read of a stream that does not exist gives %d events and %v", len(events), orSuccess(err))
	}
	return nil
}

// order checks that $all holds the events in the order in which they were appended, at the positions that the
// appends returned, and that it can be read from any of these positions.
func (c *checker) order(ctx context.Context) error {
	var want []client.Position
	last := map[string]client.ExpectedRevision{}
	for i := range uint64(6) {
		stream := []string{"-order-a", "-order-b"}[i%2]
		at := last[stream]
		if at == nil {
			at = client.NoStream{}
		}
		w, err := c.append(ctx, stream, at, newEvent(`{}`))
		if err != nil {
			return err
		}
		last[stream] = client.Revision(i / 2)
		want = append(want, client.Position{Commit: w.CommitPosition, Prepare: w.PreparePosition})
	}
	for from := range want {
		events, err := c.readAll(ctx, client.Forwards, want[from], beginningPage)
		if err != nil {
			return err
		}
		var before eventstore.Position
		var got []client.Position
		for _, e := range events {
			p := fromClientPosition(e.Position)
			if !before.Before(p) {
				c.problem("$all holds %d after %d", p.Commit, before.Commit)
			}
			before = p
			if strings.HasPrefix(e.StreamID, c.stream+"-order") {
				got = append(got, e.Position)
			}
		}
		if !slices.Equal(got, want[from:]) {
			c.problem("$all from %d on holds the appends at %v, and they were answered with %v", want[from].Commit, got, want[from:])
			return nil
		}
	}
	return nil
}

// beginnings checks that the streams at the beginning of the log begin with their first event. A stream loses
// that event by $maxAge, $maxCount, a deletion or a truncation.
func (c *checker) beginnings(ctx context.Context) error {
	events, err := c.readAll(ctx, client.Forwards, client.Start{}, beginningPage)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, e := range events {
		if e.EventNumber > 0 && !seen[e.StreamID] && !strings.HasPrefix(e.StreamID, "$") {
			c.problem("stream %s begins with revision %d: what was before is gone, by $maxAge, $maxCount, truncation or deletion",
				e.StreamID, e.EventNumber)
		}
		seen[e.StreamID] = true
	}
	c.note("%d events looked at", len(events))
	return nil
}

// size checks that the server accepts the largest append of the gateway.
func (c *checker) size(ctx context.Context) error {
	const overhead = 1_000
	e := newEvent(`"` + strings.Repeat("x", eventstore.MaxAppendBytes-overhead) + `"`)
	if _, err := c.append(ctx, "-size", client.NoStream{}, e); err != nil {
		c.problem("an append of %d bytes is refused (MaxAppendSize, MaxAppendEventSize): %v", len(e.Data), err)
	}
	return nil
}

// speed measures consecutive appends.
func (c *checker) speed(ctx context.Context) error {
	const n, slow = 9, time.Second
	took := make([]time.Duration, n)
	for i := range took {
		at := client.ExpectedRevision(client.NoStream{})
		if i > 0 {
			at = client.Revision(uint64(i - 1))
		}
		began := time.Now()
		if _, err := c.append(ctx, "-speed", at, newEvent(`{}`)); err != nil {
			return err
		}
		took[i] = since(began)
	}
	slices.Sort(took)
	c.note("an append takes %v (median of %d), at most %v", took[n/2], n, took[n-1])
	if took[n/2] > slow {
		c.problem("an append takes %v: a gateway answers each request after several of them", took[n/2])
	}
	return nil
}
