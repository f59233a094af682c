package portal

import (
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var deliveryPages = []page.Page{
	{Path: "/endpoints/:id/deliveries/:delivery", Group: "keys", Title: words.Delivery, Show: showDelivery},
}

var deliveryActions = []page.Action{
	{
		Path: "/endpoints/:id/deliveries/:delivery/resend", Group: "keys", Page: "/endpoints/:id/deliveries/:delivery", Do: resendDelivery,
	},
}

func deliveryShow(c *page.Context) page.DeliveryShow {
	return page.DeliveryShow{
		Event:    func(name string) page.Cell { return feedEvent(c, name) },
		Resource: func(name string) page.Cell { return resourceCell(c, name) },
		Path:     "/endpoints/" + url.PathEscape(c.Param("id")),
	}
}

func listDeliveries(c *page.Context) (*page.Table, error) {
	query := c.Filter("status")
	query.Set("per_page", "50")
	list, err := api.ListEndpointDeliveries(c, c.Param("id"), query)
	if err != nil {
		return nil, err
	}
	return c.DeliveryTable(list, deliveryShow(c)), nil
}

func showDelivery(c *page.Context) ([]page.Block, error) {
	d, err := api.GetEndpointDelivery(c, c.Param("id"), c.Param("delivery"))
	if err != nil {
		return nil, err
	}
	return c.DeliveryBlocks(d, deliveryShow(c), true), nil
}

func resendDelivery(c *page.Context) (page.Result, error) {
	show := deliveryShow(c)
	_, err := api.ResendEndpointDelivery(c, c.Param("id"), c.Param("delivery"), page.SeenAttempts(c))
	return page.Result{To: show.Path + "/deliveries/" + url.PathEscape(c.Param("delivery")), Done: words.DoneSent}, err
}
