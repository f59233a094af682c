// Package notification takes the provider's notifications: it checks who sends them and
// acknowledges after one durable append. What a notification means is decided by
// reactors.Intake and the aggregates. openapi.gen.go is made of the description of
// the API.
package notification

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config ../openapi/codegen.yaml -package notification -include-tags Provider -o openapi.gen.go ../openapi/openapi.yaml

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/http/provider"

	"github.com/gin-gonic/gin"
)

// Intake turns a notification into events. Errors: refusals, which the provider is
// told; anything else makes it repeat the notification.
type Intake interface {
	Payment(ctx context.Context, n provider.Notification) error
	Payout(ctx context.Context, n provider.Notification) error
}

// Webhook is the surface. It is safe for concurrent use.
type Webhook struct {
	intake Intake
	token  [sha256.Size]byte
}

// New makes the surface; token is what the provider sends in X-Callback-Token.
func New(intake Intake, token string) *Webhook {
	return &Webhook{intake: intake, token: sha256.Sum256([]byte(token))}
}

// Routes mounts the surface below /api/v2.
func (w *Webhook) Routes(r gin.IRouter) { RegisterHandlers(r, w, w.guard) }

// guard gives what keeps out whoever is not the provider. It panics on a word of the
// description that it does not know.
func (w *Webhook) guard(scheme string, requires ...string) gin.HandlersChain {
	if scheme != "CallbackToken" || len(requires) > 0 {
		panic("the description demands what nobody can check: " + scheme)
	}
	return gin.HandlersChain{w.requireToken}
}

func (w *Webhook) requireToken(c *gin.Context) {
	// Hashes are of one length, so the comparison takes the same time whatever was sent.
	sent := sha256.Sum256([]byte(c.GetHeader("X-Callback-Token")))
	if subtle.ConstantTimeCompare(sent[:], w.token[:]) != 1 {
		envelope.Fail(c, domain.Refuse(domain.Unauthorized, "invalid_callback_token", "the callback token is missing or not valid"))
	}
}

// ReceiveProviderNotification is POST /provider/callbacks/{kind}.
func (w *Webhook) ReceiveProviderNotification(c *gin.Context, kind string) {
	if !kinds[kind] {
		envelope.Fail(c, domain.Refuse(domain.NotFound, "not_found", "there are no notifications of this kind"))
		return
	}
	body, err := envelope.Body(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	n, err := provider.ParseNotification(kind, body)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	m := eventstore.MetadataFrom(c.Request.Context())
	m.Actor = "provider"
	// A provider that hangs up does not undo what it said.
	ctx := eventstore.WithMetadata(context.WithoutCancel(c.Request.Context()), m)
	if kind == provider.KindDisbursement {
		err = w.intake.Payout(ctx, n)
	} else {
		err = w.intake.Payment(ctx, n)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.OK(c, nil)
}

var kinds = map[string]bool{
	provider.Invoice: true, provider.VA: true, provider.EWallet: true, provider.QRIS: true, provider.KindDisbursement: true,
}
