package portal

import (
	"net/http"
	"time"

	"gateway/domain/words"
	"gateway/http/page"
)

type webhookSecret struct {
	Secret      string     `json:"secret"`
	FormerUntil *time.Time `json:"former_signs_until"`
}

// showSecret shows the secret of callbacks on demand, so that no ordinary page contains it.
func showSecret(c *page.Context) (page.Result, error) {
	var secret webhookSecret
	if _, err := c.Get("/webhook-secret", &secret); err != nil {
		return page.Result{}, err
	}
	return secret.shown(c, words.WebhookSecret), nil
}

func rotateSecret(c *page.Context) (page.Result, error) {
	var secret webhookSecret
	if err := c.Send(http.MethodPost, "/webhook-secret", nil, &secret); err != nil {
		return page.Result{}, err
	}
	return secret.shown(c, words.SecretRotated), nil
}

func (s webhookSecret) shown(c *page.Context, title words.Text) page.Result {
	blocks := []page.Block{page.Text{Text: s.Secret}}
	if s.FormerUntil != nil {
		blocks = append(blocks, page.Details{Pairs: []page.Pair{{Label: c.T(words.FormerSecretUntil), Value: c.Time(*s.FormerUntil)}}})
	}
	back := page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link("/keys")}}}
	return page.Result{Title: title, Blocks: append(blocks, back)}
}
