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

func (c *Context) actorText(actor string) string {
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
		return c.T(words.ActorSystem, id)
	}
	return actor
}
