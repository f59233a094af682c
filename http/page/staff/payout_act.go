package staff

import (
	"gateway/domain/balance"
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/projections/readmodel/payoutrows"
)

var payoutActions = append(withdrawals.actions(), settlements.actions()...)

func (p payouts) actions() []page.Action {
	path := p.path + "/:id"
	return []page.Action{
		{Path: path + "/approve", Group: "manage", Page: path, Do: page.Sends(words.DoneApproved, p.approve, func(c *page.Context) any {
			return page.Body{"manual": c.Field("manual") == "true"}
		})},
		{Path: path + "/reject", Group: "manage", Page: path, Do: page.Sends(words.DoneRejected, p.reject, reasonBody)},
		{Path: path + "/complete", Group: "manage", Page: path, Do: page.Sends("saved", p.complete, func(c *page.Context) any {
			return page.Body{"di_transfer_oleh": c.Field("di_transfer_oleh")}
		})},
		{Path: path + "/fail", Group: "manage", Page: path, Do: page.Sends("saved", p.fail, reasonBody)},
		{Path: path + "/adopt", Group: "manage", Page: path, Do: page.Sends("saved", p.adopt, func(c *page.Context) any {
			return page.Body{"provider_id": c.Field("provider_id")}
		})},
	}
}

// payoutForms offer what an administrator may decide about a payout in its state. The API refuses what is no
// longer possible.
func payoutForms(c *page.Context, path string, p payoutrows.AdminPayout) []page.Block {
	if !c.May("manage") {
		return nil
	}
	forms := adoptionForm(c, path, p)
	switch {
	case p.Status == balance.StatusPending:
		return append(forms,
			step(c, path+"/approve", words.ApprovePayout, words.ApprovePayoutHint, page.Field{
				Name:  "manual",
				Label: c.T(words.ManualTransfer), Kind: "check",
			}),
			danger(c, path+"/reject", words.RejectPayout, words.RejectPayoutHint, reasonField(c, true)))
	case endsByHand(p):
		return append(forms,
			step(c, path+"/complete", words.CompletePayout, words.CompleteHint, page.Field{
				Name:  "di_transfer_oleh",
				Label: c.T(words.WhoTransferred), Required: true,
			}),
			danger(c, path+"/fail", words.FailPayout, words.FailPayoutHint, reasonField(c, true)))
	}
	return forms
}

// adoptionForm takes an order that was found at the provider as the payout's own. It is empty if no order was found.
func adoptionForm(c *page.Context, path string, p payoutrows.AdminPayout) []page.Block {
	if p.FoundID == "" || p.Status != balance.StatusPending && p.Status != balance.StatusProcessing {
		return nil
	}
	return []page.Block{step(c, path+"/adopt", words.AdoptPayout, words.AdoptPayoutHint, page.Field{
		Name: "provider_id", Label: c.T(words.ProviderID), Value: p.FoundID, Required: true,
	})}
}

// endsByHand reports whether a person may say how the payout ended: if a person pays it, its outcome is
// unknown, it is not known to have been sent, or an order found at the provider holds it.
func endsByHand(p payoutrows.AdminPayout) bool {
	return p.Status == balance.StatusProcessing && (p.Manual || p.Unknown || p.Attempts == 0 || p.FoundID != "")
}
