// Package notificationapi receives the notifications of providers, each at the address of its connection. It checks
// the callback token or the signature, reads the body, and answers after one durable append (API reference:
// Provider). Through reportreactor.Reports, the aggregates decide what a notification changes. A notification that
// can't be applied is recorded and answered with success, because the provider would only repeat it.
// openapi.gen.go is generated from the API's description.
package notificationapi

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config ../../openapi/codegen.yaml -package notificationapi -include-tags Provider -o openapi.gen.go ../../openapi/openapi.yaml

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/notification"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/http/api/envelope"
	"gateway/http/outbound/provider"
	"gateway/http/outbound/snapadapter"
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
	Disputes
	// RefuseNotification records a notification that can't be applied.
	RefuseNotification(ctx context.Context, n notification.Refused, body []byte) error
}

// Counters count notifications that are not applied. *server.Metrics implements it.
type Counters interface {
	// WrongToken counts a request without a valid callback token or signature of a configured connection. ctx
	// identifies the request.
	WrongToken(ctx context.Context, connection string)
	// RefusedNotification counts a notification that was refused, by kind and code.
	RefusedNotification(kind, code string)
}

// Connections are the connections to providers, also those that are off. *providers.Set implements it.
type Connections interface {
	Names() []string
	// CallbackTokens lists the tokens that notifications about the connection may carry; none where they are signed.
	CallbackTokens(name string) []string
	// SNAP returns the adapter of a connection whose company speaks SNAP BI.
	SNAP(name string) (a *snapadapter.Adapter, ok bool)
}

// Options are what a Handler works with. Reports, Connections and Masters are required.
type Options struct {
	Reports     Reports
	Connections Connections
	// Masters are the master secrets, from which the access tokens of companies are derived.
	Masters secret.Ring
	// Counters may be nil; then nothing is counted.
	Counters Counters
	// Now returns the time. Nil means time.Now.
	Now func() time.Time
}

// Handler serves the notifications of providers. It is safe for concurrent use.
type Handler struct {
	reports     Reports
	connections Connections
	counters    Counters
	tokens      accessTokens
	// tokenHashes are those of the callback tokens, by connection. A connection that is not configured has no entry.
	tokenHashes map[string][][sha256.Size]byte
}

// New makes the handler. A provider must send one of the tokens of its connection in X-Callback-Token, or sign as
// SNAP BI has it.
func New(o Options) *Handler {
	h := &Handler{reports: o.Reports, connections: o.Connections, counters: o.Counters, tokenHashes: map[string][][sha256.Size]byte{}}
	if h.counters == nil {
		h.counters = noCounters{}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	h.tokens = newAccessTokens(o.Masters, o.Now)
	for _, name := range o.Connections.Names() {
		hashes := [][sha256.Size]byte{}
		for _, token := range o.Connections.CallbackTokens(name) {
			hashes = append(hashes, sha256.Sum256([]byte(token)))
		}
		h.tokenHashes[name] = hashes
	}
	return h
}

type noCounters struct{}

func (noCounters) WrongToken(context.Context, string) {}
func (noCounters) RefusedNotification(string, string) {}

// Routes mounts the handler below /api/v2. The paths that SNAP BI prescribes are not operations of the API's
// description: their bodies, their answers and their proofs are the standard's.
func (h *Handler) Routes(r gin.IRouter) {
	RegisterHandlers(r, Operations{
		ReceiveProviderNotification:   func(c *gin.Context, kind string) { h.receive(c, connection.Xendit, kind) },
		ReceiveConnectionNotification: h.receive,
	}, h.middleware)
	for _, path := range notificationPaths {
		r.POST(connectionPath+path, h.receiveSNAP)
		r.POST(connectionPath+path+".htm", h.receiveSNAP)
	}
	for _, path := range tokenPaths {
		r.POST(connectionPath+path, h.issueToken)
	}
}

// middleware returns the middleware of a security scheme of the API's description. It
// panics on a scheme that this package does not know.
func (h *Handler) middleware(scheme string, requires ...string) gin.HandlersChain {
	if scheme != "CallbackToken" || len(requires) > 0 {
		panic("the description demands an unknown security scheme: " + scheme)
	}
	return gin.HandlersChain{strangers.Admit(h.requireToken)}
}

// connectionOf names the connection of a request; the address without a name means xendit.
func connectionOf(c *gin.Context) string { return cmp.Or(c.Param("connection"), connection.Xendit) }

func noConnection() error {
	return domain.Refuse(domain.NotFound, "not_found", "there is no connection of this name")
}

// requireToken refuses requests about an unknown connection, and those without a valid callback token of the
// connection.
func (h *Handler) requireToken(c *gin.Context) {
	hashes, known := h.tokenHashes[connectionOf(c)]
	if !known {
		envelope.Fail(c, noConnection())
		return
	}
	// Hashes have one length, so the comparison takes the same time for every token.
	sent, right := sha256.Sum256([]byte(c.GetHeader("X-Callback-Token"))), 0
	for _, hash := range hashes {
		right |= subtle.ConstantTimeCompare(sent[:], hash[:])
	}
	if right != 1 {
		h.counters.WrongToken(c.Request.Context(), connectionOf(c))
		envelope.Fail(c, domain.Refuse(domain.Unauthorized, "invalid_callback_token", "the callback token is missing or not valid"))
	}
}

// payoutKind and refundKind are the kinds of notifications about payouts and refunds. All other kinds are payment channels.
// A refund is taken in at the address of every kind, because the provider has some of them where the payment was.
const (
	payoutKind = "disbursement"
	refundKind = "refund"
)

func (h *Handler) receive(c *gin.Context, name, kind string) {
	if kind != payoutKind && kind != refundKind && kind != disputeKind && !pricing.Kind(kind).Known() {
		envelope.Fail(c, domain.Refuse(domain.NotFound, "not_found", "there are no notifications of this kind"))
		return
	}
	ctx := reporting(c)
	body, err := envelope.Body(c)
	if err == nil {
		err = h.applyReport(ctx, name, kind, body)
	}
	if refusal, refused := errors.AsType[*domain.Refusal](err); refused && isFinal(refusal) {
		err = h.recordRefusal(ctx, name, kind, body, refusal)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.OK(c, nil)
}

// reporting is the context in which a report is applied: its actor is the provider, and it goes on if the provider
// closes the connection meanwhile.
func reporting(c *gin.Context) context.Context {
	m := eventstore.MetadataFrom(c.Request.Context())
	m.Actor = "provider"
	return eventstore.WithMetadata(context.WithoutCancel(c.Request.Context()), m)
}

// isFinal reports whether a repetition of the notification would be refused again. A body that was cut off may
// arrive whole the next time.
func isFinal(r *domain.Refusal) bool { return r.Kind != domain.Busy && r.Code != "malformed_json" }

// recordRefusal makes the refusal durable. Of the body it keeps only ids.
func (h *Handler) recordRefusal(ctx context.Context, at, kind string, body []byte, refusal *domain.Refusal) error {
	return h.recordNamed(ctx, at, kind, body, provider.Name(body), refusal)
}

func (h *Handler) recordNamed(ctx context.Context, at, kind string, body []byte, named provider.Named, refusal *domain.Refusal) error {
	err := h.reports.RefuseNotification(ctx, notification.Refused{
		Connection: at, Kind: kind, Event: named.Event, ProviderID: named.ProviderID, Reference: named.Reference, Status: named.Status,
		Code: refusal.Code, Field: refusal.Field, Reason: refusal.Message,
	}, body)
	if err == nil {
		h.counters.RefusedNotification(kind, refusal.Code)
	}
	return err
}

// applyReport reads the body and hands the report to Reports.
func (h *Handler) applyReport(ctx context.Context, name, kind string, body []byte) error {
	if refund, is, err := provider.ParseRefund(body); is {
		if err != nil {
			return err
		}
		refund.Connection = name
		return h.reports.TakeRefund(ctx, refund)
	}
	switch kind {
	case refundKind:
		return domain.InvalidField("event", "is not that of a refund")
	case payoutKind:
		r, err := provider.ParsePayout(body)
		if err != nil {
			return err
		}
		r.Connection = name
		return h.reports.TakePayout(ctx, r)
	}
	if kind == disputeKind {
		return h.applyDispute(ctx, name, body)
	}
	r, err := provider.ParsePayment(pricing.Kind(kind), body)
	if err != nil {
		return err
	}
	r.Connection = name
	return h.reports.TakePayment(ctx, r)
}
