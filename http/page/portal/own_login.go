package portal

import (
	"net/http"

	"gateway/domain/words"
	"gateway/http/page"
	"gateway/http/page/ownlogin"
)

// ownLogin is the person's own login. Its page also offers to end all access to the account.
var ownLogin = ownlogin.Login{API: "/me", Section: words.AccountSection, More: endAccessForm}

var accessActions = []page.Action{
	{Path: "/security/end-access", Group: "manage_people", Page: "/security", Do: endAccess},
}

func endAccessForm(c *page.Context) []page.Block {
	if !c.May("manage_people") {
		return nil
	}
	return []page.Block{page.Form{
		Title: c.T(words.EndAccess), Hint: c.T(words.EndAccessHint), Action: "/security/end-access", Submit: c.T(words.EndAccess), Danger: true,
		Fields: []page.Field{
			{Name: "reason", Label: c.T(words.Reason)},
			{Name: "since", Label: c.T(words.EndAccessSince), Hint: c.T(words.EndAccessDefault), Kind: "date"},
		},
	}}
}

func endAccess(c *page.Context) (page.Result, error) {
	return page.Result{To: "/login", Done: "ended"}, c.Send(http.MethodPost, "/me/end-access", page.Body{}.Texts(c, "reason", "since"), nil)
}
