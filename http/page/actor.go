package page

import (
	"strings"

	"gateway/domain/payment"
	"gateway/domain/words"
)

// Actor says in words who caused an event. actor is the name in the event: admin:1, client:7,
// client:7/person:9, provider, machine:root, system:posting. CSV files show this name itself.
func (c *Context) Actor(actor string) Cell {
	return Cell{Text: c.actorText(actor), Raw: actor, Hint: actor}
}

// actorText names a person by e-mail address and role, and a key by its label, as far as the site knows them for the
// person at the browser (Site.NameActor). Others it calls by their number.
func (c *Context) actorText(actor string) string {
	if c.site.NameActor != nil && actor != "" {
		if name := c.site.NameActor(c, actor); name != "" {
			return name
		}
	}
	client, person, isPerson := strings.Cut(actor, "/person:")
	if isPerson && c.site.OneClient {
		return c.T(words.ActorOwnPerson, person)
	}
	if isPerson {
		return c.T(words.ActorPerson, person, strings.TrimPrefix(client, "client:"))
	}
	kind, id, _ := strings.Cut(actor, ":")
	switch kind {
	case "admin":
		return c.T(words.ActorAdmin, id)
	case "client":
		if c.site.OneClient {
			return c.T(words.ActorOwnKey)
		}
		return c.T(words.ActorClient, id)
	case "staff": // the API shows merchants this in place of an administrator
		return c.T(words.ActorStaff)
	case payment.ByMerchant: // a refund that the merchant asked for
		return c.T(words.ActorMerchant)
	case "provider":
		return c.T(words.ActorProvider)
	case "machine":
		return c.T(words.ActorMachine, words.Isolated(id))
	case "system":
		if c.site.OneClient {
			return c.T(words.ActorGateway)
		}
		return c.T(words.ActorSystem, c.Word(words.Processes, id))
	}
	return actor
}

// RoleOf is a person's name with the role in words.
func (c *Context) RoleOf(name, role string) string {
	return c.T(words.NamedWithRole, words.Isolated(name), c.Word(words.Roles, role))
}

// Once asks for something once in a request, however many cells of the page need it. What can't be asked for, such as
// what the role may not read, is the zero value.
func Once[T any](c *Context, name string, ask func() (T, error)) T {
	if kept, ok := c.kept[name].(T); ok {
		return kept
	}
	got, err := ask()
	if err != nil {
		var none T
		got = none
	}
	if c.kept == nil {
		c.kept = map[string]any{}
	}
	c.kept[name] = got
	return got
}
