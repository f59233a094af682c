package snapadapter

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/snap"
)

// Notification is a request of the company, byte for byte.
type Notification struct {
	Method string
	// Path is the path of the request with its prefix.
	Path   string
	Header http.Header
	Body   []byte
}

// Services of notifications, by the end of the path that the standard prescribes.
var notificationPaths = map[string]int{
	"/transfer-va/payment": snap.ServiceVAPayment, "/qr/qr-mpm-notify": snap.ServiceQRNotify, "/debit/notify": snap.ServiceDebitNotify,
}

// ServiceOf tells which service the path of a notification belongs to. ok is false for a path of none.
func ServiceOf(path string) (service int, ok bool) {
	for end, service := range notificationPaths {
		if strings.HasSuffix(strings.TrimSuffix(path, ".htm"), end) {
			return service, true
		}
	}
	return 0, false
}

// Verify reports whether the company sent the notification. tokenIsOurs checks an access token that we issued
// to the company; it is asked only in a dialect with IssuesToken. The headers count byte for byte.
func (a *Adapter) Verify(n Notification, tokenIsOurs func(token string) bool) bool {
	timestamp, signature := n.Header.Get(snap.HeaderTimestamp), n.Header.Get(snap.HeaderSignature)
	if timestamp == "" || signature == "" {
		return false
	}
	if !a.Dialect.IssuesToken {
		return a.CompanyKey.Verify(snap.Message(n.Method, n.Path, n.Body, timestamp), signature)
	}
	token := bearer(n.Header)
	return token != "" && tokenIsOurs(token) &&
		a.Secret.Verify(snap.MessageWithToken(n.Method, n.Path, token, n.Body, timestamp), signature)
}

// VerifyTokenRequest reports whether the company asks for an access token: it signs its request by its private
// key, under the client id that it gave us.
func (a *Adapter) VerifyTokenRequest(header http.Header) bool {
	return header.Get(snap.HeaderClientKey) == a.ClientID &&
		a.CompanyKey.Verify(snap.TokenMessage(a.ClientID, header.Get(snap.HeaderTimestamp)), header.Get(snap.HeaderSignature))
}

// bearer is the access token of a request; the scheme's name may have any letter case.
func bearer(h http.Header) string {
	scheme, token, _ := strings.Cut(h.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// ParsePayment translates the body of a verified notification. Every error is a *domain.Refusal that names the
// field.
func (a *Adapter) ParsePayment(service int, body []byte) (r report.Payment, err error) {
	defer func() { r.Connection = a.Connection }()
	if service == snap.ServiceVAPayment {
		return a.parseVAPayment(body)
	}
	var t transaction
	if err := json.Unmarshal(body, &t); err != nil {
		return report.Payment{}, domain.InvalidField("body", "%s", err)
	}
	kind, method := pricing.QRIS, "QRIS"
	if service == snap.ServiceDebitNotify {
		kind, method = pricing.EWallet, "EWALLET"
	}
	switch {
	case t.PartnerReferenceNo == "":
		return report.Payment{}, domain.InvalidField("originalPartnerReferenceNo", "is required")
	case t.ReferenceNo == "":
		return report.Payment{}, domain.InvalidField("originalReferenceNo", "is required")
	case !a.Dialect.IssuesToken && t.MerchantID != a.MerchantID:
		// The company signs for all its merchants by one key, and the signature covers no host. So another merchant
		// could send us what it got.
		return report.Payment{}, domain.InvalidField("merchantId", "is not ours")
	}
	r, err = t.report(kind, method, a.now().UTC())
	if err != nil {
		field, problem, _ := strings.Cut(err.Error(), ": ")
		return report.Payment{}, domain.InvalidField(field, "%s", problem)
	}
	if r.Status == report.Pending {
		return report.Payment{}, domain.InvalidField("latestTransactionStatus", "says nothing new")
	}
	if kind == pricing.QRIS {
		r.ChannelCode, r.PaymentChannel = "QRIS", "QRIS"
	}
	return r, nil
}

func (a *Adapter) parseVAPayment(body []byte) (report.Payment, error) {
	var paid struct {
		vaStatus
		Info struct {
			MerchantID string `json:"merchantId"`
		} `json:"additionalInfo"`
	}
	if err := json.Unmarshal(body, &paid); err != nil {
		return report.Payment{}, domain.InvalidField("body", "%s", err)
	}
	for _, required := range []struct{ name, value string }{
		{"partnerServiceId", strings.TrimSpace(paid.PartnerServiceID)},
		{"customerNo", string(paid.CustomerNo)},
		{"trxId", paid.TrxID},
		{"paymentRequestId", paid.PaymentRequestID},
	} {
		if required.value == "" {
			return report.Payment{}, domain.InvalidField(required.name, "is required")
		}
	}
	switch {
	case paid.PaidAmount == nil:
		return report.Payment{}, domain.InvalidField("paidAmount", "is required")
	case a.channelOf(paid.vaIdentity) == "":
		return report.Payment{}, domain.InvalidField("partnerServiceId", "is not ours")
	case paid.Info.MerchantID != "" && paid.Info.MerchantID != a.MerchantID:
		return report.Payment{}, domain.InvalidField("additionalInfo.merchantId", "is not ours")
	}
	r := report.Payment{
		Channel: pricing.VA, ProviderID: paid.id(), TransactionID: paid.TrxID, PaymentMethod: "BANK_TRANSFER",
		ChannelCode: a.channelOf(paid.vaIdentity), PaymentChannel: a.channelOf(paid.vaIdentity),
	}
	if err := paid.paid(&r, a); err != nil {
		field, problem, found := strings.Cut(err.Error(), ": ")
		if !found {
			field, problem = "trxDateTime", err.Error()
		}
		return report.Payment{}, domain.InvalidField(field, "%s", problem)
	}
	return r, nil
}

// Answer is what the company gets for a notification, in its dialect: code tells how it ended.
func Answer(service int, code snap.Code, body []byte) map[string]any {
	code = code.Of(service)
	answer := map[string]any{"responseCode": code.String(), "responseMessage": code.Message()}
	if service != snap.ServiceVAPayment || code.Status != http.StatusOK {
		return answer
	}
	var paid map[string]any
	_ = json.Unmarshal(body, &paid) // it was read before
	data := map[string]any{
		"paymentFlagStatus": paymentFlagPaid,
		"paymentFlagReason": map[string]string{"english": "Success", "indonesia": "Sukses"},
	}
	for _, name := range []string{
		"partnerServiceId", "customerNo", "virtualAccountNo", "virtualAccountName", "trxId", "paymentRequestId", "paidAmount", "additionalInfo",
	} {
		if value, ok := paid[name]; ok {
			data[name] = value
		}
	}
	if _, ok := data["virtualAccountName"]; !ok { // the standard demands one
		number, _ := paid["virtualAccountNo"].(string)
		data["virtualAccountName"] = cmp.Or(number, "-")
	}
	answer["virtualAccountData"] = data
	return answer
}

// Services lists the services of notifications, sorted.
func Services() (services []int) {
	for _, s := range notificationPaths {
		services = append(services, s)
	}
	slices.Sort(services)
	return services
}
