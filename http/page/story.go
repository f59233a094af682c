package page

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gateway/domain/callback"
	"gateway/domain/words"
	"gateway/projections/story"
)

// pathOf is the page of a subject, such as suspense/2. It is empty if the site has none that the person may open.
func (c *Context) pathOf(subject string) string {
	kind, id, ok := strings.Cut(subject, "/")
	if ok && kind == "transactions" && c.site.page("/transactions/:id") == nil {
		kind = "payments"
	}
	if p := c.site.page("/" + kind + "/:id"); ok && p != nil && c.May(p.Group) {
		return c.Link("/" + kind + "/" + url.PathEscape(id))
	}
	return ""
}

// Story is the history of a thing, in order.
type Story struct {
	Title   string
	Entries []StoryEntry
	// More is the address of the next entries, empty at the end.
	More, MoreText string
}

// TimelineQuery asks for the part of a timeline that the page's address names.
func (c *Context) TimelineQuery() url.Values {
	return url.Values{"limit": {"100"}, "after": {c.Query.Get("events_after")}}
}

// StoryEntry is one event.
type StoryEntry struct {
	At   Cell
	Kind string
	// Title is the event in words, Summary its content in one line, and Type its name in the log.
	Title   string
	Summary string
	// Failed says that the event is a failure.
	Failed   bool
	Type     Cell
	Lines    []Pair
	Postings []Pair
	// Technical are names and numbers of the log, which a merchant's page shows only to a person who opens them.
	Technical []Pair
	// Data is the event's detail.
	Data []Pair
}

// StoryBlock makes the block of a timeline. eventPath is as in WhyBlock.
func (c *Context) StoryBlock(t story.Timeline, eventPath func(position int64) string) Story {
	b := Story{Title: c.T(words.Timeline)}
	at := "" // the connection that was last named
	for _, e := range t.Entries {
		entry := StoryEntry{At: c.Time(e.At), Kind: e.Kind, Title: c.Word(words.Events, e.Type), Type: ID(e.Type), Summary: c.summary(e.Detail)}
		if failure := c.attemptFailure(e); failure != "" {
			entry.Title, entry.Failed = c.T(words.NotDelivered, failure), true
		}
		if eventPath != nil {
			entry.Type = entry.Type.To(eventPath(e.Position))
		}
		reason, code := c.reasonOf(e)
		for _, line := range []struct {
			label words.Text
			value string
		}{
			{words.By, c.actorText(e.Actor)},
			{words.Approver, c.actorText(e.ApprovedBy)},
			{words.Reason, reason},
		} {
			if line.value != "" {
				entry.Lines = append(entry.Lines, Pair{c.T(line.label), Plain(line.value)})
			}
		}
		for _, line := range []struct {
			label words.Text
			value string
		}{{words.RequestNumber, e.RequestID}, {words.TraceID, e.TraceID}, {words.FailureCode, code}} {
			if line.value != "" {
				entry.Technical = append(entry.Technical, Pair{c.T(line.label), Plain(line.value)})
			}
		}
		if e.Kind == story.EntryEvent {
			var routed []Pair
			routed, at = c.routedLines(DataOf(e.Detail), at)
			entry.Lines = append(entry.Lines, routed...)
		}
		for _, p := range e.Postings {
			entry.Postings = append(entry.Postings, Pair{c.AccountWord(string(p.Account)), Rupiah(p.Amount)})
		}
		entry.Data = dataPairs(e.Detail)
		if c.site.OneClient {
			entry.Technical = slices.Concat([]Pair{{c.T(words.Event), entry.Type}}, entry.Technical, entry.Data)
			entry.Type, entry.Data = Cell{}, nil
		} else {
			entry.Lines, entry.Technical = slices.Concat(entry.Lines, entry.Technical), nil
		}
		b.Entries = append(b.Entries, entry)
	}
	if t.Next != nil {
		b.More, b.MoreText = c.address(map[string]string{"events_after": *t.Next}), c.T(words.MoreOfIt)
	}
	return b
}

// summary tells the content of an event in one line: its amount, and how an attempt of a callback ended.
func (c *Context) summary(raw json.RawMessage) string {
	d := DataOf(raw)
	for _, amount := range []*Amount{d.Reversed, d.Paid, d.Payout, d.Refund, d.Disputed, d.Amount} {
		if amount != nil {
			return Rupiah(*amount).Text
		}
	}
	switch {
	case d.Attempt > 0 && d.Answer > 0:
		return c.T(words.AttemptAnswered, d.Attempt, d.Answer, c.Took(d.DurationMS).Text)
	case d.Attempt > 0 && d.Error != "":
		return c.T(words.AttemptFailed, d.Attempt, c.AttemptError(d.Error).Text)
	}
	return ""
}

// dataPairs returns the plain fields of an object in their order.
func dataPairs(raw json.RawMessage) (pairs []Pair) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return pairs
		}
		label, _ := name.(string)
		pairs = append(pairs, Pair{label, ID(plainValue(value))})
	}
	return pairs
}

// plainValue is a text without its quotes and escapes; any other value stays as JSON.
func plainValue(value json.RawMessage) string {
	var text *string
	if json.Unmarshal(value, &text) == nil && text != nil {
		return *text
	}
	return string(value)
}

// attemptFailure says why an attempt of a callback failed. It is empty for a successful attempt and for any
// other event.
func (c *Context) attemptFailure(e story.Entry) string {
	if e.Type != (callback.Attempted{}).EventType() {
		return ""
	}
	attempt := DataOf(e.Detail)
	if attempt.Answer > 0 && (attempt.Answer < http.StatusOK || attempt.Answer >= http.StatusMultipleChoices) {
		return c.T(words.Answered(attempt.Answer))
	}
	return c.AttemptError(attempt.Error).Text
}
