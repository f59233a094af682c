package page

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// Body collects the fields of a form for a request of the API.
type Body map[string]any

// Texts adds the posted fields that are not empty, under their names in the form.
func (b Body) Texts(c *Context, names ...string) Body {
	for _, name := range names {
		if text := strings.TrimSpace(c.Field(name)); text != "" {
			b[name] = text
		}
	}
	return b
}

// Whole adds a posted whole number, unless it is empty. It passes on anything else as a text, so that the API
// names the field.
func (b Body) Whole(c *Context, name string) Body {
	text := strings.TrimSpace(c.Field(name))
	if text == "" {
		return b
	}
	b[name] = text
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		b[name] = n
	}
	return b
}

// Percent adds a posted percentage, with a comma or a point, unless it is empty.
func (b Body) Percent(c *Context, name string) Body {
	text := strings.TrimSpace(c.Field(name))
	if text == "" {
		return b
	}
	b[name] = text
	if d, err := decimal.NewFromString(strings.Replace(text, ",", ".", 1)); err == nil {
		b[name] = json.Number(d.String())
	}
	return b
}

// Amount adds a posted amount, as Context.Amount gives it, unless it is empty.
func (b Body) Amount(c *Context, name string) Body {
	if amount := c.Amount(name); amount != nil {
		b[name] = amount
	}
	return b
}

// Flag adds a posted true or false, unless it is empty. It passes on anything else as a text, so that the API
// names the field.
func (b Body) Flag(c *Context, name string) Body {
	switch text := strings.TrimSpace(c.Field(name)); text {
	case "":
	case "true", "false":
		b[name] = text == "true"
	default:
		b[name] = text
	}
	return b
}
