package portal

import (
	"time"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/page/ownlogin"
)

// logins are the operations on the logins of merchants' people.
var logins = page.Logins{
	LogIn: func(c api.Caller, body any) (string, time.Time, error) {
		login, err := api.Login(c, body)
		return login.Token, login.ExpiresAt, err
	},
	Me: func(c api.Caller) (page.Who, error) {
		me, err := api.GetMyLogin(c)
		return page.Who{ID: me.ID, Email: me.Email, Role: me.Role, SecondFactor: me.SecondFactor}, err
	},
	LogOut: api.Logout, Confirm: api.ConfirmLogin, ChangePassword: api.ChangePassword,
	ListSessions: api.ListSessions, EndSession: api.EndSession,
	BeginTOTP: api.BeginTOTP, ConfirmTOTP: api.ConfirmTOTP, RemoveTOTP: api.RemoveTOTP,
}

// ownLogin is the person's own login. Its page also leads to the choice of mails, and offers to end all access to the account.
var ownLogin = ownlogin.Login{Logins: logins, Section: words.AccountSection, More: func(c *page.Context) []page.Block {
	mails := page.Links{Links: []page.Link{{Text: c.T(words.MailsGo), Path: c.Link("/mails")}}}
	return append([]page.Block{mails}, endAccessForm(c)...)
}}

var accessActions = []page.Action{
	{
		Path: "/security/end-access", Group: "manage_people", Page: "/security",
		Sure: page.Warns(words.EndAccess, words.EndAccessHint), Do: endAccess,
	},
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
	err := api.EndMyAccess(c, page.Body{}.Texts(c, "reason", "since"))
	return page.Result{To: "/login", Done: "ended"}, err
}
