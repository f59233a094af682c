package ownlogin

import (
	"strconv"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// Login says where a site has the person's own login.
type Login struct {
	// Logins are the operations on the own login.
	Logins page.Logins
	// Section is the heading in the menu.
	Section words.Text
	// More returns further blocks of the page. It may be nil.
	More func(c *page.Context) []page.Block
}

// Pages returns the pages of the own login.
func (l Login) Pages() []page.Page {
	return []page.Page{
		{Path: "/security", Group: group, Section: l.Section, Nav: words.Security, Show: l.show},
		{Path: "/security/confirm", Group: group, Title: words.ConfirmFactor, Show: showConfirm},
		{Path: "/security/sessions/:id", Group: group, Title: words.SessionTitle, Show: l.showSession},
	}
}

// Actions returns the actions of these pages.
func (l Login) Actions() []page.Action {
	return []page.Action{
		{Path: "/security/password", Group: group, Page: "/security", Do: l.changePassword},
		{Path: "/security/totp", Group: group, Page: "/security", Do: l.beginFactor},
		{Path: "/security/confirm", Group: group, Page: "/security/confirm", Do: l.confirmFactor},
		{Path: "/security/totp/remove", Group: group, Page: "/security", Do: l.removeFactor},
		{
			Path: "/security/sessions/:id/end", Group: group, Page: "/security",
			Sure: page.Warns(words.EndThisSession, words.SureEndSession), Do: l.endSession,
		},
	}
}

// group is the group of roles for the own login, in both tables of roles.
const group = "own_login"

func (l Login) show(c *page.Context) ([]page.Block, error) {
	sessions, err := l.sessionTable(c)
	if err != nil {
		return nil, err
	}
	right := factorBlocks(c)
	if l.More != nil {
		right = append(right, l.More(c)...)
	}
	return []page.Block{page.Columns{Left: []page.Block{passwordForm(c)}, Right: right}, sessions}, nil
}

func passwordForm(c *page.Context) page.Form {
	fields := []page.Field{
		{Name: "current_password", Label: c.T(words.PresentPassword), Kind: "password", Required: true, Complete: "current-password"},
		{
			Name: "password", Label: c.T(words.NewPassword), Kind: "password", Hint: c.T(words.PasswordHint), Required: true,
			Complete: "new-password",
		},
	}
	if c.Who.SecondFactor {
		fields = append(fields, codeField(c))
	}
	return page.Form{
		Title: c.T(words.ChangePassword), Hint: c.T(words.PasswordEnds), Action: "/security/password", Submit: c.T(words.ChangePassword),
		Fields: fields,
	}
}

func codeField(c *page.Context) page.Field {
	return page.Field{Name: "code", Label: c.T(words.Code), Required: true, Complete: "one-time-code", Numeric: true}
}

func (l Login) changePassword(c *page.Context) (page.Result, error) {
	err := l.Logins.ChangePassword(c, secrets(c, "current_password", "password", "code"))
	return page.Result{To: "/security", Done: "saved"}, err
}

// secrets returns posted fields untrimmed, because a password may begin with a space.
func secrets(c *page.Context, names ...string) page.Body {
	body := page.Body{}
	for _, name := range names {
		if text := c.Field(name); text != "" {
			body[name] = text
		}
	}
	return body
}

func (l Login) sessionTable(c *page.Context) (*page.Table, error) {
	sessions, err := l.Logins.ListSessions(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{Title: c.T(words.Sessions), Columns: c.Titles(words.CreatedAt, words.Address, words.Device, words.EndsAt)}
	for _, s := range sessions {
		address := page.ID(s.Address)
		if s.Current {
			address = page.Plain(s.Address + " (" + c.T(words.ThisSession) + ")")
		}
		t.Add(c.Time(s.CreatedAt).To(c.Link("/security/sessions/"+strconv.FormatInt(s.ID, 10))), address, device(s.UserAgent),
			c.Time(s.ExpiresAt))
	}
	return t, nil
}

// device is the name of a browser, which needs room.
func device(name string) page.Cell { return page.Prose(name) }

func (l Login) showSession(c *page.Context) ([]page.Block, error) {
	sessions, err := l.Logins.ListSessions(c)
	s, err := page.Find(sessions, err, c.Param("id"), func(s api.LoginSession) string { return page.Key(s.ID) })
	if err != nil {
		return nil, err
	}
	return []page.Block{
		page.Details{Pairs: []page.Pair{
			{Label: c.T(words.Address), Value: page.ID(s.Address)},
			{Label: c.T(words.Device), Value: page.Plain(s.UserAgent)},
			{Label: c.T(words.CreatedAt), Value: c.Time(s.CreatedAt)},
			{Label: c.T(words.EndsAt), Value: c.Time(s.ExpiresAt)},
			{Label: c.T(words.ThisSession), Value: c.Flag(s.Current)},
		}},
		page.Form{Action: "/security/sessions/" + c.Param("id") + "/end", Submit: c.T(words.EndThisSession), Inline: true, Danger: true},
	}, nil
}

func (l Login) endSession(c *page.Context) (page.Result, error) {
	return page.Result{To: "/security", Done: "removed"}, l.Logins.EndSession(c, c.Param("id"))
}
