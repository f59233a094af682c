package portal

import (
	"net/url"

	"gateway/http/api"
	"gateway/http/page"
)

// usualURL is the initial callback URL in the form of a withdrawal: the URL of the client's last withdrawal, or
// else that of its first active callback endpoint, if the person may read endpoints. It may be empty.
func usualURL(c *page.Context) (string, error) {
	last, err := api.ListOwnWithdrawals(c, url.Values{"per_page": {"1"}})
	if err != nil {
		return "", err
	}
	if len(last.Data) > 0 && last.Data[0].URL != nil {
		return *last.Data[0].URL, nil
	}
	if !c.May("keys") {
		return "", nil
	}
	endpoints, err := api.ListCallbackEndpoints(c)
	if err != nil {
		return "", err
	}
	for _, e := range endpoints {
		if e.Active {
			return e.URL, nil
		}
	}
	return "", nil
}
