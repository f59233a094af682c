// Package notificationapi receives the provider's notifications. It checks the callback token, reads the body,
// and answers after one durable append (API reference: Provider). Through reportreactor.Reports, the aggregates
// decide what a notification changes. A notification that can't be applied is recorded and answered with
// success, because the provider would only repeat it. openapi.gen.go is generated from the API's description.
package notificationapi

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config ../../openapi/codegen.yaml -package notificationapi -include-tags Provider -o openapi.gen.go ../../openapi/openapi.yaml

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/notification"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/api/envelope"
	"gateway/http/outbound/provider"
	"gateway/http/server/strangers"

	"github.com/gin-gonic/gin"
)

// Reports applies what a notification reports. *reportreactor.Reports implements it. A refusal
// whose kind is not domain.Busy is final. After any other error the provider gets a 5xx and
// repeats the notification.
type Reports interface {
	TakePayment(ctx context.Context, r report.Payment) error
	TakePayout(ctx context.Context, r report.Payout) error
	TakeRefund(ctx context.Context, r report.Refund) error
	// RefuseNotification records a notification that can't be applied.
	RefuseNotification(ctx context.Context, n notification.Refused, body []byte) error
}

// Counters count notifications that are not applied. *server.Metrics implements it.
type Counters interface {
	// WrongToken counts a request without a valid callback token. ctx identifies the request.
	WrongToken(ctx context.Context)
	// RefusedNotification counts a notification that was refused, by kind and code.
	RefusedNotification(kind, code string)
}

// Handler serves the provider's notifications. It is safe for concurrent use.
type Handler struct {
	reports     Reports
	counters    Counters
	tokenHashes [][sha256.Size]byte
}

// New makes the handler. The provider must send one of the tokens in X-Callback-Token. counters may be nil;
// then nothing is counted.
func New(reports Reports, tokens []string, counters Counters) *Handler {
	if counters == nil {
		counters = noCounters{}
	}
	h := &Handler{reports: reports, counters: counters}
	for _, token := range tokens {
		h.tokenHashes = append(h.tokenHashes, sha256.Sum256([]byte(token)))
	}
	return h
}

type noCounters struct{}

func (noCounters) WrongToken(context.Context)         {}
func (noCounters) RefusedNotification(string, string) {}

// Routes mounts the handler below /api/v2.
func (h *Handler) Routes(r gin.IRouter) {
	RegisterHandlers(r, Operations{ReceiveProviderNotification: h.receive}, h.middleware)
}

// middleware returns the middleware of a security scheme of the API's description. It
// panics on a scheme that this package does not know.
func (h *Handler) middleware(scheme string, requires ...string) gin.HandlersChain {
	if scheme != "CallbackToken" || len(requires) > 0 {
		panic("the description demands an unknown security scheme: " + scheme)
	}
	return gin.HandlersChain{strangers.Admit(h.requireToken)}
}

// requireToken refuses requests without a valid callback token.
func (h *Handler) requireToken(c *gin.Context) {
	// Hashes have one length, so the comparison takes the same time for every token.
	sent, right := sha256.Sum256([]byte(c.GetHeader("X-Callback-Token"))), 0
	for _, hash := range h.tokenHashes {
		right |= subtle.ConstantTimeCompare(sent[:], hash[:])
	}
	if right != 1 {
		h.counters.WrongToken(c.Request.Context())
		envelope.Fail(c, domain.Refuse(domain.Unauthorized, "invalid_callback_token", "the callback token is missing or not valid"))
	}
}

// payoutKind is the kind of notifications about payouts. All other kinds are payment channels.
const payoutKind = "disbursement"

func (h *Handler) receive(c *gin.Context, kind string) {
	if kind != payoutKind && !pricing.Kind(kind).Known() {
		envelope.Fail(c, domain.Refuse(domain.NotFound, "not_found", "there are no notifications of this kind"))
		return
	}
	m := eventstore.MetadataFrom(c.Request.Context())
	m.Actor = "provider"
	// The report is applied even if the provider closes the connection meanwhile.
	ctx := eventstore.WithMetadata(context.WithoutCancel(c.Request.Context()), m)
	body, err := envelope.Body(c)
	if err == nil {
		err = h.applyReport(ctx, kind, body)
	}
	if refusal, refused := errors.AsType[*domain.Refusal](err); refused && isFinal(refusal) {
		err = h.recordRefusal(ctx, kind, body, refusal)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.OK(c, nil)
}

// isFinal reports whether a repetition of the notification would be refused again. A body that was cut off may
// arrive whole the next time.
func isFinal(r *domain.Refusal) bool { return r.Kind != domain.Busy && r.Code != "malformed_json" }

// recordRefusal makes the refusal durable. Of the body it keeps only ids.
func (h *Handler) recordRefusal(ctx context.Context, kind string, body []byte, refusal *domain.Refusal) error {
	named := provider.Name(body)
	err := h.reports.RefuseNotification(ctx, notification.Refused{
		Kind: kind, Event: named.Event, ProviderID: named.ProviderID, Reference: named.Reference, Status: named.Status,
		Code: refusal.Code, Field: refusal.Field, Reason: refusal.Message,
	}, body)
	if err == nil {
		h.counters.RefusedNotification(kind, refusal.Code)
	}
	return err
}

// applyReport reads the body and hands the report to Reports.
func (h *Handler) applyReport(ctx context.Context, kind string, body []byte) error {
	if kind == payoutKind {
		r, err := provider.ParsePayout(body)
		if err != nil {
			return err
		}
		r.Connection = connection.Xendit
		return h.reports.TakePayout(ctx, r)
	}
	if kind == string(pricing.EWallet) {
		if refund, is, err := provider.ParseRefund(body); is {
			if err != nil {
				return err
			}
			refund.Connection = connection.Xendit
			return h.reports.TakeRefund(ctx, refund)
		}
	}
	r, err := provider.ParsePayment(pricing.Kind(kind), body)
	if err != nil {
		return err
	}
	r.Connection = connection.Xendit
	return h.reports.TakePayment(ctx, r)
}
