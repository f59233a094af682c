package staff

import (
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// grave holds the kinds that mean that something does not work or that money is in doubt. The others wait for a
// decision.
var grave = map[string]bool{
	"projections_halted": true, "clients_parked": true, "reactors_failing": true, "audit_findings": true,
	"payouts_unknown": true, "payouts_without_connection": true, "payouts_contradicted": true, "reversals_contradicted": true,
	"reversals_undecided": true, "reversals_above_gross": true, "refunds_stuck": true,
	"payments_contradicted": true, "payments_report_pending": true,
}

// attentionBlocks list what needs a person now, the most urgent first.
func attentionBlocks(c *page.Context) ([]page.Block, error) {
	items, err := api.GetAttention(c)
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return []page.Block{page.Notice{Text: c.T(words.AttentionNone), Tone: page.ToneGood}}, nil
	}
	t := &page.Table{
		Title:   c.T(words.AttentionTitle),
		Columns: c.Titles(words.What, words.Count, words.Urgency, words.OldestSince, words.Details, words.Event),
	}
	for _, item := range items {
		t.Add(page.Plain(attentionWord(c, item)).To(listPath(c, item.Subject)), page.Number(item.Count), urgency(c, item),
			c.TimeOr(item.Oldest), page.Plain(item.Detail), eventCell(c, item.Event))
	}
	return []page.Block{t}, nil
}

// attentionWord is the word for what needs a person. For settlements in trouble it says so.
func attentionWord(c *page.Context, item api.AttentionItem) string {
	word := c.Word(words.Attention, item.Kind)
	if strings.HasPrefix(item.Kind, "payouts_") && strings.HasPrefix(item.Subject, "settlements") {
		return word + " (" + c.T(words.Settlements) + ")"
	}
	return word
}

func urgency(c *page.Context, item api.AttentionItem) page.Cell {
	if grave[item.Kind] {
		return c.State("urgent")
	}
	return c.State("waiting")
}

// eventCell shows the position of an event, with a link to it.
func eventCell(c *page.Context, position *int64) page.Cell {
	if position == nil {
		return page.Cell{}
	}
	cell := page.Number(*position)
	if path := eventPath(c); path != nil {
		cell = cell.To(path(*position))
	}
	return cell
}

// listPath is the page of a list that the API names by its path below /admin. The pages have the same paths and
// filters, except for a hyphen in the path of the audit runs.
func listPath(c *page.Context, subject string) string {
	if subject == "" {
		return ""
	}
	subject = strings.Replace(strings.TrimPrefix(subject, "/"), "audit/runs", "audit-runs", 1)
	return c.Link("/" + subject)
}
