package staff

import (
	"net/url"
	"strconv"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var endpointPages = []page.Page{
	{Path: "/clients/:id/endpoints", Group: "read", Title: words.Endpoints, Show: showEndpoints},
	{Path: "/endpoints/:id", Group: "read", Title: words.Endpoint, Table: listDeliveries},
	{Path: "/endpoints/:id/deliveries/:delivery", Group: "read", Title: words.Delivery, Show: showDelivery},
}

var endpointActions = []page.Action{
	{
		Path: "/endpoints/:id/deliveries/:delivery/resend", Group: "support", Page: "/endpoints/:id/deliveries/:delivery", Do: resendDelivery,
	},
}

// showEndpoints lists the callback endpoints of a client.
func showEndpoints(c *page.Context) ([]page.Block, error) {
	rows, err := api.ListClientCallbackEndpoints(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CallbackTo, words.Status, words.PendingCount, words.LastDelivered, words.FailingSince, words.ErrorWord),
		Empty:   c.T(words.ClientHasNoEndpoints),
	}
	for _, e := range rows {
		t.Add(page.ID(e.URL).To(c.Link("/endpoints/"+strconv.FormatInt(e.ID, 10))), c.State(e.Status), page.Number(e.Pending),
			c.TimeOr(e.LastDeliveredAt), c.TimeOr(e.DownSince), c.AttemptError(e.LastFailure.Error))
	}
	return []page.Block{t, page.Links{Links: []page.Link{{
		Text: c.T(words.Back), Path: c.Link("/clients/" + url.PathEscape(c.Param("id"))),
	}}}}, nil
}

func deliveryShow(c *page.Context) page.DeliveryShow {
	return page.DeliveryShow{
		Event: page.ID, Resource: page.ID, Path: "/endpoints/" + url.PathEscape(c.Param("id")),
	}
}

func listDeliveries(c *page.Context) (*page.Table, error) {
	query := c.Filter("status")
	query.Set("per_page", "50")
	list, err := api.ListClientEndpointDeliveries(c, c.Param("id"), query)
	if err != nil {
		return nil, err
	}
	return c.DeliveryTable(list, deliveryShow(c)), nil
}

func showDelivery(c *page.Context) ([]page.Block, error) {
	d, err := api.GetClientEndpointDelivery(c, c.Param("id"), c.Param("delivery"))
	if err != nil {
		return nil, err
	}
	return c.DeliveryBlocks(d, deliveryShow(c), c.May("support")), nil
}

func resendDelivery(c *page.Context) (page.Result, error) {
	show := deliveryShow(c)
	_, err := api.ResendClientEndpointDelivery(c, c.Param("id"), c.Param("delivery"), page.SeenAttempts(c))
	return page.Result{To: show.Path + "/deliveries/" + url.PathEscape(c.Param("delivery")), Done: words.DoneSent}, err
}
