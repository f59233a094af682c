package merchantapi

import (
	"encoding/json"
	"net/url"
	"strings"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/paymentservice"

	"github.com/gin-gonic/gin"
)

// ListPaymentMethods is GET /payments/methods.
func (a *API) ListPaymentMethods(c *gin.Context) {
	methods := []PaymentMethod{}
	for _, ch := range pricing.Channels() {
		methods = append(methods, PaymentMethod{
			Channel: string(ch.Kind), ChannelCode: ch.Code, Name: ch.Name,
			MinAmount: ch.Min, MaxAmount: ch.Max, Active: true,
		})
	}
	envelope.OK(c, methods)
}

// GetPaymentStatus is GET /payments/{id}/status.
func (a *API) GetPaymentStatus(c *gin.Context, id PaymentID) {
	t, err := a.Queries.PaymentStatus(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, t.Single(), err)
}

// CancelPayment is POST /payments/{id}/cancel.
func (a *API) CancelPayment(c *gin.Context, id OwnTransactionID) {
	if err := a.Payments.Cancel(c.Request.Context(), auth.ClientID(c), id); err != nil {
		envelope.Fail(c, err)
		return
	}
	t, err := a.Queries.PaymentByTransactionID(c.Request.Context(), id)
	envelope.Respond(c, t.Single(), err)
}

// CreateVAPayment is POST /payments/va.
func (a *API) CreateVAPayment(c *gin.Context) { a.createPayment(c, parseVAPayment) }

// CreateEWalletPayment is POST /payments/ewallet.
func (a *API) CreateEWalletPayment(c *gin.Context) { a.createPayment(c, parseEWalletPayment) }

// CreateQRISPayment is POST /payments/qris.
func (a *API) CreateQRISPayment(c *gin.Context) { a.createPayment(c, parseQRISPayment) }

// CreateInvoicePayment is POST /payments/invoice.
func (a *API) CreateInvoicePayment(c *gin.Context) { a.createPayment(c, parseInvoicePayment) }

func (a *API) createPayment(c *gin.Context, parse func(body []byte) (paymentservice.Request, error)) {
	envelope.HandleCreation(c, auth.ClientID(c), parse, a.Payments.Request)
}

// The parse functions name every wrong field at once. If a check needs a field that could not be read, only
// that field is blamed (domain.Together).

func parseVAPayment(body []byte) (paymentservice.Request, error) {
	r, err := envelope.Parse[VAPaymentRequest](body)
	channel, wrong := pricing.Named("bank_code", r.BankCode, pricing.VA)
	return withCallbackURL(paymentservice.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata, Replaces: r.Replaces,
		CustomerName: r.CustomerName,
	}, err, wrong)
}

func parseEWalletPayment(body []byte) (paymentservice.Request, error) {
	r, err := envelope.Parse[EWalletPaymentRequest](body)
	channel, wrong := pricing.Named("channel_code", r.ChannelCode, pricing.EWallet)
	return withCallbackURL(paymentservice.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata, Replaces: r.Replaces,
		CustomerPhone: r.CustomerPhone, SuccessURL: r.SuccessURL,
	}, err, wrong, envelope.CheckURL("success_url", r.SuccessURL))
}

func parseQRISPayment(body []byte) (paymentservice.Request, error) {
	r, err := envelope.Parse[QRISPaymentRequest](body)
	channel, _ := pricing.Lookup("QRIS")
	return withCallbackURL(paymentservice.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata, Replaces: r.Replaces,
	}, err)
}

func parseInvoicePayment(body []byte) (paymentservice.Request, error) {
	r, err := envelope.Parse[InvoicePaymentRequest](body)
	channel, _ := pricing.Lookup("INVOICE")
	return withCallbackURL(paymentservice.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata, Replaces: r.Replaces,
		CustomerName: r.CustomerName, SuccessURL: r.SuccessURL, FailureURL: r.FailureURL, Description: r.Description,
	}, err, envelope.CheckURL("success_url", r.SuccessURL), envelope.CheckURL("failure_url", r.FailureURL))
}

func withCallbackURL(r paymentservice.Request, wrong ...error) (paymentservice.Request, error) {
	var err error
	r.CallbackURL, err = callbackURL(r.Metadata)
	return r, domain.Together(append(wrong, err)...)
}

// callbackURL returns callback_url of the metadata, with type_transaksi added to its query as `via` (API
// reference: Payments).
func callbackURL(metadata json.RawMessage) (string, error) {
	if metadata == nil {
		return "", nil
	}
	m, err := envelope.Parse[struct {
		CallbackURL     string `json:"callback_url,omitempty" bind:"max=2048"`
		TransactionType string `json:"type_transaksi,omitempty"`
	}](metadata)
	err = domain.Together(domain.Within("metadata", err), envelope.CheckURL("metadata.callback_url", m.CallbackURL))
	if err != nil {
		return "", err
	}
	if m.CallbackURL == "" || m.TransactionType == "" {
		return m.CallbackURL, nil
	}
	u, err := url.Parse(m.CallbackURL)
	if err != nil {
		return "", domain.InvalidField("metadata.callback_url", "must be an http or https URL")
	}
	// The query is not re-encoded, so that the client's part of it stays the same.
	via := "via=" + url.QueryEscape(m.TransactionType)
	u.RawQuery = strings.TrimPrefix(u.RawQuery+"&"+via, "&")
	return u.String(), nil
}
