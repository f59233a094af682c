package staff

import (
	"gateway/domain/proposal"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var proposalPages = []page.Page{
	{Path: "/proposals", Group: "read_support", Section: words.WorkSection, Nav: words.Proposals, Show: showProposals},
}

var proposalActions = []page.Action{
	{Path: "/proposals/:id/read", Group: "support", Page: "/proposals", Do: page.Does("saved", api.ReadProposal)},
}

// showProposals shows proposals in full, page by page, because people read them rather than search them.
func showProposals(c *page.Context) ([]page.Block, error) {
	query := c.Filter("status")
	query.Set("per_page", "20")
	list, err := api.ListProposals(c, query)
	if err != nil {
		return nil, err
	}
	if len(list.Data) == 0 {
		return []page.Block{page.Notice{Text: c.T(words.ProposalsEmpty), Tone: page.ToneQuiet}}, nil
	}
	var blocks []page.Block
	for _, p := range list.Data {
		blocks = append(blocks, proposalBlocks(c, p)...)
	}
	if list.Next != "" {
		query.Set("after", list.Next)
		query.Del("per_page")
		blocks = append(blocks, page.Links{Links: []page.Link{{Text: c.T(words.NextPage), Path: c.Link("/proposals?" + query.Encode())}}})
	}
	return blocks, nil
}

func proposalBlocks(c *page.Context, p api.AdminProposal) []page.Block {
	details := page.Details{Pairs: []page.Pair{
		{Label: c.T(words.Status), Value: c.State(p.Status)},
		{Label: c.T(words.Client), Value: clientCell(c, p.ClientID, p.ClientName)},
		{Label: c.T(words.Company), Value: page.Plain(textOf(p.Company))},
		{Label: c.T(words.Email), Value: page.Plain(p.Email)},
		{Label: c.T(words.Whatsapp), Value: page.Plain(textOf(p.Whatsapp))},
	}}
	right := []page.Block{details}
	if p.Status == proposal.StatusNew && c.May("support") {
		right = append(right, page.Form{Action: "/proposals/" + page.Key(p.ID) + "/read", Submit: c.T(words.MarkRead), Inline: true})
	}
	return []page.Block{page.Columns{
		Left:  []page.Block{page.Message{Who: p.Name, At: c.Time(p.CreatedAt), Text: p.Description}},
		Right: right,
	}}
}
