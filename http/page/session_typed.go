package page

import (
	"net/url"
	"strings"
)

// maxTyped is how many characters of a field survive a login. They are kept in an address, which has no room for more.
const maxTyped = 500

// typed is the address of the sent form's page with the values of its fields, for a person whose session has
// ended meanwhile. It leaves out secrets. If the page's address has filters of a list, it leaves out all
// values.
func (c *Context) typed() string {
	p := c.site.page(c.form.Page)
	if p == nil {
		return c.Link("")
	}
	path, query := c.Link(c.formPage()), url.Values{}
	for name := range c.Posted {
		if value := c.Posted.Get(name); value != "" && len(value) <= maxTyped && !isSecret(name) {
			query.Set(name, value)
		}
	}
	if p.Table != nil || len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// formPage is the path of the sent form's page, below the site's prefix.
func (c *Context) formPage() string {
	segments := strings.Split(c.form.Page, "/")
	for i, segment := range segments {
		if name, ok := strings.CutPrefix(segment, ":"); ok {
			segments[i] = url.PathEscape(c.Param(name))
		}
	}
	return strings.Join(segments, "/")
}

// isSecret reports whether the value of a field must not appear in an address.
func isSecret(name string) bool {
	for _, part := range []string{"password", "code", "secret", "token", "key"} {
		if strings.Contains(name, part) && name != "bank_code" && name != "channel_code" {
			return true
		}
	}
	return false
}
