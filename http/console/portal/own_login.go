package portal

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"gateway/http/console/page"
	"gateway/http/console/words"
)

var ownLoginPages = []page.Page{
	{Path: "/security", Group: "own_login", Section: words.AccountSection, Nav: words.Security, Show: showOwnLogin},
	{Path: "/security/confirm", Group: "own_login", Title: words.ConfirmFactor, Narrow: true, Show: showConfirm},
	{Path: "/security/sessions/:id", Group: "own_login", Title: words.SessionTitle, Show: showSession},
}

var ownLoginActions = []page.Action{
	{Path: "/security/password", Group: "own_login", Page: "/security", Do: changePassword},
	{Path: "/security/totp", Group: "own_login", Page: "/security", Do: beginFactor},
	{Path: "/security/confirm", Group: "own_login", Page: "/security/confirm", Do: confirmFactor},
	{Path: "/security/totp/remove", Group: "own_login", Page: "/security", Do: removeFactor},
	{Path: "/security/sessions/:id/end", Group: "own_login", Page: "/security", Do: endSession},
	{Path: "/security/end-access", Group: "manage_people", Page: "/security", Do: endAccess},
}

// session is one of GET /me/sessions.
type session struct {
	ID        int64     `json:"id"`
	Address   string    `json:"address"`
	UserAgent string    `json:"user_agent"`
	Current   bool      `json:"current"`
	CreatedAt time.Time `json:"created_at"`
	ExpiresAt time.Time `json:"expires_at"`
}

func showOwnLogin(c *page.Context) ([]page.Block, error) {
	sessions, err := sessionTable(c)
	if err != nil {
		return nil, err
	}
	right := factorBlocks(c)
	if c.May("manage_people") {
		right = append(right, page.Form{
			Title: c.T(words.EndAccess), Hint: c.T(words.EndAccessHint), Action: "/security/end-access", Submit: c.T(words.EndAccess), Danger: true,
			Fields: []page.Field{{Name: "reason", Label: c.T(words.Reason)}},
		})
	}
	return []page.Block{page.Columns{Left: []page.Block{passwordForm(c)}, Right: right}, sessions}, nil
}

func passwordForm(c *page.Context) page.Form {
	fields := []page.Field{
		{Name: "current_password", Label: c.T(words.PresentPassword), Kind: "password", Required: true, Complete: "current-password"},
		{Name: "password", Label: c.T(words.NewPassword), Kind: "password", Hint: c.T(words.PasswordHint), Required: true, Complete: "new-password"},
	}
	if c.Who.SecondFactor {
		fields = append(fields, codeField(c))
	}
	return page.Form{
		Title: c.T(words.ChangePassword), Hint: c.T(words.PasswordEnds), Action: "/security/password", Submit: c.T(words.ChangePassword), Fields: fields,
	}
}

func codeField(c *page.Context) page.Field {
	return page.Field{Name: "code", Label: c.T(words.Code), Required: true, Complete: "one-time-code", Numeric: true}
}

func changePassword(c *page.Context) (page.Result, error) {
	return page.Result{To: "/security", Done: "saved"},
		c.Send(http.MethodPut, "/me/password", secrets(c, "current_password", "password", "code"), nil)
}

// secrets are posted fields as they are: a password may begin with a space.
func secrets(c *page.Context, names ...string) page.Body {
	body := page.Body{}
	for _, name := range names {
		if text := c.Field(name); text != "" {
			body[name] = text
		}
	}
	return body
}

func sessionTable(c *page.Context) (*page.Table, error) {
	var sessions []session
	if _, err := c.Get("/me/sessions", &sessions); err != nil {
		return nil, err
	}
	t := &page.Table{Title: c.T(words.Sessions), Columns: []string{c.T(words.CreatedAt), c.T(words.Address), c.T(words.Device), c.T(words.EndsAt)}}
	for _, s := range sessions {
		address := page.ID(s.Address)
		if s.Current {
			address = page.Plain(s.Address + " (" + c.T(words.ThisSession) + ")")
		}
		t.Add(c.Time(s.CreatedAt).To(c.Link("/security/sessions/"+strconv.FormatInt(s.ID, 10))), address, device(s.UserAgent), c.Time(s.ExpiresAt))
	}
	return t, nil
}

// device is the name of a browser, cut to what fits in a line.
func device(name string) page.Cell {
	cell := page.Plain(name)
	if letters := []rune(name); len(letters) > 40 {
		cell.Text = string(letters[:40]) + " …"
	}
	return cell
}

func showSession(c *page.Context) ([]page.Block, error) {
	var sessions []session
	if _, err := c.Get("/me/sessions", &sessions); err != nil {
		return nil, err
	}
	for _, s := range sessions {
		if strconv.FormatInt(s.ID, 10) != c.Param("id") {
			continue
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
	return nil, &page.Problem{Status: http.StatusNotFound}
}

func endSession(c *page.Context) (page.Result, error) {
	return page.Result{To: "/security", Done: "removed"}, c.Send(http.MethodDelete, "/me/sessions/"+url.PathEscape(c.Param("id")), nil, nil)
}

func endAccess(c *page.Context) (page.Result, error) {
	return page.Result{To: "/login", Done: "ended"}, c.Send(http.MethodPost, "/me/end-access", page.Body{}.Texts(c, "reason"), nil)
}
