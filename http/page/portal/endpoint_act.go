package portal

import (
	"net/url"
	"strconv"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var endpointActions = []page.Action{
	{Path: "/endpoints", Group: "keys", Page: "/endpoints", Do: addEndpoint},
	{Path: "/endpoints/:id", Group: "keys", Page: "/endpoints/:id", Do: page.Sends("saved", api.ChangeCallbackEndpoint, endpointBody)},
	{Path: "/endpoints/:id/test", Group: "keys", Page: "/endpoints/:id", Do: testEndpoint},
	{Path: "/endpoints/:id/rotate", Group: "keys", Page: "/endpoints/:id", Do: rotateEndpoint},
	{Path: "/endpoints/:id/remove", Group: "keys", Page: "/endpoints/:id", Do: removeEndpoint},
}

func addEndpoint(c *page.Context) (page.Result, error) {
	body := page.Body{"events": postedEvents(c)}.Texts(c, "url")
	added, err := api.AddCallbackEndpoint(c, body)
	if err != nil {
		return page.Result{}, err
	}
	return secretOnce(c, words.EndpointSecretNew, added.Secret, "/endpoints/"+strconv.FormatInt(added.Endpoint.ID, 10)), nil
}

func endpointBody(c *page.Context) any {
	return page.Body{"events": postedEvents(c), "active": c.Field("active") == "true"}.Texts(c, "url")
}

func testEndpoint(c *page.Context) (page.Result, error) {
	result, err := api.TestCallbackEndpoint(c, c.Param("id"))
	return sampleResult(c, result, "/endpoints/"+url.PathEscape(c.Param("id"))), err
}

func rotateEndpoint(c *page.Context) (page.Result, error) {
	rotated, err := api.RotateCallbackEndpointSecret(c, c.Param("id"))
	return secretOnce(c, words.SecretRotated, rotated.Secret, "/endpoints/"+url.PathEscape(c.Param("id"))), err
}

// secretOnce shows a new secret, which can't be shown again.
func secretOnce(c *page.Context, title words.Text, secret, back string) page.Result {
	return page.Result{Title: title, Blocks: []page.Block{
		page.Text{Text: secret, Once: c.T(words.CopyOnce)},
		page.Links{Main: true, Links: []page.Link{{Text: c.T(words.CopiedGoOn), Path: c.Link(back)}}},
	}}
}
