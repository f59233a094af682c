package merchant

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/payment"

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

// CreateVAPayment is POST /payments/va.
func (a *API) CreateVAPayment(c *gin.Context) { a.createPayment(c, parseVAPayment) }

// CreateEWalletPayment is POST /payments/ewallet.
func (a *API) CreateEWalletPayment(c *gin.Context) { a.createPayment(c, parseEWalletPayment) }

// CreateQRISPayment is POST /payments/qris.
func (a *API) CreateQRISPayment(c *gin.Context) { a.createPayment(c, parseQRISPayment) }

// CreateInvoicePayment is POST /payments/invoice.
func (a *API) CreateInvoicePayment(c *gin.Context) { a.createPayment(c, parseInvoicePayment) }

func (a *API) createPayment(c *gin.Context, parse func(body []byte) (payment.Request, error)) {
	envelope.HandleCreation(c, auth.ClientID(c), parse, a.Payments.Request)
}

func parseVAPayment(body []byte) (payment.Request, error) {
	r, err := envelope.Parse[VAPaymentRequest](body)
	if err != nil {
		return payment.Request{}, err
	}
	channel, err := channelOf("bank_code", r.BankCode, pricing.VA)
	if err != nil {
		return payment.Request{}, err
	}
	return withCallbackURL(payment.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata,
		CustomerName: r.CustomerName,
	})
}

func parseEWalletPayment(body []byte) (payment.Request, error) {
	r, err := envelope.Parse[EWalletPaymentRequest](body)
	if err != nil {
		return payment.Request{}, err
	}
	if err := envelope.CheckURL("success_url", r.SuccessURL); err != nil {
		return payment.Request{}, err
	}
	channel, err := channelOf("channel_code", r.ChannelCode, pricing.EWallet)
	if err != nil {
		return payment.Request{}, err
	}
	return withCallbackURL(payment.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata,
		CustomerPhone: r.CustomerPhone, SuccessURL: r.SuccessURL,
	})
}

func parseQRISPayment(body []byte) (payment.Request, error) {
	r, err := envelope.Parse[QRISPaymentRequest](body)
	if err != nil {
		return payment.Request{}, err
	}
	channel, _ := pricing.Lookup("QRIS")
	return withCallbackURL(payment.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata,
	})
}

func parseInvoicePayment(body []byte) (payment.Request, error) {
	r, err := envelope.Parse[InvoicePaymentRequest](body)
	if err != nil {
		return payment.Request{}, err
	}
	channel, _ := pricing.Lookup("INVOICE")
	return withCallbackURL(payment.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata,
	})
}

// channelOf finds the channel that a request names.
func channelOf(field, code string, kind pricing.Kind) (pricing.Channel, error) {
	channel, ok := pricing.Lookup(code)
	if !ok || channel.Kind != kind {
		return channel, domain.InvalidField(field, "is not a channel of this kind")
	}
	return channel, nil
}

func withCallbackURL(r payment.Request) (payment.Request, error) {
	var err error
	r.CallbackURL, err = callbackURL(r.Metadata)
	return r, err
}

// callbackURL gives callback_url of the metadata, with type_transaksi added to its query
// as `via` (API reference: Payments).
func callbackURL(metadata json.RawMessage) (string, error) {
	if metadata == nil {
		return "", nil
	}
	m, err := envelope.Parse[struct {
		CallbackURL     string `json:"callback_url,omitempty" bind:"max=2048"`
		TransactionType string `json:"type_transaksi,omitempty"`
	}](metadata)
	if err != nil {
		return "", inObject("metadata", err)
	}
	if err := envelope.CheckURL("metadata.callback_url", m.CallbackURL); err != nil {
		return "", err
	}
	if m.CallbackURL == "" || m.TransactionType == "" {
		return m.CallbackURL, nil
	}
	u, err := url.Parse(m.CallbackURL)
	if err != nil {
		return "", domain.InvalidField("metadata.callback_url", "must be an http or https URL")
	}
	// The query is not encoded anew, so that the client's part of it does not change.
	via := "via=" + url.QueryEscape(m.TransactionType)
	u.RawQuery = strings.TrimPrefix(u.RawQuery+"&"+via, "&")
	return u.String(), nil
}

// inObject makes a refusal name a field of the object by its path.
func inObject(object string, err error) error {
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) || refusal.Field == "" {
		return err
	}
	nested := *refusal
	nested.Field = object + "." + refusal.Field
	return &nested
}
