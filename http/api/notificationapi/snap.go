package notificationapi

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/http/api/envelope"
	"gateway/http/outbound/provider"
	"gateway/http/outbound/snapadapter"
	"gateway/http/server/strangers"
	"gateway/http/snap"

	"github.com/gin-gonic/gin"
)

// connectionPath precedes the paths that SNAP BI prescribes.
const connectionPath = "/provider/:connection"

// notificationPaths are the paths of notifications, by the standard. Some companies add .htm.
var notificationPaths = []string{"/v1.0/transfer-va/payment", "/v1.0/qr/qr-mpm-notify", "/v1.0/debit/notify"}

// tokenPaths are where a company asks us for an access token: the standard's path, and that of DOKU.
var tokenPaths = []string{"/v1.0/access-token/b2b", "/authorization/v1/access-token/b2b"}

// kindOf is the kind of payments that a service notifies of.
var kindOf = map[int]pricing.Kind{
	snap.ServiceVAPayment: pricing.VA, snap.ServiceQRNotify: pricing.QRIS, snap.ServiceDebitNotify: pricing.EWallet,
}

// receiveSNAP takes a notification in the form of the standard, and answers in it. What the standard's notification
// proves is the company's signature of headers, path and body, byte for byte.
func (h *Handler) receiveSNAP(c *gin.Context) {
	name := connectionOf(c)
	adapter, ok := h.connections.SNAP(name)
	service, known := snapadapter.ServiceOf(c.Request.URL.Path)
	if !ok || !known {
		envelope.Fail(c, noConnection())
		return
	}
	if strangers.Withheld(c) {
		// The signature is of the whole body, and of a stranger we hold a part only. No notification is that long.
		answerSNAP(c, service, snap.BadRequest, nil)
		return
	}
	body, err := envelope.Body(c)
	if err != nil {
		answerSNAP(c, service, snap.BadRequest, nil)
		return
	}
	n := snapadapter.Notification{Method: c.Request.Method, Path: c.Request.RequestURI, Header: c.Request.Header, Body: body}
	if !adapter.Verify(n, func(token string) bool { return h.tokens.valid(name, token) }) {
		h.counters.WrongToken(c.Request.Context(), name)
		answerSNAP(c, service, snap.Unauthorized, nil)
		return
	}
	strangers.Admitted(c)
	ctx, kind := reporting(c), string(kindOf[service])
	r, err := adapter.ParsePayment(service, body)
	if err == nil {
		err = h.reports.TakePayment(ctx, r)
	}
	if refusal, refused := errors.AsType[*domain.Refusal](err); refused && isFinal(refusal) {
		err = h.recordNamed(ctx, name, kind, body, nameSNAP(body), refusal)
	}
	if err != nil {
		_ = c.Error(err)
		answerSNAP(c, service, snap.InternalError, nil) // the company sends it again
		return
	}
	answerSNAP(c, service, snap.Successful, body)
}

// nameSNAP reads what a refused notification is about.
func nameSNAP(body []byte) (n provider.Named) {
	var ids struct {
		ReferenceNo      string `json:"originalReferenceNo"`
		PartnerReference string `json:"originalPartnerReferenceNo"`
		TrxID            string `json:"trxId"`
		PaymentRequestID string `json:"paymentRequestId"`
		Status           string `json:"latestTransactionStatus"`
	}
	_ = json.Unmarshal(body, &ids) // what can't be read stays empty
	n.ProviderID, n.Reference, n.Status = ids.ReferenceNo, ids.PartnerReference, ids.Status
	if n.Reference == "" {
		n.ProviderID, n.Reference = ids.PaymentRequestID, ids.TrxID
	}
	return n
}

// issueToken gives a company the access token that it sends with its notifications (service 73).
func (h *Handler) issueToken(c *gin.Context) {
	name := connectionOf(c)
	adapter, ok := h.connections.SNAP(name)
	if !ok || !adapter.Dialect.IssuesToken {
		envelope.Fail(c, noConnection())
		return
	}
	if !adapter.VerifyTokenRequest(c.Request.Header) {
		h.counters.WrongToken(c.Request.Context(), name)
		answerSNAP(c, snap.ServiceAccessToken, snap.Unauthorized, nil)
		return
	}
	strangers.Admitted(c)
	token, err := h.tokens.issue(name)
	if err != nil {
		_ = c.Error(err)
		answerSNAP(c, snap.ServiceAccessToken, snap.InternalError, nil)
		return
	}
	answer := snapadapter.Answer(snap.ServiceAccessToken, snap.Successful, nil)
	// A number, as DOKU has it, which is the only company that asks. The standard has a text.
	answer["accessToken"], answer["tokenType"], answer["expiresIn"], answer["additionalInfo"] = token, "Bearer", int(tokenLife/time.Second), ""
	writeSNAP(c, http.StatusOK, answer)
}

func answerSNAP(c *gin.Context, service int, code snap.Code, body []byte) {
	writeSNAP(c, code.Status, snapadapter.Answer(service, code, body))
}

func writeSNAP(c *gin.Context, status int, answer map[string]any) {
	c.Header(snap.HeaderTimestamp, snap.FormatTime(time.Now()))
	c.AbortWithStatusJSON(status, answer)
}
