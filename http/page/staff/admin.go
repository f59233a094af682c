package staff

import (
	"net/url"

	"gateway/domain/admin"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var adminPages = []page.Page{
	{Path: "/admins", Group: "read_staff", Section: words.SystemSection, Nav: words.Administrators, Show: listAdmins},
	{Path: "/admins/:id", Group: "read_staff", Title: words.AdministratorOne, Show: showAdmin},
}

var adminActions = []page.Action{
	{Path: "/admins", Group: "manage", Page: "/admins", Do: createAdmin},
	{
		Path: "/admins/:id/role", Group: "manage", Page: "/admins/:id",
		Do: demanding(page.Sends("saved", api.ChangeAdminRole, adminRoleBody), "reason"),
	},
	{
		Path: "/admins/:id/disable", Group: "manage", Page: "/admins/:id",
		Sure: page.Warns(words.DisableAdmin, words.DisableAdminHint),
		Do:   demanding(page.Sends("saved", api.DisableAdmin, reasonBody), "reason"),
	},
	{
		Path: "/admins/:id/enable", Group: "manage", Page: "/admins/:id",
		Do: demanding(page.Sends("saved", api.EnableAdmin, reasonBody), "reason"),
	},
	{
		Path: "/admins/:id/reset-password", Group: "manage", Page: "/admins/:id",
		Sure: page.Warns(words.ResetAdmin, words.ResetAdminHint), Do: demanding(resetAdmin, "reason"),
	},
}

// newPassword is the autocomplete token for choosing a new password.
const newPassword = "new-password"

func listAdmins(c *page.Context) ([]page.Block, error) {
	all, err := api.ListAdmins(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{Columns: c.Titles(words.ID, words.Email, words.Role, words.Status, words.SecondFactor, words.CreatedAt)}
	for _, a := range all {
		path := c.Link("/admins/" + page.Key(a.ID))
		t.Add(page.Plain(page.Key(a.ID)).To(path), page.Plain(a.Email).To(path), page.Plain(c.Word(words.Roles, a.Role)), adminState(c, a),
			c.Flag(a.SecondFactor), c.Time(a.CreatedAt))
	}
	blocks := []page.Block{t}
	if !c.May("manage") {
		return blocks, nil
	}
	return append(blocks, step(c, "/admins", words.NewAdministrator, noHint,
		page.Field{Name: "email", Label: c.T(words.Email), Kind: "email", Required: true},
		page.Field{
			Name: "password", Label: c.T(words.Password), Kind: "password", Hint: c.T(words.PasswordHint), Required: true,
			Complete: newPassword,
		},
		roleField(c, "support"), reasonField(c, false))), nil
}

func adminState(c *page.Context, a api.AdminUser) page.Cell {
	if a.Disabled {
		return c.State(admin.StatusDisabled)
	}
	return c.State(admin.StatusActive)
}

func roleField(c *page.Context, role string) page.Field {
	var options []page.Option
	for _, one := range []string{"admin", "support", "auditor"} {
		options = append(options, page.Option{Value: one, Text: c.Word(words.Roles, one)})
	}
	return page.Field{Name: "role", Label: c.T(words.Role), Options: options, Value: role, Required: true}
}

func showAdmin(c *page.Context) ([]page.Block, error) {
	all, err := api.ListAdmins(c)
	a, err := page.Find(all, err, c.Param("id"), func(a api.AdminUser) string { return page.Key(a.ID) })
	if err != nil {
		return nil, err
	}
	c.SetTitle(words.Isolated(a.Email))
	return adminBlocks(c, a), nil
}

func adminBlocks(c *page.Context, a api.AdminUser) []page.Block {
	blocks := []page.Block{page.Details{Pairs: []page.Pair{
		{Label: c.T(words.ID), Value: page.Plain(page.Key(a.ID))},
		{Label: c.T(words.Role), Value: page.Plain(c.Word(words.Roles, a.Role))},
		{Label: c.T(words.Status), Value: adminState(c, a)},
		{Label: c.T(words.SecondFactor), Value: c.Flag(a.SecondFactor)},
		{Label: c.T(words.CreatedAt), Value: c.Time(a.CreatedAt)},
	}}}
	if !c.May("manage") {
		return blocks
	}
	return append(blocks, page.Columns{Left: adminRoleForms(c, a), Right: adminAccessForms(c, a)})
}

func adminRoleForms(c *page.Context, a api.AdminUser) []page.Block {
	path := "/admins/" + page.Key(a.ID)
	return []page.Block{step(c, path+"/role", words.ChangeRole, words.ChangeRoleHint, roleField(c, a.Role), reasonField(c, true))}
}

func adminAccessForms(c *page.Context, a api.AdminUser) []page.Block {
	path := "/admins/" + page.Key(a.ID)
	if a.Disabled {
		return []page.Block{step(c, path+"/enable", words.EnableAdmin, noHint, reasonField(c, true))}
	}
	forms := []page.Block{danger(c, path+"/disable", words.DisableAdmin, words.DisableAdminHint, reasonField(c, true))}
	if a.ID == c.Who.ID {
		return forms
	}
	return append(forms, danger(c, path+"/reset-password", words.ResetAdmin, words.ResetAdminHint,
		page.Field{Name: "second_factor", Label: c.T(words.AlsoSecondFactor), Kind: "check"}, reasonField(c, true)))
}

func createAdmin(c *page.Context) (page.Result, error) {
	body := page.Body{"password": c.Field("password")}.Texts(c, "email", "role", "reason")
	_, err := api.CreateAdmin(c, body)
	return page.Result{To: "/admins", Done: "created"}, err
}

func adminRoleBody(c *page.Context) any { return page.Body{}.Texts(c, "role", "reason") }

func resetAdmin(c *page.Context) (page.Result, error) {
	path := "/admins/" + url.PathEscape(c.Param("id"))
	body := map[string]any{"second_factor": c.Field("second_factor") == "true", "reason": c.Field("reason")}
	reset, err := api.ResetAdminPassword(c, c.Param("id"), body)
	return page.Result{Title: words.NewPasswordOf, Blocks: onceBlocks(c, reset.Password, path)}, err
}
