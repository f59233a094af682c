package api

import (
	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/callback"

	"github.com/gin-gonic/gin"
)

// webhookSecret signs the client's callbacks. It is derived, so it can be shown at
// any time.
type webhookSecret struct {
	Secret string `json:"secret"`
}

func (a *API) getWebhookSecret(c *gin.Context) {
	owner, _, err := eventstore.Load(c.Request.Context(), a.Log, account.Aggregate, account.Stream(clientOf(c)))
	answer(c, a.webhookSecretOf(owner), err)
}

func (a *API) rotateWebhookSecret(c *gin.Context) {
	owner, err := a.changeAccount(c.Request.Context(), clientOf(c), func(s account.State) ([]domain.Event, error) {
		return account.RotateWebhookSecret(s, a.Now())
	})
	answer(c, a.webhookSecretOf(owner), err)
}

func (a *API) webhookSecretOf(s account.State) webhookSecret {
	return webhookSecret{Secret: callback.DeriveSecret(a.config.MasterSecret, s.ClientID, s.WebhookGeneration)}
}
