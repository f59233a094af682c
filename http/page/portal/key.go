package portal

import (
	"encoding/json"
	"slices"
	"strings"

	"gateway/domain/account"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/clientrows"
)

var keyPages = []page.Page{
	{Path: "/keys", Group: "keys", Section: words.BuildSection, Nav: words.Keys, Title: words.KeyTitle, Show: showKeys},
	{Path: "/keys/:id", Group: "keys", Title: words.RestrictedKey, Show: showKey},
}

var keyActions = []page.Action{
	{Path: "/keys", Group: "keys", Page: "/keys", Sure: sureNewKey, Do: createKey},
	{Path: "/keys/restricted", Group: "keys", Page: "/keys", Do: createRestrictedKey},
	{Path: "/keys/:id/revoke", Group: "keys", Page: "/keys", Sure: page.Warns(words.RevokeKey, words.SureRevokeKey), Do: revokeKey},
	{Path: "/webhook-secret/show", Group: "keys", Page: "/keys", Do: showSecret},
	{Path: "/webhook-secret/rotate", Group: "keys", Page: "/keys", Sure: page.Warns(words.RotateSecret, words.SureRotate), Do: rotateSecret},
}

// allKeys returns the full key, if there is one, and the others.
func allKeys(keys api.APIKey) (all []clientrows.APIKey) {
	if keys.APIKey != nil {
		all = append(all, *keys.APIKey)
	}
	return slices.Concat(all, keys.Former, keys.Restricted)
}

// orphaned returns the keys whose issuer has left.
func orphaned(keys api.APIKey) []clientrows.APIKey {
	return slices.DeleteFunc(allKeys(keys), func(key clientrows.APIKey) bool { return !key.IssuerGone })
}

func showKeys(c *page.Context) ([]page.Block, error) {
	keys, err := api.GetAPIKey(c)
	if err != nil {
		return nil, err
	}
	var blocks []page.Block
	for _, key := range orphaned(keys) {
		blocks = append(blocks, page.Notice{Text: c.T(words.KeyOrphaned, key.Name, key.MaskedKey), Tone: page.ToneBad})
	}
	return append(blocks,
		page.Columns{Left: fullKeyBlocks(c, keys), Right: []page.Block{
			page.Form{
				Title: c.T(words.WebhookSecret), Hint: c.T(words.WebhookSecretHint), Action: "/webhook-secret/show", Submit: c.T(words.ShowSecret),
			},
			page.Form{Hint: c.T(words.RotateSecretHint), Action: "/webhook-secret/rotate", Submit: c.T(words.RotateSecret), Danger: true},
		}},
		restrictedTable(c, keys.Restricted),
		restrictedForm(c),
	), nil
}

// fullKeyBlocks show the full key, and older full keys that still work. Only an owner may issue one.
func fullKeyBlocks(c *page.Context, keys api.APIKey) (blocks []page.Block) {
	create := page.Form{
		Title: c.T(words.CreateKey), Hint: c.T(words.CreateKeyHint), Action: "/keys", Submit: c.T(words.CreateKey),
		Fields: []page.Field{
			{Name: "name", Label: c.T(words.KeyName), Hint: c.T(words.KeyNameHint), Required: true},
			{Name: "allow", Label: c.T(words.KeyAllow), Hint: c.T(words.KeyAllowHint), Kind: "area"},
		},
	}
	if keys.APIKey == nil {
		blocks = append(blocks, page.Notice{Text: c.T(words.NoKeyYet), Tone: page.ToneWait})
	} else {
		create.Hint, create.Danger = c.T(words.ReplaceKeyHint), true
		create.Fields = append(create.Fields, page.Field{
			Name: "overlap", Label: c.T(words.KeyOverlap), Hint: c.T(words.KeyOverlapHint), Value: "0", Numeric: true,
		})
		blocks = append(blocks, keyDetails(c, words.YourKey, *keys.APIKey), revokeForm(c, *keys.APIKey))
	}
	for _, former := range keys.Former {
		blocks = append(blocks, keyDetails(c, words.FormerKey, former), revokeForm(c, former))
	}
	if c.May("full_key") {
		return append(blocks, create)
	}
	return append(blocks, page.Notice{Text: c.T(words.FullKeyOfOwner)})
}

func revokeForm(c *page.Context, key clientrows.APIKey) page.Form {
	return page.Form{Action: "/keys/" + page.Key(key.ID) + "/revoke", Submit: c.T(words.RevokeKey), Inline: true, Danger: true}
}

func keyDetails(c *page.Context, title words.Text, key clientrows.APIKey) page.Details {
	d := page.Details{Title: c.T(title), Pairs: []page.Pair{
		{Label: c.T(words.KeyName), Value: page.Plain(key.Name)},
		{Label: c.T(words.KeyValue), Value: page.ID(key.MaskedKey)},
		{Label: c.T(words.KeyScopes), Value: keyScopes(c, key)},
		{Label: c.T(words.KeyAllow), Value: keyNetworks(c, key)},
		{Label: c.T(words.KeyLastUsed), Value: lastUse(c, key)},
	}}
	if key.LastUsed != nil {
		d.Pairs = append(d.Pairs, page.Pair{Label: c.T(words.KeyUsedFrom), Value: page.ID(key.LastUsed.Address)})
	}
	if key.ExpiresAt != nil {
		d.Pairs = append(d.Pairs, page.Pair{Label: c.T(words.KeyEnds), Value: c.Time(*key.ExpiresAt)})
	}
	return page.Details{Title: d.Title, Pairs: append(d.Pairs,
		page.Pair{Label: c.T(words.KeyIssuer), Value: keyIssuer(c, key)},
		page.Pair{Label: c.T(words.CreatedAt), Value: c.Time(key.CreatedAt)},
	)}
}

func keyNetworks(c *page.Context, key clientrows.APIKey) page.Cell {
	var allow []string
	_ = json.Unmarshal(key.Allow, &allow) // the API returns a list
	if len(allow) == 0 {
		return page.Plain(c.T(words.KeyFromAnywhere))
	}
	return page.ID(strings.Join(allow, ", "))
}

func keyScopes(c *page.Context, key clientrows.APIKey) page.Cell {
	var scopes []string
	_ = json.Unmarshal(key.Scopes, &scopes) // the API returns a list
	for i, scope := range scopes {
		scopes[i] = c.Word(words.Scopes, scope)
	}
	return page.Plain(strings.Join(scopes, ", "))
}

func lastUse(c *page.Context, key clientrows.APIKey) page.Cell {
	if key.LastUsed == nil {
		return page.Plain(c.T(words.KeyNeverUsed))
	}
	return c.Date(key.LastUsed.Day)
}

// keyIssuer names the issuer, and says if that person has left.
func keyIssuer(c *page.Context, key clientrows.APIKey) page.Cell {
	cell := c.Actor(key.IssuedBy)
	switch {
	case key.IssuerEmail != nil:
		cell = page.Plain(*key.IssuerEmail)
	case key.IssuedBy == "operator":
		cell = page.Plain(c.T(words.ActorStaff))
	}
	if key.IssuerGone {
		cell.Text = c.T(words.KeyIssuerGone, cell.Text)
	}
	return cell
}

func createKey(c *page.Context) (page.Result, error) {
	return sendKey(c, page.Body{}.Whole(c, "overlap"))
}

// sendKey issues a key with the name and the networks of the form, and shows it.
func sendKey(c *page.Context, body page.Body) (page.Result, error) {
	body.Texts(c, "name")
	if allow := strings.Fields(c.Field("allow")); len(allow) > 0 {
		body["allow"] = allow
	}
	created, err := api.CreateAPIKey(c, body)
	return secretOnce(c, words.KeyCreated, created.Key, "/keys"), err
}

func revokeKey(c *page.Context) (page.Result, error) {
	return page.Result{To: "/keys", Done: "removed"}, api.RevokeAPIKey(c, c.Param("id"))
}

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
