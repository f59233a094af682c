package page

import (
	"net/url"
	"strconv"

	"gateway/http/api/envelope"
)

// ListNewest is List for an operation that lists the oldest rows first. It starts at the last page. The cursor
// is the number of the page before.
func (c *Context) ListNewest(path string, query url.Values, into any) (meta envelope.Meta, older string, err error) {
	if query.Get("after") == "" {
		if meta, _, err = c.ListPages(path, query, into); err != nil || meta.LastPage <= 1 {
			return meta, "", err
		}
		query.Set("after", strconv.Itoa(meta.LastPage))
	}
	if meta, _, err = c.ListPages(path, query, into); meta.CurrentPage > 1 {
		older = strconv.Itoa(meta.CurrentPage - 1)
	}
	return meta, older, err
}
