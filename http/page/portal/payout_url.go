package portal

import (
	"net/url"

	"gateway/http/page"
	"gateway/projections/readmodel/payoutrows"
)

// usualURL is the initial callback URL in the form of a withdrawal: the URL of the client's last withdrawal, or
// else that of its first active callback endpoint, if the person may read endpoints. It may be empty.
func usualURL(c *page.Context) (string, error) {
	var last []payoutrows.Payout
	if _, _, err := c.List("/withdrawals", url.Values{"per_page": {"1"}}, &last); err != nil {
		return "", err
	}
	if len(last) > 0 && last[0].URL != nil {
		return *last[0].URL, nil
	}
	if !c.May("keys") {
		return "", nil
	}
	var endpoints []endpoint
	if _, err := c.Get("/callback-endpoints", &endpoints); err != nil {
		return "", err
	}
	for _, e := range endpoints {
		if e.Active {
			return e.URL, nil
		}
	}
	return "", nil
}
