package merchant

import (
	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/callback"

	"github.com/gin-gonic/gin"
)

// GetWebhookSecret is GET /webhook-secret.
func (a *API) GetWebhookSecret(c *gin.Context) {
	owner, _, err := eventstore.Load(c.Request.Context(), a.Log, account.Aggregate, account.Stream(clientOf(c)))
	answer(c, a.webhookSecretOf(owner), err)
}

// RotateWebhookSecret is POST /webhook-secret.
func (a *API) RotateWebhookSecret(c *gin.Context) {
	owner, err := a.changeAccount(c.Request.Context(), clientOf(c), func(s account.State) ([]domain.Event, error) {
		return account.RotateWebhookSecret(s, a.Now())
	})
	answer(c, a.webhookSecretOf(owner), err)
}

// webhookSecretOf derives it, so that it can be shown at any time.
func (a *API) webhookSecretOf(s account.State) WebhookSecret {
	return WebhookSecret{Secret: callback.DeriveSecret(a.config.MasterSecret, s.ClientID, s.WebhookGeneration)}
}
