package api

import (
	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/backend"
	"gateway/http/callback"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// webhookSecret signs the client's callbacks. It is derived, so it can be shown
// again.
type webhookSecret struct {
	Secret string `json:"secret"`
}

func (a *API) getWebhookSecret(c *gin.Context) {
	owner, _, err := eventstore.Load(c.Request.Context(), a.Log, account.Aggregate, account.Stream(clientOf(c)))
	answer(c, a.webhookSecret(owner), err)
}

func (a *API) rotateWebhookSecret(c *gin.Context) {
	out, err := a.changeAccount(c, func(s account.State) ([]domain.Event, error) {
		return account.RotateWebhookSecret(s, a.Now())
	})
	answer(c, a.webhookSecret(out.State), err)
}

func (a *API) webhookSecret(s account.State) webhookSecret {
	return webhookSecret{Secret: callback.DeriveSecret(a.config.MasterSecret, s.ClientID, s.WebhookGeneration)}
}
