package page

import (
	"net/url"
	"strings"
)

// maxTyped is how many characters of a field are kept over a login. An address is not the place for
// more.
const maxTyped = 500

// typed is the page of the form that was sent, with the values of its fields, for a person whose
// session ended in between. Secrets are left out, and all values where the page's address has
// filters of a list.
func (c *Context) typed() string {
	p := c.site.page(c.form.Page)
	if p == nil {
		return c.Link("")
	}
	segments := strings.Split(p.Path, "/")
	for i, segment := range segments {
		if name, ok := strings.CutPrefix(segment, ":"); ok {
			segments[i] = url.PathEscape(c.Param(name))
		}
	}
	path, query := c.Link(strings.Join(segments, "/")), url.Values{}
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

// isSecret reports whether a field must not stand in an address.
func isSecret(name string) bool {
	for _, part := range []string{"password", "code", "secret", "token", "key"} {
		if strings.Contains(name, part) && name != "bank_code" && name != "channel_code" {
			return true
		}
	}
	return false
}
