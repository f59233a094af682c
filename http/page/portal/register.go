package portal

import (
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var registerPages = []page.Page{
	{Path: "/register", Open: true, Title: words.Register, Narrow: true, Show: showRegister},
	{Path: "/forgot-password", Open: true, Title: words.ForgotPassword, Narrow: true, Show: showForgotPassword},
}

var registerActions = []page.Action{
	{Path: "/register", Open: true, Page: "/register", Do: register},
	{Path: "/forgot-password", Open: true, Page: "/forgot-password", Do: forgotPassword},
}

func showRegister(c *page.Context) ([]page.Block, error) {
	return []page.Block{
		page.Form{
			Hint: c.T(words.RegisterHint), Action: "/register", Submit: c.T(words.Register),
			Fields: []page.Field{
				{Name: "nama", Label: c.T(words.BusinessName), Required: true, Complete: "organization"},
				{Name: "email", Label: c.T(words.Email), Kind: "email", Required: true, Complete: "username"},
				{
					Name: "password", Label: c.T(words.Password), Kind: "password", Required: true, Hint: c.T(words.PasswordHint),
					Complete: "new-password",
				},
			},
		},
		page.Links{Links: []page.Link{{Text: c.T(words.LogIn), Path: c.Link("/login")}}},
	}, nil
}

func register(c *page.Context) (page.Result, error) {
	body := map[string]string{"nama": c.Field("nama"), "email": c.Field("email"), "password": c.Field("password")}
	_, err := api.Register(c, body)
	return page.Result{To: "/login", Done: "registered"}, err
}

func showForgotPassword(c *page.Context) ([]page.Block, error) {
	return []page.Block{page.Form{
		Hint: c.T(words.ForgotHint), Action: "/forgot-password", Submit: c.T(words.SendLink),
		Fields: []page.Field{{Name: "email", Label: c.T(words.Email), Kind: "email", Required: true, Complete: "username"}},
	}}, nil
}

func forgotPassword(c *page.Context) (page.Result, error) {
	body := map[string]string{"email": c.Field("email")}
	return page.Result{To: "/login", Done: "asked"}, api.ForgotPassword(c, body)
}
