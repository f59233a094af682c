package merchantapi

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/http/api"
	"gateway/http/api/envelope"
	"gateway/http/service/paymentservice"
	"gateway/projections/readmodel/paymentrows"
)

func paymentMethods(context.Context) ([]api.PaymentMethod, error) {
	methods := []api.PaymentMethod{}
	for _, ch := range pricing.Channels() {
		methods = append(methods, api.PaymentMethod{
			Channel: string(ch.Kind), ChannelCode: ch.Code, Name: ch.Name,
			MinAmount: ch.Min, MaxAmount: ch.Max, Active: true,
		})
	}
	return methods, nil
}

func (a *API) paymentStatus(ctx context.Context, client int64, id PaymentID) (paymentrows.SingleTransaction, error) {
	t, err := a.Queries.PaymentStatus(ctx, client, id)
	return t.Single(), err
}

func (a *API) cancelPayment(ctx context.Context, client int64, id OwnTransactionID) (paymentrows.SingleTransaction, error) {
	if err := a.Payments.Cancel(ctx, client, id); err != nil {
		return paymentrows.SingleTransaction{}, err
	}
	t, err := a.Queries.PaymentByTransactionID(ctx, id)
	return t.Single(), err
}

// The parse functions name every wrong field at once. If a check needs a field that could not be read, only
// that field is blamed (domain.Together).

func parseVAPayment(body []byte) (paymentservice.Request, error) {
	r, err := envelope.Parse[VAPaymentRequest](body)
	channel, wrong := pricing.Named("bank_code", r.BankCode, pricing.VA)
	return withCallbackURL(paymentservice.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata, Replaces: r.Replaces,
		ExpiresAt:    r.ExpiresAt,
		CustomerName: r.CustomerName,
	}, err, wrong)
}

func parseEWalletPayment(body []byte) (paymentservice.Request, error) {
	r, err := envelope.Parse[EWalletPaymentRequest](body)
	channel, wrong := pricing.Named("channel_code", r.ChannelCode, pricing.EWallet)
	return withCallbackURL(paymentservice.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata, Replaces: r.Replaces,
		ExpiresAt:     r.ExpiresAt,
		CustomerPhone: r.CustomerPhone, SuccessURL: r.SuccessURL,
	}, err, wrong, envelope.CheckURL("success_url", r.SuccessURL))
}

func parseQRISPayment(body []byte) (paymentservice.Request, error) {
	r, err := envelope.Parse[QRISPaymentRequest](body)
	channel, _ := pricing.Lookup("QRIS")
	return withCallbackURL(paymentservice.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata, Replaces: r.Replaces,
		ExpiresAt: r.ExpiresAt,
	}, err)
}

func parseInvoicePayment(body []byte) (paymentservice.Request, error) {
	r, err := envelope.Parse[InvoicePaymentRequest](body)
	channel, _ := pricing.Lookup("INVOICE")
	return withCallbackURL(paymentservice.Request{
		Channel: channel, Amount: r.Amount.Value, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata, Replaces: r.Replaces,
		ExpiresAt:    r.ExpiresAt,
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
