package portal

import (
	"net/http"
	"net/url"
	"strconv"

	"gateway/domain/words"
	"gateway/http/page"
)

var endpointActions = []page.Action{
	{Path: "/endpoints", Group: "keys", Page: "/endpoints", Do: addEndpoint},
	{Path: "/endpoints/:id", Group: "keys", Page: "/endpoints/:id", Do: changeEndpoint},
	{Path: "/endpoints/:id/test", Group: "keys", Page: "/endpoints/:id", Do: testEndpoint},
	{Path: "/endpoints/:id/rotate", Group: "keys", Page: "/endpoints/:id", Do: rotateEndpoint},
	{Path: "/endpoints/:id/remove", Group: "keys", Page: "/endpoints/:id", Do: removeEndpoint},
}

func addEndpoint(c *page.Context) (page.Result, error) {
	var added struct {
		Endpoint endpoint `json:"endpoint"`
		Secret   string   `json:"secret"`
	}
	body := page.Body{"events": postedEvents(c)}.Texts(c, "url")
	if err := c.Send(http.MethodPost, "/callback-endpoints", body, &added); err != nil {
		return page.Result{}, err
	}
	return secretOnce(c, words.EndpointSecretNew, added.Secret, "/endpoints/"+strconv.FormatInt(added.Endpoint.ID, 10)), nil
}

func changeEndpoint(c *page.Context) (page.Result, error) {
	body := page.Body{"events": postedEvents(c), "active": c.Field("active") == "true"}.Texts(c, "url")
	to := "/endpoints/" + url.PathEscape(c.Param("id"))
	return page.Result{To: to, Done: "saved"}, c.Send(http.MethodPut, endpointAPI(c), body, nil)
}

func testEndpoint(c *page.Context) (page.Result, error) {
	return sendSample(c, endpointAPI(c)+"/test", nil, "/endpoints/"+url.PathEscape(c.Param("id")))
}

func rotateEndpoint(c *page.Context) (page.Result, error) {
	var rotated struct {
		Secret string `json:"secret"`
	}
	if err := c.Send(http.MethodPost, endpointAPI(c)+"/rotate-secret", nil, &rotated); err != nil {
		return page.Result{}, err
	}
	return secretOnce(c, words.SecretRotated, rotated.Secret, "/endpoints/"+url.PathEscape(c.Param("id"))), nil
}

// secretOnce shows a new secret, which can't be shown again.
func secretOnce(c *page.Context, title words.Text, secret, back string) page.Result {
	return page.Result{Title: title, Blocks: []page.Block{
		page.Text{Text: secret, Once: c.T(words.CopyOnce)},
		page.Links{Main: true, Links: []page.Link{{Text: c.T(words.CopiedGoOn), Path: c.Link(back)}}},
	}}
}
