package page

import (
	"time"

	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// Sum says what is about to happen: an amount in figures and in words, if there is one, and sentences such as where
// the money goes. It begins a page on which a person decides.
type Sum struct {
	Title string
	// Amount is in rupiah; nil where no money moves.
	Amount *decimal.Decimal
	Says   []string
}

func (Sum) template() string { return "sum" }

// InWords is an amount in words, in the language of the page.
func (c *Context) InWords(d decimal.Decimal) string { return words.AmountInWords(c.Language, d) }

// Ago says how long ago something happened.
func (c *Context) Ago(t time.Time) string { return c.T(words.Ago(time.Since(t))) }
