package staff

import (
	"net/http"
	"net/url"

	"gateway/http/console/page"
	"gateway/http/console/words"
	"gateway/projections/readmodel"
)

var payoutActions = append(actionsOnPayouts("withdrawal"), actionsOnPayouts("settlement")...)

func actionsOnPayouts(kind string) []page.Action {
	path := "/" + kind + "s/:id"
	return []page.Action{
		{Path: path + "/approve", Group: "manage", Page: path, Do: actOnPayout(kind, "approve", "approved", func(c *page.Context) any {
			return map[string]bool{"manual": c.Field("manual") == "true"}
		})},
		{Path: path + "/reject", Group: "manage", Page: path, Do: actOnPayout(kind, "reject", "rejected",
			func(c *page.Context) any { return reasonBody(c) })},
		{Path: path + "/complete", Group: "manage", Page: path, Do: actOnPayout(kind, "complete", "saved", func(c *page.Context) any {
			return map[string]string{"di_transfer_oleh": c.Field("di_transfer_oleh")}
		})},
		{Path: path + "/fail", Group: "manage", Page: path, Do: actOnPayout(kind, "fail", "saved",
			func(c *page.Context) any { return reasonBody(c) })},
	}
}

func actOnPayout(kind, what, done string, body func(*page.Context) any) func(*page.Context) (page.Result, error) {
	return func(c *page.Context) (page.Result, error) {
		path := "/" + kind + "s/" + url.PathEscape(c.Param("id"))
		return page.Result{To: path, Done: done}, c.Send(http.MethodPost, "/admin"+path+"/"+what, body(c), nil)
	}
}

// payoutForms are what an administrator may decide about a payout in its state. The API refuses
// what is not possible any more.
func payoutForms(c *page.Context, path string, p readmodel.AdminPayout) []page.Block {
	if !c.May("manage") {
		return nil
	}
	switch {
	case p.Status == "pending":
		return []page.Block{
			step(c, path+"/approve", words.ApprovePayout, words.ApprovePayoutHint, page.Field{
				Name:  "manual",
				Label: c.T(words.ManualTransfer), Kind: "check",
			}),
			danger(c, path+"/reject", words.RejectPayout, words.RejectPayoutHint, reasonField(c, true)),
		}
	case p.Status == "processing" && (p.Manual || p.Unknown):
		return []page.Block{
			step(c, path+"/complete", words.CompletePayout, words.CompleteHint, page.Field{
				Name:  "di_transfer_oleh",
				Label: c.T(words.WhoTransferred), Required: true,
			}),
			danger(c, path+"/fail", words.FailPayout, words.FailPayoutHint, reasonField(c, true)),
		}
	}
	return nil
}
