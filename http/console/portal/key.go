package portal

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gateway/http/console/page"
	"gateway/http/console/words"
	"gateway/projections/readmodel"
)

var keyPages = []page.Page{
	{Path: "/keys", Group: "keys", Section: words.BuildSection, Nav: words.Keys, Title: words.KeyTitle, Show: showKeys},
}

var keyActions = []page.Action{
	{Path: "/keys", Group: "keys", Page: "/keys", Do: createKey},
	{Path: "/keys/:id/revoke", Group: "keys", Page: "/keys", Do: revokeKey},
	{Path: "/webhook-secret/show", Group: "keys", Page: "/keys", Do: showSecret},
	{Path: "/webhook-secret/rotate", Group: "keys", Page: "/keys", Do: rotateSecret},
}

// askKey asks for the client's API key; nil where there is none.
func askKey(c *page.Context) (*readmodel.APIKey, error) {
	var key readmodel.APIKey
	if _, err := c.Get("/api-keys", &key); err != nil || key.ID == 0 {
		return nil, err
	}
	return &key, nil
}

func showKeys(c *page.Context) ([]page.Block, error) {
	key, err := askKey(c)
	if err != nil {
		return nil, err
	}
	create := page.Form{
		Title: c.T(words.CreateKey), Hint: c.T(words.CreateKeyHint), Action: "/keys", Submit: c.T(words.CreateKey),
		Fields: []page.Field{
			{Name: "name", Label: c.T(words.KeyName), Hint: c.T(words.KeyNameHint), Required: true},
			{Name: "allow", Label: c.T(words.KeyAllow), Hint: c.T(words.KeyAllowHint), Kind: "area"},
		},
	}
	left := []page.Block{page.Notice{Text: c.T(words.NoKeyYet), Tone: page.ToneWait}, create}
	if key != nil {
		create.Hint, create.Danger = c.T(words.ReplaceKeyHint), true
		id := strconv.FormatInt(key.ID, 10)
		revoke := page.Form{Action: "/keys/" + id + "/revoke", Submit: c.T(words.RevokeKey), Inline: true, Danger: true}
		left = []page.Block{keyDetails(c, *key), revoke, create}
	}
	return []page.Block{page.Columns{Left: left, Right: []page.Block{
		page.Form{
			Title: c.T(words.WebhookSecret), Hint: c.T(words.WebhookSecretHint), Action: "/webhook-secret/show", Submit: c.T(words.ShowSecret),
		},
		page.Form{Hint: c.T(words.RotateSecretHint), Action: "/webhook-secret/rotate", Submit: c.T(words.RotateSecret), Danger: true},
	}}}, nil
}

func keyDetails(c *page.Context, key readmodel.APIKey) page.Details {
	var allow []string
	_ = json.Unmarshal(key.Allow, &allow) // the API answers a list
	from := page.Plain(c.T(words.KeyFromAnywhere))
	if len(allow) > 0 {
		from = page.ID(strings.Join(allow, ", "))
	}
	used, usedFrom := page.Plain(c.T(words.KeyNeverUsed)), page.Cell{}
	if key.LastUsed != nil {
		used, usedFrom = c.Date(key.LastUsed.Day), page.ID(key.LastUsed.Address)
	}
	d := page.Details{Title: c.T(words.YourKey), Pairs: []page.Pair{
		{Label: c.T(words.KeyName), Value: page.Plain(key.Name)},
		{Label: c.T(words.KeyValue), Value: page.ID(key.MaskedKey)},
		{Label: c.T(words.KeyAllow), Value: from},
		{Label: c.T(words.KeyLastUsed), Value: used},
		{Label: c.T(words.CreatedAt), Value: c.Time(key.CreatedAt)},
	}}
	if usedFrom.Text != "" {
		d.Pairs = slices.Insert(d.Pairs, len(d.Pairs)-1, page.Pair{Label: c.T(words.KeyUsedFrom), Value: usedFrom})
	}
	return d
}

func createKey(c *page.Context) (page.Result, error) {
	body := page.Body{}.Texts(c, "name")
	if allow := strings.Fields(c.Field("allow")); len(allow) > 0 {
		body["allow"] = allow
	}
	var created struct {
		Key string `json:"key"`
	}
	if err := c.Send(http.MethodPost, "/api-keys", body, &created); err != nil {
		return page.Result{}, err
	}
	return secretOnce(c, words.KeyCreated, created.Key, "/keys"), nil
}

func revokeKey(c *page.Context) (page.Result, error) {
	return page.Result{To: "/keys", Done: "removed"}, c.Send(http.MethodDelete, "/api-keys/"+url.PathEscape(c.Param("id")), nil, nil)
}
