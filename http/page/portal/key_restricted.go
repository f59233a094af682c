package portal

import (
	"strings"

	"gateway/domain/account"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/clientrows"
)

// restrictedTable lists the restricted keys. Each links to its page.
func restrictedTable(c *page.Context, keys []clientrows.APIKey) *page.Table {
	t := &page.Table{
		Title:   c.T(words.RestrictedKeys),
		Columns: c.Titles(words.KeyName, words.KeyValue, words.KeyScopes, words.KeyIssuer, words.KeyLastUsed, words.KeyEnds),
		Empty:   c.T(words.NoRestrictedKeys),
	}
	for _, key := range keys {
		t.Add(page.Plain(key.Name).To(c.Link("/keys/"+page.Key(key.ID))), page.ID(key.MaskedKey), keyScopes(c, key), keyIssuer(c, key),
			lastUse(c, key), c.TimeOr(key.ExpiresAt))
	}
	return t
}

// scopePrefix precedes the scope in the name of its checkbox.
const scopePrefix = "scope_"

// restrictedForm offers the scopes that the person's role may issue.
func restrictedForm(c *page.Context) page.Form {
	fields := []page.Field{{Name: "name", Label: c.T(words.KeyName), Hint: c.T(words.RestrictedNameHint), Required: true}}
	for _, scope := range account.Issuable(c.Who.Role) {
		if scope != account.ScopeRead { // every key has the scope to read
			fields = append(fields, page.Field{Name: scopePrefix + scope, Label: c.Word(words.Scopes, scope), Kind: "check"})
		}
	}
	return page.Form{
		Title: c.T(words.CreateRestricted), Hint: c.T(words.CreateRestrictedHint),
		Action: "/keys/restricted", Submit: c.T(words.CreateRestricted),
		Fields: append(fields,
			page.Field{Name: "allow", Label: c.T(words.KeyAllow), Hint: c.T(words.KeyAllowHint), Kind: "area"},
			page.Field{Name: "expires_at", Label: c.T(words.KeyEnds), Hint: c.T(words.KeyEndsHint, c.ZoneName()), Kind: "date"},
		),
	}
}

func createRestrictedKey(c *page.Context) (page.Result, error) {
	scopes := []string{account.ScopeRead}
	for _, scope := range account.Scopes {
		if c.Field(scopePrefix+scope) == "true" {
			scopes = append(scopes, scope)
		}
	}
	body := page.Body{"restricted": true, "scopes": scopes}
	if day := strings.TrimSpace(c.Field("expires_at")); day != "" {
		body["expires_at"] = c.EndOf(day)
	}
	return sendKey(c, body)
}

func showKey(c *page.Context) ([]page.Block, error) {
	keys, err := api.GetAPIKey(c)
	key, err := page.Find(keys.Restricted, err, c.Param("id"), func(key clientrows.APIKey) string { return page.Key(key.ID) })
	if err != nil {
		return nil, err
	}
	var blocks []page.Block
	if key.IssuerGone {
		blocks = append(blocks, page.Notice{Text: c.T(words.KeyOrphaned, key.Name, key.MaskedKey), Tone: page.ToneBad})
	}
	return append(blocks, keyDetails(c, words.RestrictedKey, key), revokeForm(c, key)), nil
}
