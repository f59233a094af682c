package page

import (
	"strconv"
	"strings"

	"gateway/domain/why"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// Why is what something waits for, as GET /why returns it.
type Why struct {
	Title   string
	Nothing string
	Reasons []WhyReason
}

// WhyReason is one reason.
type WhyReason struct {
	// Text is the sentence in parts: words, amounts, times, and links to other things.
	Text  []Cell
	Waits bool
	Since Cell
	// Event is the event behind the reason. About is the thing that the reason is about, unless the sentence
	// already links to it.
	Event, About Cell
}

// WhyBlock makes the block of an answer of GET /why. eventPath returns the page of an event, and may be nil.
func (c *Context) WhyBlock(answer why.Shown, eventPath func(position int64) string) Why {
	b := Why{Title: c.T(words.WhyTitle), Nothing: c.T(words.NoWaiting)}
	for _, r := range answer.Reasons {
		reason := WhyReason{Text: c.sentence(r, answer.Subject), Waits: r.Waits, Since: c.TimeOr(r.Since)}
		if r.Event != nil && !c.site.OneClient {
			reason.Event = Plain(r.Event.Type)
			if eventPath != nil && r.Event.Position > 0 {
				reason.Event = reason.Event.To(eventPath(r.Event.Position))
			}
		}
		if cell := c.subject(r.About); cell.Path != "" && r.About != answer.Subject && !leadsTo(reason.Text, cell.Path) {
			reason.About = cell
		}
		b.Reasons = append(b.Reasons, reason)
	}
	return b
}

// WaitsBlock is WhyBlock for a balance: it shows what the money waits for.
func (c *Context) WaitsBlock(answer why.Shown) Why {
	b := c.WhyBlock(answer, nil)
	b.Title = c.T(words.WhatWaits)
	return b
}

func leadsTo(text []Cell, path string) bool {
	for _, cell := range text {
		if cell.Path == path {
			return true
		}
	}
	return false
}

// sentence states a reason, with times in the format of the page and with links in place of the names of
// things. It leaves out a name in brackets that would link nowhere. For a code that this version does not know
// it uses the API's text.
func (c *Context) sentence(r why.ShownReason, of string) (text []Cell) {
	pieces := r.Code.Pieces(c.Language)
	if len(pieces) == 0 {
		return []Cell{Plain(r.Text.In(c.Language))}
	}
	if c.subject(r.About).Path == "" || r.About == of {
		pieces = withoutAbout(pieces)
	}
	for _, p := range pieces {
		if p.Part == "" {
			text = append(text, Cell{Text: p.Words, Raw: p.Words, Kind: "words"})
			continue
		}
		text = append(text, c.partOf(r, p.Part))
	}
	return text
}

// withoutAbout removes a name in brackets from a sentence.
func withoutAbout(pieces []why.Piece) (kept []why.Piece) {
	for i, p := range pieces {
		last := len(kept) - 1
		if p.Part != "about" || i == 0 || i == len(pieces)-1 || !strings.HasSuffix(pieces[i-1].Words, " (") {
			kept = append(kept, p)
			continue
		}
		if kept[last].Words = strings.TrimSuffix(kept[last].Words, " ("); kept[last].Words == "" {
			kept = kept[:last] // a page shows a dash for a piece without words
		}
		pieces[i+1].Words = strings.TrimPrefix(pieces[i+1].Words, ")")
	}
	return kept
}

// partOf fills one place in a reason's sentence.
func (c *Context) partOf(r why.ShownReason, part string) (cell Cell) {
	switch part {
	case "amount":
		cell = amountInText(r.Amount)
	case "expected":
		cell = amountInText(r.Expected)
	case "at":
		cell = c.TimeOr(r.Since)
	case "until":
		cell = c.TimeOr(r.Until)
	case "about":
		cell = c.subject(r.About)
	case "other":
		cell = c.subject(r.Other)
		if r.Code == why.Replaced {
			cell = c.subject("transactions/" + r.Other)
		}
	case "count":
		cell = Number(r.Count)
	case "times":
		cell = Plain(c.T(words.Times(r.Count)))
	case "detail":
		cell = c.AttemptError(r.Detail)
	case "event":
		if r.Event != nil {
			cell = c.eventInText(*r.Event)
		}
	}
	return cell
}

// eventInText names an event in a sentence: in words for a merchant, and by its name in the log for staff.
func (c *Context) eventInText(e why.Place) Cell {
	if c.site.OneClient {
		return Plain(c.EventWord(e.Type))
	}
	return Plain(e.Type + " " + strconv.FormatInt(e.Position, 10))
}

func amountInText(d *decimal.Decimal) Cell {
	if d == nil {
		return Cell{}
	}
	return Plain(Rupiah(*d).Text)
}

// Subject shows a thing by its name in the API, such as withdrawals/2, in words, and as a link to its page.
func (c *Context) Subject(name string) Cell {
	cell := c.subject(name)
	cell.Raw = name
	return cell
}

// subject shows a thing by its name in the API, such as suspense/2, in words, and as a link if the site has a
// page for it. For a person who caused an event it shows the name; other texts stay as they are.
func (c *Context) subject(name string) Cell {
	kind, id, ok := strings.Cut(name, "/")
	word, known := words.Subjects[kind]
	switch {
	case !ok && strings.Contains(name, ":"), strings.Contains(name, "/person:"):
		return Plain(c.actorText(name))
	case !ok || !known:
		return Plain(name).To(c.pathOf(name))
	case kind == "transactions":
		return ID(id).To(c.pathOf(name))
	}
	cell := Plain(c.T(word, shortID(id))).To(c.pathOf(name))
	if shortID(id) != id {
		cell.Hint = id
	}
	return cell
}

// shortID is an id, cut to fit into a sentence.
func shortID(id string) string {
	const most, kept = 20, 11
	if len(id) > most {
		return id[:kept] + "…"
	}
	return id
}
