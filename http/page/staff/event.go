package staff

import (
	"gateway/http/page"
)

// eventPath gives the page of an event by its position in the log; nil for a person who may not
// read the log.
func eventPath(c *page.Context) func(position int64) string {
	if !c.May("books") {
		return nil
	}
	return func(position int64) string { return c.Link("/log/" + page.Key(position)) }
}
