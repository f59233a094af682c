package staff

import (
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// mostNamed is how many clients a page looks up to name who did something. The others are shown by their numbers.
const mostNamed = 20

// nameActor names administrators by e-mail address and role, and clients by their names.
func nameActor(c *page.Context, actor string) string {
	if id, ok := strings.CutPrefix(actor, "admin:"); ok {
		return nameAdmin(c, id)
	}
	client, person, isPerson := strings.Cut(actor, "/person:")
	id, ok := strings.CutPrefix(client, "client:")
	if !ok {
		return ""
	}
	name := nameClient(c, id)
	switch {
	case name == "":
		return ""
	case isPerson:
		return c.T(words.ActorPersonOf, person, words.Isolated(name))
	}
	return c.T(words.ActorClientKey, words.Isolated(name))
}

func nameAdmin(c *page.Context, id string) string {
	if id == page.Key(c.Who.ID) {
		return c.RoleOf(c.Who.Email, c.Who.Role)
	}
	if !c.May("read_staff") {
		return ""
	}
	for _, a := range page.Once(c, "admins", func() ([]api.AdminUser, error) { return api.ListAdmins(c) }) {
		if page.Key(a.ID) == id {
			return c.RoleOf(a.Email, a.Role)
		}
	}
	return ""
}

// nameClient is the name of a client, empty if the page has looked up too many.
func nameClient(c *page.Context, id string) string {
	names := page.Once(c, "clients", func() (map[string]string, error) { return map[string]string{}, nil })
	if name, ok := names[id]; ok || len(names) >= mostNamed {
		return name
	}
	cl, err := api.GetClient(c, id)
	if err != nil {
		cl.Name = ""
	}
	names[id] = cl.Name
	return cl.Name
}
