package staff

import (
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/payoutrows"
)

func (p payouts) show(c *page.Context) ([]page.Block, error) {
	path := p.path + "/" + url.PathEscape(c.Param("id"))
	one, err := p.get(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(p.title) + " " + page.Key(one.ID))
	reasons, told, err := explained(c, path[1:])
	if err != nil {
		return nil, err
	}
	blocks := append(payoutNotices(c, one), payoutFigures(c, one))
	return append(blocks, page.Columns{
		Left:  []page.Block{reasons, told},
		Right: append(payoutForms(c, path, one), payoutDetails(c, one)),
	}), nil
}

// explained returns why a thing is in its state, and its timeline.
func explained(c *page.Context, name string) (page.Why, page.Story, error) {
	told, err := api.GetTimelineOfAny(c, name, c.TimelineQuery())
	if err != nil {
		return page.Why{}, page.Story{}, err
	}
	return c.WhyBlock(told.Why, eventPath(c)), c.StoryBlock(told.Timeline, eventPath(c)), nil
}

// payoutNotices say what a person has to look at.
func payoutNotices(c *page.Context, p payoutrows.AdminPayout) (notices []page.Block) {
	if p.Unknown {
		text := words.UnknownPayout
		if p.UnknownReason == "float_empty" {
			text = words.UnknownFloat
		}
		notices = append(notices, page.Notice{Text: c.T(text), Tone: page.ToneBad})
	}
	if p.Contradiction != "" {
		word := c.Word(words.PayoutContradictions, p.Contradiction)
		notices = append(notices, page.Notice{Text: c.T(words.ContradictedPayout, word), Tone: page.ToneBad})
	}
	if p.FoundID != "" {
		notices = append(notices, page.Notice{Text: c.T(words.FoundPayout, words.Isolated(p.FoundID)), Tone: page.ToneBad})
	}
	return notices
}

func payoutFigures(c *page.Context, p payoutrows.AdminPayout) page.Figures {
	return page.Figures{Figures: []page.Figure{
		{Label: c.T(words.Status), Value: payoutState(c, p)},
		{Label: c.T(words.Amount), Value: page.Rupiah(p.Amount)},
		{Label: c.T(words.TransferFee), Value: page.Rupiah(p.TransferFee)},
		{Label: c.T(words.TotalHeld), Value: page.Rupiah(p.Total)},
	}}
}

func payoutDetails(c *page.Context, p payoutrows.AdminPayout) page.Details {
	d := page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Client), Value: clientCell(c, p.ClientID, p.ClientName)},
		{Label: c.T(words.Bank), Value: page.Plain(p.Bank)},
		{Label: c.T(words.Account), Value: page.ID(p.AccountNumber)},
		{Label: c.T(words.AccountHolder), Value: page.Plain(p.AccountHolder)},
		{Label: c.T(words.CreatedAt), Value: c.Time(p.CreatedAt)},
		{Label: c.T(words.UpdatedAt), Value: c.Time(p.UpdatedAt)},
		{Label: c.T(words.RequestedBy), Value: requestedBy(c, p.By)},
		{Label: c.T(words.ByHand), Value: c.Flag(p.Manual)},
	}}
	for _, pair := range []page.Pair{
		{Label: c.T(words.Reference), Value: page.ID(p.ExternalID)},
		{Label: c.T(words.Purpose), Value: page.Plain(textOf(p.Purpose))},
		{Label: c.T(words.Reason), Value: page.Plain(textOf(p.Reason))},
		{Label: c.T(words.SubmittedAt), Value: c.TimeOr(p.SubmittedAt)},
		{Label: c.T(words.ProviderID), Value: page.ID(p.ProviderID)},
		{Label: c.T(words.ProviderReference), Value: page.ID(p.Reference)},
		{Label: c.T(words.FoundProviderID), Value: page.ID(p.FoundID)},
		{Label: c.T(words.FoundReference), Value: page.ID(p.FoundReference)},
		{Label: c.T(words.UnknownWhy), Value: page.Plain(c.Word(words.UnknownReasons, p.UnknownReason))},
		{Label: c.T(words.TransferredBy), Value: c.TransferredBy(p.TransferredBy)},
		{Label: c.T(words.TransferredAt), Value: c.TimeOr(p.TransferAt)},
	} {
		if pair.Value.Text != "" {
			d.Pairs = append(d.Pairs, pair)
		}
	}
	return d
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// requestedBy says who asked for a payout. `client` stands for its API key or its people.
func requestedBy(c *page.Context, by string) page.Cell {
	if by == "client" {
		return page.Plain(c.T(words.SaysClient))
	}
	return c.Actor(by)
}
