package page

import (
	"net/url"
	"strconv"

	"gateway/http/api"
)

// Newest asks for the last page of a list that has the oldest rows first, or for the page whose number is the
// parameter after. The list's Next is the number of the page before.
func Newest[T any](
	c *Context, query url.Values, list func(api.Caller, url.Values) (api.List[T], error),
) (l api.List[T], err error) {
	number := query.Get("after")
	query.Del("after")
	if number == "" {
		if l, err = list(c, query); err != nil || l.LastPage <= 1 {
			l.Next = ""
			return l, err
		}
		number = strconv.Itoa(l.LastPage)
	}
	query.Set("page", number)
	l, err = list(c, query)
	l.Next = ""
	if l.CurrentPage > 1 {
		l.Next = strconv.Itoa(l.CurrentPage - 1)
	}
	return l, err
}
