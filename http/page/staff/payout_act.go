package staff

import (
	"net/http"
	"net/url"

	"gateway/domain/balance"
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/projections/readmodel/payoutrows"
)

var payoutActions = append(actionsOnPayouts("withdrawal"), actionsOnPayouts("settlement")...)

func actionsOnPayouts(kind string) []page.Action {
	path := "/" + kind + "s/:id"
	return []page.Action{
		{Path: path + "/approve", Group: "manage", Page: path, Do: actOnPayout(kind, "approve", words.DoneApproved, func(c *page.Context) any {
			return map[string]bool{"manual": c.Field("manual") == "true"}
		})},
		{Path: path + "/reject", Group: "manage", Page: path, Do: actOnPayout(kind, "reject", words.DoneRejected,
			func(c *page.Context) any { return reasonBody(c) })},
		{Path: path + "/complete", Group: "manage", Page: path, Do: actOnPayout(kind, "complete", "saved", func(c *page.Context) any {
			return map[string]string{"di_transfer_oleh": c.Field("di_transfer_oleh")}
		})},
		{Path: path + "/fail", Group: "manage", Page: path, Do: actOnPayout(kind, "fail", "saved",
			func(c *page.Context) any { return reasonBody(c) })},
		{Path: path + "/adopt", Group: "manage", Page: path, Do: actOnPayout(kind, "adopt", "saved", func(c *page.Context) any {
			return map[string]string{"provider_id": c.Field("provider_id")}
		})},
	}
}

func actOnPayout(kind, what, done string, body func(*page.Context) any) func(*page.Context) (page.Result, error) {
	return func(c *page.Context) (page.Result, error) {
		path := "/" + kind + "s/" + url.PathEscape(c.Param("id"))
		return page.Result{To: path, Done: done}, c.Send(http.MethodPost, "/admin"+path+"/"+what, body(c), nil)
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
