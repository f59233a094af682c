package staff

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/eventlogservice"
)

// showEvent explains an event: its data, its postings, and the request and person behind it.
func showEvent(c *page.Context) ([]page.Block, error) {
	e, err := api.GetLogEvent(c, c.Param("position"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.Word(words.Events, e.Type))
	postings := postingTable(c, e)
	left := []page.Block{page.Text{Title: c.T(words.EventData), Text: page.Indented(string(e.Data))}}
	if len(e.Hidden) > 0 {
		left = append(left, page.Notice{Text: c.T(words.EventHidden, strings.Join(e.Hidden, ", ")), Tone: page.ToneQuiet})
	}
	if postings != nil {
		left = append([]page.Block{postings}, left...)
	}
	blocks := []page.Block{
		page.Columns{Left: left, Right: []page.Block{eventDetails(c, e), eventCause(c, e), eventLinks(c, e)}},
	}
	why, err := writeOffOf(c, e)
	if err != nil {
		return nil, err
	}
	origin, err := eventOrigin(c, e)
	return slices.Concat(why, blocks, origin), err
}

// eventOrigin shows what preceded the event: other events of the same request, and those about the same thing.
func eventOrigin(c *page.Context, e eventlogservice.Event) (blocks []page.Block, err error) {
	if e.CorrelationID != "" {
		request, err := requestTable(c, e)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, request)
	}
	told, err := eventStory(c, e)
	if told != nil {
		blocks = append(blocks, told)
	}
	return blocks, err
}

// subjectOf names what the event is about as a path of the API. It is empty if that has no timeline.
func subjectOf(e eventlogservice.Event) string {
	s := page.DataOf(e.Data)
	category, id, _ := strings.Cut(e.Stream, "-")
	switch {
	case s.ID > 0 && (s.Kind == "withdrawal" || s.Kind == "settlement"):
		return s.Kind + "s/" + page.Key(s.ID)
	case category == "callback":
		return "callbacks/" + id
	case category == "payment":
		return "transactions/" + id
	case s.TransactionID != "":
		return "transactions/" + s.TransactionID
	case strings.HasPrefix(e.Type, "balance.adjusted."), strings.HasPrefix(e.Type, "balance.written_off."),
		strings.HasPrefix(e.Type, "balance.write_off_recovered."):
		return ""
	case strings.HasPrefix(e.Type, "balance.") && s.Reference != "":
		return "transactions/" + s.Reference
	}
	return ""
}

// postingTable is nil for an event that moves no money.
func postingTable(c *page.Context, e eventlogservice.Event) *page.Table {
	moved := page.DataOf(e.Data)
	if len(moved.Postings) == 0 {
		return nil
	}
	t := &page.Table{Title: c.T(words.WhatMoved), Columns: c.Titles(words.LedgerAccount, words.ID, words.Amount)}
	for _, p := range moved.Postings {
		account := page.ID(p.Account).To(accountPath(c, p.Account, page.Instant(e.At), ""))
		t.Add(page.Plain(c.AccountWord(p.Account)), account, page.Rupiah(p.Amount))
	}
	return t
}

func eventDetails(c *page.Context, e eventlogservice.Event) page.Details {
	d := page.Details{Title: c.T(words.TheEvent), Pairs: []page.Pair{
		{Label: c.T(words.Event), Value: page.ID(e.Type)},
		{Label: c.T(words.BookedAt), Value: c.Time(e.At)},
		{Label: c.T(words.Position), Value: page.ID(page.Key(e.Position))},
		{Label: c.T(words.StreamWord), Value: page.ID(e.Stream + " #" + page.Key(e.Revision)).To(logAddress(c, "stream", e.Stream))},
		{Label: c.T(words.EventIDWord), Value: page.ID(e.EventID.String())},
	}}
	if e.ClientID > 0 {
		d.Pairs = append(d.Pairs, page.Pair{Label: c.T(words.Client), Value: clientCell(c, e.ClientID, "")})
	}
	return d
}

// eventCause names the person and the request behind an event.
func eventCause(c *page.Context, e eventlogservice.Event) page.Details {
	d := page.Details{Title: c.T(words.EventCause)}
	add := func(label words.Text, cell page.Cell) {
		if cell.Text != "" {
			d.Pairs = append(d.Pairs, page.Pair{Label: c.T(label), Value: cell})
		}
	}
	add(words.By, actorCell(c, e.Actor))
	add(words.Approver, actorCell(c, e.ApprovedBy))
	add(words.EventVia, page.Plain(e.Via))
	add(words.RequestNumber, page.ID(e.RequestID))
	add(words.EventCorrelation, page.ID(e.CorrelationID))
	add(words.EventCausation, page.ID(e.CausationID))
	if source := page.DataOf(e.Data).Source.Position; source > 0 {
		add(words.EventSource, page.ID(page.Key(source)).To(eventPath(c)(source)))
	}
	add(words.TraceID, page.ID(e.TraceID))
	return d
}

// actorCell shows an actor. It links to the actor's client, or to the acts of the administrator.
func actorCell(c *page.Context, actor string) page.Cell {
	kind, id, _ := strings.Cut(actor, ":")
	id, _, _ = strings.Cut(id, "/")
	cell := c.Actor(actor)
	switch {
	case kind == "client":
		cell.Path = c.Link("/clients/" + url.PathEscape(id))
	case kind == "admin" && c.May("read_staff"):
		cell.Path = c.Link("/audit-log?" + url.Values{"actor": {actor}}.Encode())
	}
	return cell
}

// eventLinks lead to what the event is about.
func eventLinks(c *page.Context, e eventlogservice.Event) page.Links {
	links := page.Links{}
	if kind, id, ok := strings.Cut(subjectOf(e), "/"); ok {
		links.Links = append(links.Links, page.Link{
			Text: c.Word(words.Kinds, strings.TrimSuffix(kind, "s")), Path: c.Link("/" + kind + "/" + url.PathEscape(id)),
		})
	}
	if strings.HasPrefix(e.Stream, "balance-") && e.ClientID > 0 {
		links.Links = append(links.Links, page.Link{Text: c.T(words.BalanceThen), Path: balanceAt(c, e.ClientID, page.Instant(e.At), "")})
	}
	return links
}

// eventStory is the timeline of what the event is about, back to the request and person that started it; nil if
// it has no timeline.
func eventStory(c *page.Context, e eventlogservice.Event) (page.Block, error) {
	subject := subjectOf(e)
	if subject == "" {
		return nil, nil
	}
	_, told, err := explained(c, subject)
	if p, ok := errors.AsType[*page.Problem](err); ok && p.Status == http.StatusNotFound {
		return nil, nil
	}
	return told, err
}

// requestTable lists what the same request had caused before the event, newest first.
func requestTable(c *page.Context, e eventlogservice.Event) (*page.Table, error) {
	t := &page.Table{Title: c.T(words.EventChain), Columns: logTitles(c)}
	t.Empty = c.T(words.EventChainEmpty)
	part, err := api.ListLog(c, url.Values{"correlation_id": {e.CorrelationID}, "before": {page.Key(e.Position)}, "limit": {"20"}})
	if err != nil {
		return nil, err
	}
	for _, one := range part.Events {
		t.Add(logCells(c, one)...)
	}
	return t, nil
}
