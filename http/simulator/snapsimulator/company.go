package snapsimulator

import (
	"net/http"
	"time"

	"gateway/http/snap"
)

// company is how one company departs from the standard.
type company struct {
	// services are the services that it has, by method and path.
	services map[string]int
	// tokenless: calls are signed by the merchant's key. Otherwise by the secret, with an access token.
	tokenless bool
	// asksForToken: it asks the merchant for a token before it notifies, and signs with the secret.
	asksForToken bool
	// grantType is the member of the request for a token.
	grantType string
	// debitStatusOf is the serviceCode that a question about a direct debit must have.
	debitStatusOf string
	// debitByReference: it finds a direct debit by the merchant's reference. Otherwise by its own
	// (originalReferenceNo) or by the X-EXTERNAL-ID of the creation (originalExternalId) only.
	debitByReference bool
	// replacesNumbers: a virtual account gets another number if the one that was asked for is in use.
	replacesNumbers bool
	// serviceless: response codes have 00 for the service.
	serviceless bool
	// longestExternalID is how many characters an X-EXTERNAL-ID may have.
	longestExternalID int
	// longestValidity is how far in the future a direct debit may end; 0 means without limit.
	longestValidity time.Duration
	// statusFlags: the status of a virtual account has a paymentFlagStatus. Otherwise only a reason in words.
	statusFlags bool
	// history is where the status of a payment lists its refunds. repeatsRefunds: a refund that is asked for again is answered
	// as the first time. Otherwise it is refused.
	history        historyPlace
	repeatsRefunds bool
	// debitHeaders are headers that a direct debit needs beside those of all calls. DOKU also documents
	// X-DEVICE-ID, which its own client forgets to send.
	debitHeaders []string
	// notify are the paths of notifications, below the address that the merchant gave.
	notify map[int]string
	// checks adds what the company demands beyond the standard, by service.
	checks map[int]func(*document)
}

// historyPlace is where a company lists refunds in the status of their payment.
type historyPlace int

const (
	nowhere historyPlace = iota
	inAnswer
	inAdditionalInfo
)

// longestChannel is how many characters DOKU's word for a channel may have. Its documents say 30, but its own word for BSI
// has 36: VIRTUAL_ACCOUNT_BANK_SYARIAH_MANDIRI.
const longestChannel = 36

var standardNotify = map[int]string{
	snap.ServiceVAPayment: "/v1.0/transfer-va/payment", snap.ServiceQRNotify: "/v1.0/qr/qr-mpm-notify",
	snap.ServiceDebitNotify: "/v1.0/debit/notify",
}

// tokenPath is where a company asks the merchant for an access token.
const tokenPath = "/authorization/v1/access-token/b2b"

var companies = map[string]company{
	"doku": {
		services: map[string]int{
			"POST /authorization/v1/access-token/b2b":                        snap.ServiceAccessToken,
			"POST /virtual-accounts/bi-snap-va/v1.1/transfer-va/create-va":   snap.ServiceVACreate,
			"DELETE /virtual-accounts/bi-snap-va/v1.1/transfer-va/delete-va": snap.ServiceVADelete,
			"POST /orders/v1.0/transfer-va/status":                           snap.ServiceVAStatus,
			"POST /snap-adapter/b2b/v1.0/qr/qr-mpm-generate":                 snap.ServiceQRGenerate,
			"POST /snap-adapter/b2b/v1.0/qr/qr-mpm-query":                    snap.ServiceQRQuery,
			"POST /snap-adapter/b2b/v1.0/qr/qr-mpm-cancel":                   snap.ServiceQRCancel,
			"POST /direct-debit/core/v1/debit/payment-host-to-host":          snap.ServiceDebitPayment,
			"POST /orders/v1.0/debit/status":                                 snap.ServiceDebitStatus,
			"POST /direct-debit/core/v1/debit/refund":                        snap.ServiceDebitRefund,
		},
		history:      inAnswer,
		asksForToken: true, grantType: "grantType", debitStatusOf: "55", debitByReference: true, longestExternalID: 64,
		debitHeaders: []string{"X-IP-ADDRESS"}, notify: standardNotify,
		checks: map[int]func(*document){
			snap.ServiceVACreate: func(d *document) {
				d.text("virtualAccountEmail", 255, mandatory)
				d.text("virtualAccountPhone", 30, mandatory)
				d.text("expiredDate", 25, mandatory)
				d.object("additionalInfo", mandatory).text("channel", longestChannel, mandatory)
			},
			snap.ServiceVADelete: func(d *document) { d.object("additionalInfo", mandatory).text("channel", longestChannel, mandatory) },
			snap.ServiceDebitRefund: func(d *document) {
				refundOrder(d)
				d.object("additionalInfo", mandatory).text("channel", longestChannel, mandatory)
			},
			snap.ServiceDebitPayment: func(d *document) {
				d.text("pointOfInitiation", 20, mandatory)
				d.text("validUpTo", 25, mandatory)
				d.object("additionalInfo", mandatory).text("channel", longestChannel, mandatory)
				url := d.first("urlParam")
				url.text("url", 255, mandatory)
				url.text("isDeepLink", 1, mandatory)
				if url.text("type", 20, mandatory) != "PAY_RETURN" {
					d.refuse(snap.InvalidField, "urlParam.type")
				}
			},
		},
	},
	"midtrans": {
		services: map[string]int{
			"POST /v1.0/access-token/b2b":           snap.ServiceAccessToken,
			"POST /v1.0/transfer-va/create-va":      snap.ServiceVACreate,
			"POST /v1.0/transfer-va/delete-va":      snap.ServiceVADelete,
			"POST /v1.0/transfer-va/status":         snap.ServiceVAStatus,
			"POST /v1.0/transfer-va/inquiry-va":     snap.ServiceVAInquiry,
			"POST /v1.0/qr/qr-mpm-generate":         snap.ServiceQRGenerate,
			"POST /v1.0/qr/qr-mpm-query":            snap.ServiceQRQuery,
			"POST /v1.0/qr/qr-mpm-cancel":           snap.ServiceQRCancel,
			"POST /v1.0/debit/payment-host-to-host": snap.ServiceDebitPayment,
			"POST /v1.0/debit/status":               snap.ServiceDebitStatus,
			"POST /v1.0/debit/cancel":               snap.ServiceDebitCancel,
			"POST /v1.0/debit/refund":               snap.ServiceDebitRefund,
			"POST /v1.0/qr/qr-mpm-refund":           snap.ServiceQRRefund,
			"POST /v1.0/account-inquiry-external":   snap.ServiceAccountInquiry,
			"POST /v1.0/transfer-interbank":         snap.ServiceInterbankTransfer,
			"POST /v1.0/transfer/status":            snap.ServiceTransferStatus,
			"POST /v1.0/balance-inquiry":            snap.ServiceBalance,
		},
		history: inAdditionalInfo, grantType: "grant_type", debitStatusOf: "54",
		replacesNumbers: true, longestExternalID: 36, statusFlags: true, notify: standardNotify,
		checks: map[int]func(*document){
			snap.ServiceVACreate: func(d *document) {
				info := d.object("additionalInfo", mandatory)
				info.text("merchantId", 64, mandatory)
				info.text("bank", 20, mandatory)
			},
			snap.ServiceVAStatus: func(d *document) {
				d.text("inquiryRequestId", 128, mandatory)
				d.object("additionalInfo", mandatory).text("merchantId", 64, mandatory)
			},
			snap.ServiceVADelete:     func(d *document) { d.object("additionalInfo", mandatory).text("merchantId", 64, mandatory) },
			snap.ServiceQRQuery:      merchantID,
			snap.ServiceQRGenerate:   merchantID,
			snap.ServiceQRRefund:     refundOrder,
			snap.ServiceDebitPayment: func(d *document) { d.object("urlParam", mandatory).text("url", 255, mandatory) },
		},
	},
	"dana": {
		services: map[string]int{
			"POST /v1.0/qr/qr-mpm-generate.htm":                         snap.ServiceQRGenerate,
			"POST /v1.0/qr/qr-mpm-query.htm":                            snap.ServiceQRQuery,
			"POST /v1.0/qr/qr-mpm-cancel.htm":                           snap.ServiceQRCancel,
			"POST /payment-gateway/v1.0/debit/payment-host-to-host.htm": snap.ServiceDebitPayment,
			"POST /payment-gateway/v1.0/debit/status.htm":               snap.ServiceDebitStatus,
			"POST /payment-gateway/v1.0/debit/cancel.htm":               snap.ServiceDebitCancel,
			"POST /payment-gateway/v1.0/debit/refund.htm":               snap.ServiceDebitRefund,
		},
		tokenless: true, debitStatusOf: "54", debitByReference: true, serviceless: true, longestExternalID: 36, notify: standardNotify,
		longestValidity: 7 * 24 * time.Hour, repeatsRefunds: true,
		checks: map[int]func(*document){
			snap.ServiceDebitPayment: func(d *document) {
				merchantID(d)
				d.text("validUpTo", 25, mandatory)
				d.first("urlParams").text("url", 255, mandatory)
				info := d.object("additionalInfo", mandatory)
				info.text("mcc", 16, mandatory)
				info.object("order", mandatory).text("orderTitle", 64, mandatory)
				environment := info.object("envInfo", mandatory)
				environment.text("sourcePlatform", 16, mandatory)
				environment.text("terminalType", 16, mandatory)
			},
			snap.ServiceDebitStatus: merchantID,
			snap.ServiceDebitRefund: func(d *document) {
				merchantID(d)
				refundOrder(d)
			},
			snap.ServiceDebitCancel: func(d *document) {
				merchantID(d)
				d.text("originalPartnerReferenceNo", 64, mandatory)
			},
			snap.ServiceQRGenerate: merchantID,
			snap.ServiceQRQuery:    merchantID,
		},
	},
}

// refundOrder is what most companies demand of a refund.
func refundOrder(d *document) {
	d.text("originalPartnerReferenceNo", 64, mandatory)
	d.text("partnerRefundNo", 64, mandatory)
	d.amount("refundAmount")
}

func merchantID(d *document) { d.text("merchantId", 64, mandatory) }

// serviceOf finds the service of a request. ok is false for a path that the company does not have; wrongMethod
// is true for one that it has under another method.
func (c company) serviceOf(r *http.Request) (service int, ok, wrongMethod bool) {
	if service, ok := c.services[r.Method+" "+r.URL.Path]; ok {
		return service, true, false
	}
	for _, method := range []string{http.MethodPost, http.MethodDelete} {
		if service, ok := c.services[method+" "+r.URL.Path]; ok {
			return service, false, true
		}
	}
	return 0, false, false
}
