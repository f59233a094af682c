package staff

import (
	"net/url"
	"slices"

	"gateway/domain/payment"
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
	{
		Path: "/transactions/:id/forget", Group: "manage", Page: "/transactions/:id",
		Sure: page.Warns(words.EraseCustomer, words.EraseCustomerHint), Do: page.Sends("saved", api.EraseCustomer, reasonBody),
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

// eraseForm offers to erase the customer of a payment that can't be paid any more, if one is known.
func eraseForm(c *page.Context, t paymentrows.Transaction) []page.Block {
	isKnown := t.CustomerName != "" || t.CustomerPhone != ""
	if !c.May("manage") || !isKnown || t.Status == payment.StatusPending {
		return nil
	}
	return []page.Block{danger(c, "/transactions/"+url.PathEscape(t.TransactionID)+"/forget", words.EraseCustomer,
		words.EraseCustomerHint, reasonField(c, true))}
}
