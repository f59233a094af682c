package staff

import (
	"errors"
	"net/http"
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// Entering a dispute takes two steps, as does splitting a deduction. The page after the form says in rupiah what will happen, and
// only the button there sends the request.

// fieldSure is set by the second step.
const fieldSure = "sure"

func showNewDispute(c *page.Context) ([]page.Block, error) {
	return []page.Block{page.Form{
		Title: c.T(words.EnterDispute), Hint: c.T(words.EnterDisputeHint), Action: "/disputes/new", Submit: c.T(words.RefundNow),
		Fields: []page.Field{
			{Name: "transaction_id", Label: c.T(words.DisputePayment), Required: true},
			{Name: "provider_dispute_id", Label: c.T(words.ProviderDispute), Required: true},
			{Name: "due_by", Label: c.T(words.DisputeDueBy), Hint: c.ZoneName(), Kind: "datetime-local", Required: true},
			{Name: "amount", Label: c.T(words.DisputedAmount), Hint: c.T(words.DisputeAmountHint), Kind: page.Money},
			{Name: "reason", Label: c.T(words.DisputeReason)},
			{Name: "payment_id", Label: c.T(words.DisputeMoney), Hint: c.T(words.DisputeMoneyHint)},
		},
	}}, nil
}

// enterDispute enters the dispute of the sent form, if the person is sure, and otherwise says what that does.
func enterDispute(c *page.Context) (page.Result, error) {
	if err := demand(c, "transaction_id", "provider_dispute_id", "due_by"); err != nil {
		return page.Result{}, err
	}
	if c.Field(fieldSure) == "true" {
		body := page.Body{"due_by": c.PostedMoment("due_by")}.Amount(c, "amount").
			Texts(c, "transaction_id", "provider_dispute_id", "reason", "payment_id")
		d, err := api.OpenDispute(c, body)
		return page.Result{To: "/disputes/" + page.Key(d.ID), Done: "created"}, err
	}
	t, err := api.GetTransactionOfAny(c, c.Field("transaction_id"))
	if refusal, refused := errors.AsType[*page.Problem](err); refused && refusal.Status == http.StatusNotFound {
		return page.Result{}, wrongField("transaction_id", "is of no payment")
	}
	if err != nil {
		return page.Result{}, err
	}
	amount := c.T(words.DisputeAllLeft, page.Rupiah(t.Total.Sub(t.ReversedAmount)).Text)
	if c.Amount("amount") != nil {
		some, err := sentAmount(c, "amount")
		if err != nil {
			return page.Result{}, err
		}
		amount = page.Rupiah(some).Text
	}
	return page.Result{Title: words.EnterDispute, Blocks: []page.Block{
		page.Details{Title: c.T(words.DisputeSureTitle, amount), Pairs: []page.Pair{
			{Label: c.T(words.Client), Value: clientCell(c, t.ClientID, t.ClientName)},
			{Label: c.T(words.Transaction), Value: page.ID(t.TransactionID).To(transactionPath(c, t.TransactionID))},
			{Label: c.T(words.Amount), Value: page.Rupiah(t.Total)},
			{Label: c.T(words.TakenBack), Value: page.Rupiah(t.ReversedAmount)},
			{Label: c.T(words.DisputeDueBy), Value: page.Plain(c.MomentOf(c.PostedMoment("due_by")))},
		}},
		sureForm(c, "/disputes/new", c.T(words.DisputeSureHint, amount), c.T(words.DisputeSure, amount)),
		page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link("/disputes/new")}}},
	}}, nil
}

// sureForm is the second step of a form, which sends the values of the first.
func sureForm(c *page.Context, action, hint, submit string) page.Form {
	return page.Form{
		Hint: hint, Action: action, Submit: submit, Danger: true, Key: c.SentKey(),
		Fields: append(c.Hidden(), page.Field{Name: fieldSure, Kind: "hidden", Value: "true"}),
	}
}

func wrongField(name, message string) *page.Problem {
	return &page.Problem{Status: http.StatusBadRequest, Code: "invalid_field", Fields: map[string]string{name: message}}
}

// queryOf is the query of a list of all disputes of a status, as many as the API gives at once.
func queryOf(status string) url.Values { return url.Values{"status": {status}, "per_page": {"100"}} }
