package staff

import (
	"encoding/json"
	"net/url"
	"strings"

	"gateway/domain/ledger"
	"gateway/http/console/page"
	"gateway/http/console/words"
)

// showEvent explains an event: what it says, what it posted, and the request and person behind it.
func showEvent(c *page.Context) ([]page.Block, error) {
	var e logEvent
	if _, err := c.Get("/admin/log/"+url.PathEscape(c.Param("position")), &e); err != nil {
		return nil, err
	}
	postings, err := postingTable(c, e)
	if err != nil {
		return nil, err
	}
	left := []page.Block{page.Text{Title: c.T(words.EventData), Text: page.Indented(string(e.Data))}}
	if len(e.Hidden) > 0 {
		left = append(left, page.Notice{Text: c.T(words.EventHidden, strings.Join(e.Hidden, ", ")), Tone: page.ToneQuiet})
	}
	if postings != nil {
		left = append([]page.Block{postings}, left...)
	}
	request, err := requestTable(c, e)
	if err != nil {
		return nil, err
	}
	return []page.Block{
		page.Heading{Text: c.Word(words.Events, e.Type), Hint: e.Type},
		page.Columns{Left: left, Right: []page.Block{eventDetails(c, e), eventCause(c, e), eventLinks(c, e)}},
		request,
	}, nil
}

// said is what events say of money and of what they are about, where they do.
type said struct {
	Postings      []ledger.Posting `json:"postings"`
	TransactionID string           `json:"transaction_id"`
	Kind          string           `json:"kind"`
	ID            int64            `json:"id"`
}

func saidBy(e logEvent) (s said) {
	_ = json.Unmarshal(e.Data, &s) // an event of another kind has no such fields, or others of these names
	return s
}

// postingTable is nil for an event that moves no money.
func postingTable(c *page.Context, e logEvent) (*page.Table, error) {
	var moved struct {
		Postings []ledger.Posting `json:"postings"`
	}
	if json.Unmarshal(e.Data, &moved) != nil || len(moved.Postings) == 0 {
		return nil, nil
	}
	t := &page.Table{Title: c.T(words.WhatMoved), Columns: c.Titles(words.LedgerAccount, words.ID, words.Amount)}
	for _, p := range moved.Postings {
		t.Add(page.Plain(c.AccountWord(p.Account)), page.ID(p.Account).To(accountPath(c, p.Account, page.Instant(e.At), "")), page.Rupiah(p.Amount))
	}
	return t, nil
}

func eventDetails(c *page.Context, e logEvent) page.Details {
	d := page.Details{Title: c.T(words.TheEvent), Pairs: []page.Pair{
		{Label: c.T(words.BookedAt), Value: c.Time(e.At)},
		{Label: c.T(words.Position), Value: page.ID(page.Key(e.Position))},
		{Label: c.T(words.StreamWord), Value: page.ID(e.Stream + " #" + page.Key(e.Revision)).To(logAddress(c, "stream", e.Stream))},
		{Label: c.T(words.EventIDWord), Value: page.ID(e.EventID)},
	}}
	if e.ClientID > 0 {
		d.Pairs = append(d.Pairs, page.Pair{Label: c.T(words.Client), Value: clientCell(c, e.ClientID)})
	}
	return d
}

// eventCause names the person and the request behind an event.
func eventCause(c *page.Context, e logEvent) page.Details {
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
	add(words.TraceID, page.ID(e.TraceID))
	return d
}

// actorCell is an actor, which leads to its client or to what the administrator did.
func actorCell(c *page.Context, actor string) page.Cell {
	kind, id, _ := strings.Cut(actor, ":")
	id, _, _ = strings.Cut(id, "/")
	cell := page.Plain(actor)
	switch {
	case kind == "client":
		cell.Path = c.Link("/clients/" + url.PathEscape(id))
	case kind == "admin" && c.May("read_staff"):
		cell.Path = c.Link("/audit-log?" + url.Values{"actor": {actor}}.Encode())
	}
	return cell
}

// eventLinks lead to what the event is about.
func eventLinks(c *page.Context, e logEvent) page.Links {
	s, links := saidBy(e), page.Links{}
	add := func(text words.Text, path string) {
		links.Links = append(links.Links, page.Link{Text: c.T(text), Path: path})
	}
	if s.TransactionID != "" {
		add(words.PaymentTitle, transactionPath(c, s.TransactionID))
	}
	if s.ID > 0 && (s.Kind == "withdrawal" || s.Kind == "settlement") {
		links.Links = append(links.Links, page.Link{Text: c.Word(words.Kinds, s.Kind), Path: c.Link("/" + s.Kind + "s/" + page.Key(s.ID))})
	}
	if id, is := strings.CutPrefix(e.Stream, "callback-"); is {
		add(words.CallbackTitle, c.Link("/callbacks/"+url.PathEscape(id)))
	}
	if strings.HasPrefix(e.Stream, "balance-") && e.ClientID > 0 {
		add(words.BalanceThen, balanceAt(c, e.ClientID, page.Instant(e.At), ""))
	}
	return links
}

// requestTable lists what the same request had caused before the event, newest first.
func requestTable(c *page.Context, e logEvent) (*page.Table, error) {
	t := &page.Table{Title: c.T(words.EventChain), Columns: c.Titles(words.BookedAt, words.Position, words.Event, words.StreamWord, words.Client, words.By, words.RequestNumber)}
	if t.Empty = c.T(words.EventChainEmpty); e.CorrelationID == "" {
		return t, nil
	}
	part, err := askLog(c, url.Values{"correlation_id": {e.CorrelationID}, "before": {page.Key(e.Position)}, "limit": {"20"}})
	if err != nil {
		return nil, err
	}
	for _, one := range part.Events {
		t.Add(logCells(c, one)...)
	}
	return t, nil
}
