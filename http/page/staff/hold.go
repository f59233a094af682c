package staff

import (
	"net/http"
	"net/url"
	"slices"

	"gateway/domain/why"
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/projections/readmodel/paymentrows"
)

var transactionActions = []page.Action{
	{Path: "/transactions/:id/end-hold", Group: "manage", Page: "/transactions/:id", Do: endHold},
}

// holdForm offers to make a payment's credit available before its settlement, if the credit is held until then.
func holdForm(c *page.Context, t paymentrows.Transaction, reasons why.Shown) []page.Block {
	isHeld := slices.ContainsFunc(reasons.Reasons, func(r why.ShownReason) bool { return r.Code == why.HeldUntilSettled })
	if !c.May("manage") || !isHeld {
		return nil
	}
	return []page.Block{danger(c, "/transactions/"+url.PathEscape(t.TransactionID)+"/end-hold", words.EndHold, words.EndHoldHint,
		reasonField(c, true))}
}

func endHold(c *page.Context) (page.Result, error) {
	path := "/transactions/" + url.PathEscape(c.Param("id"))
	return page.Result{To: path, Done: "saved"}, c.Send(http.MethodPost, "/admin"+path+"/end-hold", reasonBody(c), nil)
}
