package portal

import (
	"strconv"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var personPages = []page.Page{
	{Path: "/people", Group: "read_people", Section: words.AccountSection, Nav: words.People, Show: showPeople},
	{Path: "/people/:id", Group: "manage_people", Title: words.PersonTitle, Show: showPerson},
}

var personActions = []page.Action{
	{Path: "/people", Group: "manage_people", Page: "/people", Do: invitePerson},
	{Path: "/people/:id/role", Group: "manage_people", Page: "/people/:id", Do: page.Sends("saved", api.ChangePersonRole, roleBody)},
	{
		Path: "/people/:id/remove", Group: "manage_people", Page: "/people/:id",
		Sure: page.Warns(words.RemovePerson, words.SureRemovePerson, words.RemovePersonHint), Do: removePerson,
	},
}

func showPeople(c *page.Context) ([]page.Block, error) {
	people, err := api.ListPeople(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{Columns: c.Titles(words.Email, words.Role, words.Status, words.SecondFactor, words.CreatedAt)}
	for _, p := range people {
		email := page.Plain(p.Email)
		if c.May("manage_people") {
			email = email.To(c.Link("/people/" + strconv.FormatInt(p.ID, 10)))
		}
		t.Add(email, page.Plain(c.Word(words.Roles, p.Role)), c.State(p.Status), c.Flag(p.SecondFactor), c.Time(p.CreatedAt))
	}
	blocks := []page.Block{t}
	if c.May("manage_people") {
		blocks = append(blocks, page.Form{
			Title: c.T(words.InvitePerson), Hint: c.T(words.InviteHint), Action: "/people", Submit: c.T(words.InvitePerson),
			Fields: []page.Field{
				{Name: "email", Label: c.T(words.Email), Kind: "email", Required: true, Complete: "off"},
				{Name: "role", Label: c.T(words.Role), Hint: c.T(words.RolesHint), Required: true, Value: "viewer", Options: roleOptions(c)},
			},
		})
	}
	return blocks, nil
}

func roleOptions(c *page.Context) (options []page.Option) {
	for _, role := range []string{"owner", "finance", "developer", "viewer"} {
		options = append(options, page.Option{Value: role, Text: c.Word(words.Roles, role)})
	}
	return options
}

func showPerson(c *page.Context) ([]page.Block, error) {
	people, err := api.ListPeople(c)
	p, err := page.Find(people, err, c.Param("id"), func(p api.Person) string { return page.Key(p.ID) })
	if err != nil {
		return nil, err
	}
	return personBlocks(c, p), nil
}

func personBlocks(c *page.Context, p api.Person) []page.Block {
	path := "/people/" + strconv.FormatInt(p.ID, 10)
	return []page.Block{
		page.Details{Title: p.Email, Pairs: []page.Pair{
			{Label: c.T(words.Role), Value: page.Plain(c.Word(words.Roles, p.Role))},
			{Label: c.T(words.Status), Value: c.State(p.Status)},
			{Label: c.T(words.SecondFactor), Value: c.Flag(p.SecondFactor)},
			{Label: c.T(words.CreatedAt), Value: c.Time(p.CreatedAt)},
		}},
		page.Form{
			Title: c.T(words.ChangeRole), Hint: c.T(words.RolesHint), Action: path + "/role", Submit: c.T(words.ChangeRole),
			Fields: []page.Field{{Name: "role", Label: c.T(words.Role), Value: p.Role, Required: true, Options: roleOptions(c)}},
		},
		page.Form{
			Title: c.T(words.RemovePerson), Hint: c.T(words.RemovePersonHint),
			Action: path + "/remove", Submit: c.T(words.RemovePerson), Danger: true,
			Fields: []page.Field{{Name: "end_keys", Label: c.T(words.EndKeys), Kind: "check", Value: page.Checked(true)}},
		},
	}
}

func invitePerson(c *page.Context) (page.Result, error) {
	_, err := api.InvitePerson(c, page.Body{}.Texts(c, "email", "role"))
	return page.Result{To: "/people", Done: "invited"}, err
}

func roleBody(c *page.Context) any { return page.Body{}.Texts(c, "role") }

// removePerson removes a person. If the full key belongs to that person, it leads to the keys.
func removePerson(c *page.Context) (page.Result, error) {
	keys, err := api.RemovePerson(c, c.Param("id"), page.Body{"end_keys": c.Field("end_keys") == "true"})
	if len(keys.FullKeys) > 0 {
		return page.Result{To: "/keys", Done: "removed"}, err
	}
	return page.Result{To: "/people", Done: "removed"}, err
}
