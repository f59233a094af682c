package page

import "strings"

// Body collects the fields of a form for a request of the API.
type Body map[string]any

// Texts adds posted fields that are not empty, under the names that they have in the form.
func (b Body) Texts(c *Context, names ...string) Body {
	for _, name := range names {
		if text := strings.TrimSpace(c.Field(name)); text != "" {
			b[name] = text
		}
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
