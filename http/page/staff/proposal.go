package staff

import (
	"net/http"
	"net/url"

	"gateway/domain/proposal"
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/projections/readmodel/proposalrows"
)

var proposalPages = []page.Page{
	{Path: "/proposals", Group: "read_support", Section: words.WorkSection, Nav: words.Proposals, Show: showProposals},
}

var proposalActions = []page.Action{
	{Path: "/proposals/:id/read", Group: "support", Page: "/proposals", Do: readProposal},
}

// clientProposal is a proposal as administrators see it.
type clientProposal struct {
	proposalrows.Proposal
	ClientID   int64  `json:"client_id"`
	ClientName string `json:"client_name"`
}

// showProposals shows proposals in full, page by page, because people read them rather than search them.
func showProposals(c *page.Context) ([]page.Block, error) {
	query := c.Filter("status")
	query.Set("per_page", "20")
	var rows []clientProposal
	_, after, err := c.ListPages("/admin/proposals", query, &rows)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return []page.Block{page.Notice{Text: c.T(words.ProposalsEmpty), Tone: page.ToneQuiet}}, nil
	}
	var blocks []page.Block
	for _, p := range rows {
		blocks = append(blocks, proposalBlocks(c, p)...)
	}
	if after != "" {
		query.Set("after", after)
		query.Del("per_page")
		blocks = append(blocks, page.Links{Links: []page.Link{{Text: c.T(words.NextPage), Path: c.Link("/proposals?" + query.Encode())}}})
	}
	return blocks, nil
}

func proposalBlocks(c *page.Context, p clientProposal) []page.Block {
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

func readProposal(c *page.Context) (page.Result, error) {
	path := "/proposals/" + url.PathEscape(c.Param("id")) + "/read"
	return page.Result{To: "/proposals", Done: "saved"}, c.Send(http.MethodPost, "/admin"+path, nil, nil)
}
