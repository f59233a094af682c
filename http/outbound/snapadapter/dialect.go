package snapadapter

import (
	"cmp"

	"gateway/domain/report"
	"gateway/domain/text"
	"gateway/http/snap"
)

// Route is the method and the path of a service.
type Route struct{ Method, Path string }

// Dialect is how one company speaks the standard. A service without a Route is one that the company lacks.
type Dialect struct {
	// Company is the provider's name: doku, midtrans, dana.
	Company string
	Routes  map[int]Route
	// Tokenless says that calls are signed by our private key, without an access token. Otherwise a call has an
	// access token (service 73), and is signed by the shared secret.
	Tokenless bool
	// GrantType names the member of the token's request, which is grantType in the standard.
	GrantType string
	// ChannelID is the header CHANNEL-ID.
	ChannelID string
	// IssuesToken says that the company asks us for an access token before it notifies us, and signs
	// notifications by the shared secret. Otherwise it signs them by its private key, without a token.
	IssuesToken bool
	// DebitStatusOf is the serviceCode in a question about a direct debit: 54 in the standard.
	DebitStatusOf string
	// ReturnURL makes the member for the address to which the customer of a wallet returns.
	ReturnURL func(url string) (member string, value any)
	// DebitByExternalID says that the company finds a direct debit by the X-EXTERNAL-ID of its creation, and not
	// by our reference. So the reference is that X-EXTERNAL-ID.
	DebitByExternalID bool
	// VA makes the additionalInfo of a virtual account. Nil means none.
	VA func(c Config, channel string) map[string]any
	// Debit makes what the company demands for a direct debit beyond the standard. Nil means nothing.
	Debit func(c Config, channel string, r report.OpenRequest) map[string]any
	// Refund makes what the company demands for the refund of a direct debit beyond the standard. Nil means nothing.
	Refund func(channel string) map[string]any
	// RefundHistory says that the status of a payment lists its refunds, and so tells of one that was not made.
	RefundHistory bool
	// Banks has the channels of virtual accounts, Wallets those of direct debits, with the company's word for
	// each.
	Banks, Wallets map[string]string
}

func post(path string) Route { return Route{Method: "POST", Path: path} }

// Dialects are the dialects by company.
var Dialects = map[string]Dialect{
	"doku": {
		Company: "doku", GrantType: "grantType", ChannelID: "H2H", IssuesToken: true, DebitStatusOf: "55",
		Routes: map[int]Route{
			snap.ServiceAccessToken:  post("/authorization/v1/access-token/b2b"),
			snap.ServiceVACreate:     post("/virtual-accounts/bi-snap-va/v1.1/transfer-va/create-va"),
			snap.ServiceVADelete:     {Method: "DELETE", Path: "/virtual-accounts/bi-snap-va/v1.1/transfer-va/delete-va"},
			snap.ServiceVAStatus:     post("/orders/v1.0/transfer-va/status"),
			snap.ServiceQRGenerate:   post("/snap-adapter/b2b/v1.0/qr/qr-mpm-generate"),
			snap.ServiceQRQuery:      post("/snap-adapter/b2b/v1.0/qr/qr-mpm-query"),
			snap.ServiceQRCancel:     post("/snap-adapter/b2b/v1.0/qr/qr-mpm-cancel"),
			snap.ServiceDebitPayment: post("/direct-debit/core/v1/debit/payment-host-to-host"),
			snap.ServiceDebitStatus:  post("/orders/v1.0/debit/status"),
			snap.ServiceDebitRefund:  post("/direct-debit/core/v1/debit/refund"),
		},
		ReturnURL: returnURLs("urlParam", "isDeepLink"),
		VA: func(_ Config, channel string) map[string]any {
			return map[string]any{"channel": channel, "virtualAccountConfig": map[string]any{"reusableStatus": false}}
		},
		Debit: func(_ Config, channel string, _ report.OpenRequest) map[string]any {
			return map[string]any{"pointOfInitiation": "WEB", "additionalInfo": map[string]any{"channel": channel}}
		},
		Banks: map[string]string{
			"BCA": "VIRTUAL_ACCOUNT_BCA", "BNI": "VIRTUAL_ACCOUNT_BNI", "BRI": "VIRTUAL_ACCOUNT_BRI", "BSI": "VIRTUAL_ACCOUNT_BANK_SYARIAH_MANDIRI",
			"CIMB": "VIRTUAL_ACCOUNT_CIMB", "MANDIRI": "VIRTUAL_ACCOUNT_BANK_MANDIRI", "PERMATA": "VIRTUAL_ACCOUNT_PERMATA",
		},
		RefundHistory: true,
		Refund: func(channel string) map[string]any {
			return map[string]any{"additionalInfo": map[string]any{"channel": channel}}
		},
		// Its OVO needs an access token of the customer (service 74), which we do not ask for.
		Wallets: map[string]string{"DANA": "EMONEY_DANA_SNAP", "SHOPEEPAY": "EMONEY_SHOPEE_PAY_SNAP"},
	},
	"midtrans": {
		Company: "midtrans", GrantType: "grant_type", ChannelID: "12345", DebitStatusOf: "54", DebitByExternalID: true,
		Routes: map[int]Route{
			snap.ServiceAccessToken:       post("/v1.0/access-token/b2b"),
			snap.ServiceVACreate:          post("/v1.0/transfer-va/create-va"),
			snap.ServiceVADelete:          post("/v1.0/transfer-va/delete-va"),
			snap.ServiceVAStatus:          post("/v1.0/transfer-va/status"),
			snap.ServiceQRGenerate:        post("/v1.0/qr/qr-mpm-generate"),
			snap.ServiceQRQuery:           post("/v1.0/qr/qr-mpm-query"),
			snap.ServiceQRCancel:          post("/v1.0/qr/qr-mpm-cancel"),
			snap.ServiceQRRefund:          post("/v1.0/qr/qr-mpm-refund"),
			snap.ServiceDebitPayment:      post("/v1.0/debit/payment-host-to-host"),
			snap.ServiceDebitStatus:       post("/v1.0/debit/status"),
			snap.ServiceDebitCancel:       post("/v1.0/debit/cancel"),
			snap.ServiceDebitRefund:       post("/v1.0/debit/refund"),
			snap.ServiceAccountInquiry:    post("/v1.0/account-inquiry-external"),
			snap.ServiceInterbankTransfer: post("/v1.0/transfer-interbank"),
			snap.ServiceTransferStatus:    post("/v1.0/transfer/status"),
			snap.ServiceBalance:           post("/v1.0/balance-inquiry"),
		},
		ReturnURL: func(url string) (string, any) {
			return "urlParam", map[string]string{"url": url, "type": "PAY_RETURN", "isDeeplink": "N"}
		},
		VA: func(c Config, channel string) map[string]any {
			return map[string]any{"merchantId": c.MerchantID, "bank": channel, "flags": map[string]any{"shouldRandomizeVaNumber": false}}
		},
		RefundHistory: true,
		Banks: map[string]string{
			"BCA": "bca", "BNI": "bni", "BRI": "bri", "CIMB": "cimb", "MANDIRI": "mandiri", "PERMATA": "permata",
		},
		Wallets: map[string]string{"SHOPEEPAY": "SHOPEEPAY"},
	},
	"dana": {
		Company: "dana", Tokenless: true, ChannelID: "95221", DebitStatusOf: "54",
		Routes: map[int]Route{
			snap.ServiceQRGenerate:   post("/v1.0/qr/qr-mpm-generate.htm"),
			snap.ServiceQRQuery:      post("/v1.0/qr/qr-mpm-query.htm"),
			snap.ServiceQRCancel:     post("/v1.0/qr/qr-mpm-cancel.htm"),
			snap.ServiceDebitPayment: post("/payment-gateway/v1.0/debit/payment-host-to-host.htm"),
			snap.ServiceDebitStatus:  post("/payment-gateway/v1.0/debit/status.htm"),
			snap.ServiceDebitCancel:  post("/payment-gateway/v1.0/debit/cancel.htm"),
			snap.ServiceDebitRefund:  post("/payment-gateway/v1.0/debit/refund.htm"),
		},
		ReturnURL: returnURLs("urlParams", "isDeeplink"),
		Debit: func(c Config, _ string, r report.OpenRequest) map[string]any {
			return map[string]any{"additionalInfo": map[string]any{
				"mcc": c.MCC, "order": map[string]string{"orderTitle": cmp.Or(text.Cleaned(r.Description, maxTitle), r.ExternalID)},
				"envInfo": map[string]string{"sourcePlatform": "IPG", "terminalType": "SYSTEM"},
			}}
		},
		Wallets: map[string]string{"DANA": "DANA"},
	},
}

// maxTitle is how many characters the title of an order may have.
const maxTitle = 64

// returnURLs makes the list of the standard, whose table and samples name the members differently.
func returnURLs(member, deeplink string) func(url string) (string, any) {
	return func(url string) (string, any) {
		return member, []map[string]string{{"url": url, "type": "PAY_RETURN", deeplink: "N"}}
	}
}

// offers reports whether the company has the service.
func (d Dialect) offers(service int) bool { return d.Routes[service].Path != "" }
