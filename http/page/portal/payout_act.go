package portal

import (
	"net/url"

	"gateway/domain/balance"
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/projections/readmodel/payoutrows"
)

// forms offers what the person may do with the payout now. Only withdrawals can be cancelled, and played in the
// sandbox.
func (p payouts) forms(c *page.Context, payout payoutrows.Payout) (forms []page.Block) {
	if p.path != withdrawals.path {
		return nil
	}
	path := p.path + "/" + url.PathEscape(c.Param("id"))
	if payout.Status == balance.StatusProcessing && c.Sandbox() && c.May("sandbox_money") {
		forms = append(forms,
			page.Form{Title: c.T(words.PlayBank), Action: path + "/complete", Submit: c.T(words.PlayComplete)},
			page.Form{Action: path + "/fail", Submit: c.T(words.PlayFail), Inline: true, Danger: true})
	}
	if payout.Status == balance.StatusPending && c.May("payouts") {
		forms = append(forms, page.Form{Action: path + "/cancel", Submit: c.T(words.CancelPayout), Inline: true, Danger: true})
	}
	return forms
}

// callbackLinks leads to the callbacks about a thing, by its name such as withdrawals/17.
func callbackLinks(c *page.Context, resource string) []page.Block {
	if !c.May("callbacks") {
		return nil
	}
	path := c.Link("/callbacks?" + url.Values{"resource": {resource}}.Encode())
	return []page.Block{page.Links{Links: []page.Link{{Text: c.T(words.CallbacksOfThis), Path: path}}}}
}
