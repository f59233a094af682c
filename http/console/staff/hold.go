package staff

import (
	"net/http"
	"net/url"

	"gateway/http/console/page"
	"gateway/http/console/words"
	"gateway/projections/readmodel"
)

var transactionActions = []page.Action{
	{Path: "/transactions/:id/end-hold", Group: "manage", Page: "/transactions/:id", Do: endHold},
}

// holdForm makes the credit of a paid payment available before its settlement. The API refuses
// where nothing of it is held.
func holdForm(c *page.Context, t readmodel.Transaction) []page.Block {
	if !c.May("manage") || t.Status != "PAID" || t.Channel == "recorded" {
		return nil
	}
	return []page.Block{danger(c, "/transactions/"+url.PathEscape(t.TransactionID)+"/end-hold", words.EndHold, words.EndHoldHint,
		reasonField(c, true))}
}

func endHold(c *page.Context) (page.Result, error) {
	path := "/transactions/" + url.PathEscape(c.Param("id"))
	return page.Result{To: path, Done: "saved"}, c.Send(http.MethodPost, "/admin"+path+"/end-hold", reasonBody(c), nil)
}
