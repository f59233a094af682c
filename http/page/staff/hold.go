package staff

import (
	"net/url"
	"slices"

	"gateway/domain/why"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/paymentrows"
)

var transactionActions = []page.Action{
	{
		Path: "/transactions/:id/end-hold", Group: "manage", Page: "/transactions/:id",
		Sure: page.Warns(words.EndHold, words.EndHoldHint), Do: page.Sends("saved", api.EndHold, reasonBody),
	},
}

// holdForm offers to make a payment's credit available before its settlement, if the credit is held until then.
func holdForm(c *page.Context, t paymentrows.Transaction, reasons api.Why) []page.Block {
	isHeld := slices.ContainsFunc(reasons.Reasons, func(r why.ShownReason) bool { return r.Code == why.HeldUntilSettled })
	if !c.May("manage") || !isHeld {
		return nil
	}
	return []page.Block{danger(c, "/transactions/"+url.PathEscape(t.TransactionID)+"/end-hold", words.EndHold, words.EndHoldHint,
		reasonField(c, true))}
}
