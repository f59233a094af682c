package staff

import (
	"gateway/http/page"
)

// eventPath returns a function that maps the position of an event to its page; nil if the person may not read the log.
func eventPath(c *page.Context) func(position int64) string {
	if !c.May("books") {
		return nil
	}
	return func(position int64) string { return c.Link("/log/" + page.Key(position)) }
}
