package page

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/words"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// Money is the kind of a field for an amount in rupiah. While a person types, the browser groups the digits, and shows the
// amount beside the field in figures and in words, as the gateway reads it (money.Typed).
const Money = "money"

const (
	// amountPath is the path, below a site's prefix, that says how a typed amount is read. It needs no login, because it
	// knows nothing about anybody.
	amountPath = "/amount"
	// maxAmountText is the maximum number of bytes of a typed amount.
	maxAmountText = 40
)

// Amount returns a posted amount in the form that the API takes, nil if the field is empty. It passes on a text that is
// not an amount, so that the API names the field; AmountProblem says what is wrong with it.
func (c *Context) Amount(name string) any {
	text := strings.TrimSpace(c.Field(name))
	if text == "" {
		return nil
	}
	d, err := typedAmount(text)
	if err != nil {
		return text
	}
	return json.Number(d.String())
}

// AmountProblem says in English what is wrong with a posted amount. It is empty for an amount, and for an empty field.
func (c *Context) AmountProblem(name string) string {
	text := strings.TrimSpace(c.Field(name))
	if text == "" {
		return ""
	}
	_, err := typedAmount(text)
	return refusalOf(err)
}

// typedAmount reads an amount that may be zero or, as a correction, negative.
func typedAmount(text string) (decimal.Decimal, error) {
	unsigned, negative := strings.CutPrefix(text, "-")
	d, err := money.TypedOrZero(unsigned)
	if negative {
		d = d.Neg()
	}
	return d, err
}

func refusalOf(err error) string {
	if refusal, ok := errors.AsType[*domain.Refusal](err); ok {
		return refusal.Message
	}
	return ""
}

// sayAmount answers with the typed amount in figures and in words, or with what is wrong with it.
func (s *Site) sayAmount(g *gin.Context) {
	c, text := s.context(g), strings.TrimSpace(g.Query("text"))
	g.Header("Cache-Control", "no-store")
	if len(text) > maxAmountText {
		text = text[:maxAmountText]
	}
	said, err := c.sayTyped(text)
	if err != nil {
		g.String(http.StatusUnprocessableEntity, "%s", words.FieldProblem(c.Language, refusalOf(err)))
		return
	}
	g.String(http.StatusOK, "%s", said)
}

func (c *Context) sayTyped(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	d, err := typedAmount(text)
	if err != nil {
		return "", err
	}
	return money.Rupiah(d) + " · " + words.AmountInWords(c.Language, d), nil
}

// Says is the address that says how the field's amount is read.
func (f formField) Says() string {
	return f.P.Link(amountPath) + "?" + url.Values{"text": {""}}.Encode()
}

// Said is the field's amount in figures and in words; empty if there is none.
func (f formField) Said() string {
	said, _ := f.P.sayTyped(strings.TrimSpace(f.Value())) // Wrong says what is wrong
	return said
}

// groupedAmount groups an amount that a program wrote. A text that means another amount to a person, such as 75.000, was
// typed, and stays as it is.
func groupedAmount(text string) string {
	d, err := money.ParseNumber(text)
	if typed, typedErr := money.TypedOrZero(text); err == nil && typedErr == nil && typed.Equal(d) {
		return money.Grouped(d)
	}
	return text
}
