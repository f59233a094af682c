package staff

import (
	"net/url"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// showClientAccess shows the forms that open and close a client's access.
func showClientAccess(c *page.Context) ([]page.Block, error) {
	path := "/clients/" + url.PathEscape(c.Param("id"))
	cl, err := api.GetClient(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.AccessTitle) + ": " + words.Isolated(cl.Name))
	return []page.Block{
		backToClient(c, cl),
		step(c, path+"/api-key", words.IssueKey, noHint, page.Field{Name: "name", Label: c.T(words.KeyName), Required: true},
			page.Field{Name: "allow", Label: c.T(words.KeyAllow), Hint: c.T(words.KeyAllowHint), Kind: "area"}),
		danger(c, path+"/reset-link", words.MakeResetLink, words.ResetLinkHint, reasonField(c, true)),
		danger(c, path+"/end-access", words.EndAccess, words.EndClientAccessHint, reasonField(c, true),
			page.Field{Name: "since", Label: c.T(words.EndAccessSince), Hint: c.T(words.EndAccessDefault), Kind: "date"}),
	}, nil
}

// backToClient links from a page about a client back to the client.
func backToClient(c *page.Context, cl api.AdminAccount) page.Links {
	return page.Links{Links: []page.Link{{Text: words.Isolated(cl.Name) + " (" + page.Key(cl.ID) + ")", Path: clientPath(c, cl.ID)}}}
}

func issueKey(c *page.Context) (page.Result, error) {
	path := "/clients/" + url.PathEscape(c.Param("id"))
	body := map[string]any{"name": c.Field("name")}
	if allow := strings.Fields(strings.ReplaceAll(c.Field("allow"), ",", " ")); len(allow) > 0 {
		body["allow"] = allow
	}
	issued, err := api.IssueAPIKey(c, c.Param("id"), body)
	return page.Result{Title: words.NewKeyTitle, Blocks: onceBlocks(c, issued.Key, path)}, err
}

// onceBlocks show a secret that is only shown now, and link back to a page.
func onceBlocks(c *page.Context, secret, back string) []page.Block {
	return []page.Block{
		page.Text{Text: secret, Once: c.T(words.CopyOnce)},
		page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link(back)}}},
	}
}

func makeResetLink(c *page.Context) (page.Result, error) {
	path := "/clients/" + url.PathEscape(c.Param("id"))
	made, err := api.MakeResetLink(c, c.Param("id"), reasonBody(c))
	return page.Result{Title: words.ResetLinkTitle, Blocks: onceBlocks(c, made.Link, path)}, err
}

func endAccess(c *page.Context) (page.Result, error) {
	_, err := api.EndClientAccess(c, c.Param("id"), page.Body{}.Texts(c, "reason", "since"))
	return page.Result{To: "/clients/" + url.PathEscape(c.Param("id")), Done: "saved"}, err
}
