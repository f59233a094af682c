package staff

import (
	"net/url"

	"gateway/http/api"
	"gateway/http/page"
)

// changes waits for the log's next event. The cursor is the newest event that the page knows.
func changes(c *page.Context, cursor string) (string, bool, error) {
	query := url.Values{"after": {cursor}, "limit": {"1"}, "wait": {"25"}}
	if cursor == "" {
		query = url.Values{"limit": {"1"}}
	}
	got, err := api.ListLog(c, query)
	if err != nil || cursor != "" && len(got.Events) == 0 {
		return cursor, false, err
	}
	return page.Key(newestIn(got)), true, nil
}
