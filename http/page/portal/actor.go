package portal

import (
	"strconv"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/clientrows"
)

// nameActor names the client's people by e-mail address and role, and its API key by its label if it can be only one.
func nameActor(c *page.Context, actor string) string {
	client, id, isPerson := strings.Cut(actor, "/person:")
	switch {
	case isPerson && id == strconv.FormatInt(c.Who.ID, 10):
		return c.RoleOf(c.Who.Email, c.Who.Role)
	case isPerson && c.May("read_people"):
		for _, p := range page.Once(c, "people", func() ([]api.Person, error) { return api.ListPeople(c) }) {
			if page.Key(p.ID) == id {
				return c.RoleOf(p.Email, p.Role)
			}
		}
	case !isPerson && strings.HasPrefix(client, "client:") && c.May("keys"):
		if all := keysOf(c); len(all) == 1 {
			return c.T(words.ActorNamedKey, words.Isolated(all[0].Name))
		}
	}
	return ""
}

// nameCredential names a key by its label, for the name of a credential in an event: api_key:17, or session.
func nameCredential(c *page.Context, credential string) string {
	id, isKey := strings.CutPrefix(credential, "api_key:")
	if !isKey {
		return c.Word(words.Credentials, credential)
	}
	for _, key := range keysOf(c) {
		if page.Key(key.ID) == id {
			return c.T(words.ActorNamedKey, words.Isolated(key.Name))
		}
	}
	return c.T(words.ActorNamedKey, id)
}

// keysOf returns all keys of the client, empty if the person may not see them.
func keysOf(c *page.Context) []clientrows.APIKey {
	if !c.May("keys") {
		return nil
	}
	return allKeys(page.Once(c, "keys", func() (api.APIKey, error) { return api.GetAPIKey(c) }))
}
