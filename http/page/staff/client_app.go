package staff

import (
	"net/url"
	"slices"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

func showClientApps(c *page.Context) ([]page.Block, error) {
	path := "/clients/" + url.PathEscape(c.Param("id"))
	cl, err := api.GetClient(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	apps, err := api.ListClientApps(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	blocks := []page.Block{backToClient(c, cl), appTable(c, apps), appFeeTable(c, apps)}
	if !c.May("manage") {
		return blocks, nil
	}
	return append(blocks, page.Columns{Left: appFeeForms(c, path, apps), Right: []page.Block{addAppForm(c, path)}}), nil
}

func appTable(c *page.Context, apps []api.AdminApp) *page.Table {
	t := &page.Table{Columns: c.Titles(words.ID, words.Name, words.AppCode, words.URLLabel), Empty: c.T(words.NoApps)}
	for _, a := range apps {
		t.Add(page.Number(a.ID), page.Plain(a.App.Name), page.ID(a.App.Code), page.Plain(a.URL))
	}
	return t
}

func appFeeTable(c *page.Context, apps []api.AdminApp) *page.Table {
	t := &page.Table{
		Title: c.T(words.OwnRates), Empty: c.T(words.AppsHint),
		Columns: c.Titles(words.App, words.Channel, words.FlatPart, words.PercentPart, words.VATInclusive),
	}
	for _, a := range apps {
		for _, fee := range a.Fees {
			t.Add(page.Plain(a.App.Name), page.ID(fee.ChannelCode), page.Rupiah(fee.Flat), page.Percent(fee.Percent), c.Flag(fee.VATInclusive))
		}
	}
	return t
}

func appFeeForms(c *page.Context, path string, apps []api.AdminApp) []page.Block {
	if len(apps) == 0 {
		return nil
	}
	options := make([]page.Option, len(apps))
	for i, a := range apps {
		options[i] = page.Option{Value: page.Key(a.ID), Text: words.Isolated(a.App.Name) + " (" + words.Isolated(a.App.Code) + ")"}
	}
	fields := []page.Field{
		{Name: "app_id", Label: c.T(words.App), Options: options, Required: true},
		{Name: "channel_code", Label: c.T(words.ChannelCode), Hint: c.T(words.ChannelCodeHint), Required: true},
	}
	return []page.Block{page.Form{
		Title: c.T(words.SetAppFee), Hint: c.T(words.AppsHint), Action: path + "/app-fee", Submit: c.T(words.Save),
		Fields: slices.Concat(fields, rateFields(c, nil), []page.Field{reasonField(c, true)}),
	}}
}

func addAppForm(c *page.Context, path string) page.Form {
	return step(c, path+"/add-app", words.AddApp, noHint, page.Field{Name: "name", Label: c.T(words.Name), Required: true},
		page.Field{Name: "kode", Label: c.T(words.AppCode), Required: true},
		page.Field{Name: "url", Label: c.T(words.URLLabel)})
}

func appBody(c *page.Context) any {
	return page.Body{"name": c.Field("name"), "kode": c.Field("kode")}.Texts(c, "url")
}

func setAppFee(c *page.Context) (page.Result, error) {
	body := rateBody(c)
	body["channel_code"] = strings.ToUpper(strings.TrimSpace(c.Field("channel_code")))
	_, err := api.SetAppFee(c, c.Field("app_id"), body)
	return page.Result{To: "/clients/" + url.PathEscape(c.Param("id")) + "/apps", Done: "saved"}, err
}
