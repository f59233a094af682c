package staff

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"

	"github.com/shopspring/decimal"
)

var deductionPages = []page.Page{
	{Path: "/disputes/deductions", Group: "manage", Title: words.SplitDeduction, Show: showDeduction},
}

var deductionActions = []page.Action{
	{Path: "/disputes/deductions", Group: "manage", Page: "/disputes/deductions", Do: deductDisputes},
}

// partField begins the name of the field for the part of a dispute, before its id.
const partField = "part-"

// deducted are the statuses of the disputes that a deduction may be of, those that wait for one first.
var deducted = []string{
	payment.DisputeStatusLost, payment.DisputeStatusAccepted, payment.DisputeStatusExpired, payment.DisputeStatusUnderReview,
}

// showDeduction asks for a deduction, with a field for each dispute for which money is held.
func showDeduction(c *page.Context) ([]page.Block, error) {
	form := page.Form{
		Title: c.T(words.SplitDeduction), Hint: c.T(words.SplitDeductionHint), Action: "/disputes/deductions", Submit: c.T(words.RefundNow),
		Fields: []page.Field{
			{Name: "reference", Label: c.T(words.DeductionReference), Required: true},
			{Name: "amount", Label: c.T(words.DeductionAmount), Required: true, Kind: page.Money},
		},
	}
	held := false
	for _, status := range deducted {
		list, err := api.ListAllDisputes(c, queryOf(status))
		if err != nil {
			return nil, err
		}
		for _, d := range list.Data {
			amount := page.DisputeHeld(d.Dispute)
			if amount.IsZero() {
				continue
			}
			held = true
			form.Fields = append(form.Fields, page.Field{
				Name: partField + page.Key(d.ID), Kind: page.Money, Hint: c.Word(words.States, d.Status),
				Label: c.T(words.DeductionPart, page.Key(d.ID), words.Isolated(d.ClientName), page.Rupiah(amount).Text),
			})
		}
	}
	if !held {
		return []page.Block{page.Notice{Text: c.T(words.DeductionNone), Tone: page.ToneQuiet}}, nil
	}
	return []page.Block{form}, nil
}

// part is what of a deduction is of one dispute.
type part struct {
	DisputeID int64
	Amount    decimal.Decimal
}

// MarshalJSON implements json.Marshaler. The API takes amounts as numbers.
func (p part) MarshalJSON() ([]byte, error) {
	return json.Marshal(page.Body{"dispute_id": p.DisputeID, "amount": json.Number(p.Amount.String())})
}

// deductDisputes splits the deduction of the sent form, if the person is sure, and otherwise says what that does.
func deductDisputes(c *page.Context) (page.Result, error) {
	total, parts, err := sentDeduction(c)
	if err != nil {
		return page.Result{}, err
	}
	if c.Field(fieldSure) == "true" {
		body := page.Body{"reference": c.Field("reference"), "amount": json.Number(total.String()), "disputes": parts}
		_, err := api.DeductDisputes(c, body)
		return page.Result{To: "/disputes", Done: "saved"}, aboutParts(parts, err)
	}
	details := page.Details{Title: c.T(words.DeductionSureTitle, page.Rupiah(total).Text), Pairs: []page.Pair{
		{Label: c.T(words.DeductionReference), Value: page.ID(c.Field("reference"))},
	}}
	for _, p := range parts {
		d, err := api.GetAnyDispute(c, page.Key(p.DisputeID))
		if err != nil {
			return page.Result{}, err
		}
		label := c.T(words.DeductionPartOf, page.Key(d.ID), words.Isolated(d.ClientName))
		details.Pairs = append(details.Pairs, page.Pair{Label: label, Value: page.Rupiah(p.Amount)})
	}
	return page.Result{Title: words.SplitDeduction, Blocks: []page.Block{
		details,
		sureForm(c, "/disputes/deductions", c.T(words.DeductionSureHint), c.T(words.DeductionSure, page.Rupiah(total).Text)),
		page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link("/disputes/deductions")}}},
	}}, nil
}

// sentDeduction reads the sent form. The error is a *page.Problem about a field: the API names a part by its place, which the form
// does not have.
func sentDeduction(c *page.Context) (total decimal.Decimal, parts []part, err error) {
	if err := demand(c, "reference", "amount"); err != nil {
		return total, nil, err
	}
	if total, err = sentAmount(c, "amount"); err != nil {
		return total, nil, err
	}
	sum := decimal.Zero
	for _, name := range slices.Sorted(maps.Keys(c.Posted)) {
		id, isPart := strings.CutPrefix(name, partField)
		n, notID := strconv.ParseInt(id, 10, 64)
		if !isPart || notID != nil || strings.TrimSpace(c.Field(name)) == "" {
			continue
		}
		amount, err := sentAmount(c, name)
		if err != nil {
			return total, nil, err
		}
		parts, sum = append(parts, part{n, amount}), sum.Add(amount)
	}
	if !sum.Equal(total) {
		return total, nil, wrongField("amount", c.T(words.DeductionDifference, page.Rupiah(sum).Text, page.Rupiah(total).Text))
	}
	return total, parts, nil
}

// sentAmount reads whole rupiah above 0.
func sentAmount(c *page.Context, name string) (amount decimal.Decimal, err error) {
	if wrong := c.AmountProblem(name); wrong != "" {
		return amount, wrongField(name, wrong)
	}
	if typed, is := c.Amount(name).(json.Number); is {
		if amount, err = decimal.NewFromString(typed.String()); err == nil && amount.IsPositive() && amount.IsInteger() {
			return amount, nil
		}
	}
	return amount, wrongField(name, "must be whole rupiah above 0")
}

// aboutParts gives what the API says about a part to the field of its dispute.
func aboutParts(parts []part, err error) error {
	refusal, refused := errors.AsType[*page.Problem](err)
	if !refused || refusal.Status != http.StatusBadRequest {
		return err
	}
	said := *refusal
	said.Fields = map[string]string{}
	for name, message := range refusal.Fields {
		for i, p := range parts {
			if strings.HasPrefix(name, "disputes["+strconv.Itoa(i)+"]") {
				name = partField + page.Key(p.DisputeID)
			}
		}
		said.Fields[name] = message
	}
	return &said
}
