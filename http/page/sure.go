package page

import (
	"encoding/json"
	"net/http"

	"gateway/domain/payment"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// A form that destroys something or moves money takes two steps: the first answer says in words what will happen, with
// the amount at the top, and only the button there does it. It works without scripts.

// agreedField is the hidden field of the second step. No operation of the API has a field with this name.
const agreedField = "agreed"

// Sure is what a person reads between the two steps.
type Sure struct {
	// Amount is what moves, in rupiah; nil if nothing does.
	Amount *decimal.Decimal
	// Says are sentences that say what will happen.
	Says []string
	// Submit is the text of the button that does it.
	Submit string
}

// Warns is the Sure of an action that the same sentence describes for each thing.
func Warns(submit words.Text, says ...words.Text) func(*Context) (*Sure, error) {
	return func(c *Context) (*Sure, error) {
		sure := &Sure{Submit: c.T(submit)}
		for _, one := range says {
			sure.Says = append(sure.Says, c.T(one))
		}
		return sure, nil
	}
}

// Moves is Warns for an amount.
func (c *Context) Moves(amount decimal.Decimal, submit words.Text, says ...string) *Sure {
	return &Sure{Amount: &amount, Says: says, Submit: c.T(submit)}
}

// MovesRefund is Moves for a refund, in rupiah. It also names the bank account that gets the money; to is nil where the
// provider gives it back by itself.
func (c *Context) MovesRefund(amount decimal.Decimal, to *payment.RefundTo, submit words.Text, says ...string) *Sure {
	if to != nil {
		says = append(says, c.T(words.RefundTo)+": "+RefundAccount(*to))
	}
	return c.Moves(amount, submit, says...)
}

// MovesTyped is Moves for the amount in a field of the sent form. Error: a *Problem for a field without an amount.
func (c *Context) MovesTyped(name string, submit words.Text, says ...string) (*Sure, error) {
	typed, ok := c.Amount(name).(json.Number)
	if !ok {
		message := c.AmountProblem(name)
		if message == "" {
			message = "is required"
		}
		return nil, &Problem{
			Status: http.StatusBadRequest, Code: "invalid_field", Message: name + " " + message, Fields: map[string]string{name: message},
		}
	}
	amount, err := decimal.NewFromString(typed.String())
	return c.Moves(amount, submit, says...), err
}

// agree asks whether the sent form is meant, if its action has a Sure. It returns false if it has answered the request.
func (c *Context) agree(a *Action) (agreed bool, err error) {
	if a.Sure == nil || c.Field(agreedField) == Checked(true) {
		return true, nil
	}
	sure, err := a.Sure(c)
	if err != nil || sure == nil {
		return err == nil, err
	}
	back := c.Link(c.formPage())
	c.show(http.StatusOK, shown{title: c.T(words.SureTitle), narrow: true, still: true, blocks: []Block{
		Sum{Title: c.T(words.SureWhat), Amount: sure.Amount, Says: append(sure.Says, c.T(words.SureNothingYet))},
		Form{
			Action: c.sentTo(), Submit: sure.Submit, Danger: true, Key: c.SentKey(),
			Fields: append(c.Hidden(), Field{Name: agreedField, Kind: "hidden", Value: Checked(true)}),
		},
		Links{Links: []Link{{Text: c.T(words.SureBack), Path: back}}},
	}})
	return false, nil
}
