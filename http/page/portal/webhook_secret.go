package portal

import (
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// showSecret shows the secret of callbacks on demand, so that no ordinary page contains it.
func showSecret(c *page.Context) (page.Result, error) {
	secret, err := api.GetWebhookSecret(c)
	return secretShown(c, secret, words.WebhookSecret), err
}

func rotateSecret(c *page.Context) (page.Result, error) {
	secret, err := api.RotateWebhookSecret(c)
	return secretShown(c, secret, words.SecretRotated), err
}

func secretShown(c *page.Context, s api.WebhookSecret, title words.Text) page.Result {
	blocks := []page.Block{page.Text{Text: s.Secret, Secret: true}}
	if s.FormerSignsUntil != nil {
		blocks = append(blocks, page.Details{Pairs: []page.Pair{{Label: c.T(words.FormerSecretUntil), Value: c.Time(*s.FormerSignsUntil)}}})
	}
	back := page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link("/keys")}}}
	return page.Result{Title: title, Blocks: append(blocks, back)}
}
