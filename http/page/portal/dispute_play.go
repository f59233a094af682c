package portal

import (
	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/disputerows"
)

var disputePlays = []page.Action{
	{Path: "/disputes/:id/forward", Group: "sandbox_money", Page: "/disputes/:id", Do: page.Does(words.DoneSent, api.SandboxForwardDispute)},
	{Path: "/disputes/:id/win", Group: "sandbox_money", Page: "/disputes/:id", Do: page.Does(words.DoneSent, api.SandboxWinDispute)},
	{Path: "/disputes/:id/lose", Group: "sandbox_money", Page: "/disputes/:id", Do: page.Does(words.DoneSent, api.SandboxLoseDispute)},
}

// playForms let a person play the network in the sandbox: they offer what it can do with the dispute in its state.
func playForms(c *page.Context, d disputerows.Dispute) (forms []page.Block) {
	if !c.Sandbox() || !c.May("sandbox_money") {
		return nil
	}
	path := "/disputes/" + page.Key(d.ID)
	add := func(does string, button words.Text, isDanger bool) {
		form := page.Form{Action: path + does, Submit: c.T(button), Inline: true, Danger: isDanger}
		if len(forms) == 0 {
			form.Title, form.Inline = c.T(words.PlayNetwork), false
		}
		forms = append(forms, form)
	}
	isOpen := d.Status == payment.DisputeStatusNeedsResponse || d.Status == payment.DisputeStatusUnderReview
	if d.Status == payment.DisputeStatusNeedsResponse && d.AnsweredAt != nil {
		add("/forward", words.PlayDisputeForward, false)
	}
	if d.Status != payment.DisputeStatusWon {
		add("/win", words.PlayDisputeWin, false)
	}
	if isOpen || d.Status != payment.DisputeStatusWon && d.Status != payment.DisputeStatusLost && d.ReversalID == nil {
		add("/lose", words.PlayDisputeLose, true)
	}
	return forms
}
