// Package notification receives the provider's notifications: it checks the callback
// token, reads the body, and answers after one durable append (API reference:
// Provider). The aggregates decide what a notification changes, through
// reactor.Reports. openapi.gen.go is generated from the API's description.
package notification

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config ../openapi/codegen.yaml -package notification -include-tags Provider -o openapi.gen.go ../openapi/openapi.yaml

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/http/provider"

	"github.com/gin-gonic/gin"
)

// Reports applies what a notification reports. *reactor.Reports implements it. The
// provider gets refusals as the answer; after any other error it gets a 5xx and repeats
// the notification.
type Reports interface {
	TakePayment(ctx context.Context, r report.Payment) error
	TakePayout(ctx context.Context, r report.Payout) error
}

// Handler serves the provider's notifications. It is safe for concurrent use.
type Handler struct {
	reports   Reports
	tokenHash [sha256.Size]byte
}

// New makes the handler. The provider must send token in X-Callback-Token.
func New(reports Reports, token string) *Handler {
	return &Handler{reports: reports, tokenHash: sha256.Sum256([]byte(token))}
}

// Routes mounts the handler below /api/v2.
func (h *Handler) Routes(r gin.IRouter) { RegisterHandlers(r, h, h.middleware) }

// middleware returns the middleware of a security scheme of the API's description. It
// panics on a scheme that this package does not know.
func (h *Handler) middleware(scheme string, requires ...string) gin.HandlersChain {
	if scheme != "CallbackToken" || len(requires) > 0 {
		panic("the description demands an unknown security scheme: " + scheme)
	}
	return gin.HandlersChain{h.requireToken}
}

// requireToken refuses requests without the callback token.
func (h *Handler) requireToken(c *gin.Context) {
	// Hashes have one length, so the comparison takes the same time for any token.
	sent := sha256.Sum256([]byte(c.GetHeader("X-Callback-Token")))
	if subtle.ConstantTimeCompare(sent[:], h.tokenHash[:]) != 1 {
		envelope.Fail(c, domain.Refuse(domain.Unauthorized, "invalid_callback_token", "the callback token is missing or not valid"))
	}
}

// payoutKind is the kind of notifications on payouts. All other kinds are channels of
// payments.
const payoutKind = "disbursement"

var paymentKinds = map[string]bool{
	string(pricing.Invoice): true, string(pricing.VA): true, string(pricing.EWallet): true, string(pricing.QRIS): true,
}

// ReceiveProviderNotification is POST /provider/callbacks/{kind}.
func (h *Handler) ReceiveProviderNotification(c *gin.Context, kind string) {
	if kind != payoutKind && !paymentKinds[kind] {
		envelope.Fail(c, domain.Refuse(domain.NotFound, "not_found", "there are no notifications of this kind"))
		return
	}
	body, err := envelope.Body(c)
	if err == nil {
		err = h.applyReport(c.Request.Context(), kind, body)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.OK(c, nil)
}

// applyReport reads the body and hands the report to Reports.
func (h *Handler) applyReport(ctx context.Context, kind string, body []byte) error {
	m := eventstore.MetadataFrom(ctx)
	m.Actor = "provider"
	// The report is applied even if the provider closes the connection meanwhile.
	ctx = eventstore.WithMetadata(context.WithoutCancel(ctx), m)
	if kind == payoutKind {
		r, err := provider.ParsePayout(body)
		if err != nil {
			return err
		}
		return h.reports.TakePayout(ctx, r)
	}
	r, err := provider.ParsePayment(pricing.Kind(kind), body)
	if err != nil {
		return err
	}
	return h.reports.TakePayment(ctx, r)
}
