package snapadapter

import (
	"cmp"
	"context"
	"errors"
	"maps"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/exchange"
	"gateway/http/snap"
)

// createDebit charges a wallet by a direct debit that the customer confirms (service 54).
func (a *Adapter) createDebit(ctx context.Context, r report.OpenRequest) (report.Instructions, error) {
	wallet, amount := a.Dialect.Wallets[r.ChannelCode], snap.AmountOf(r.Amount)
	request := map[string]any{
		"partnerReferenceNo": r.ExternalID, "merchantId": a.MerchantID, "amount": amount,
		"payOptionDetails": []map[string]any{{"payMethod": wallet, "payOption": wallet, "transAmount": amount}},
	}
	if r.SuccessURL != "" {
		member, value := a.Dialect.ReturnURL(r.SuccessURL)
		request[member] = value
	}
	if !r.ExpiresAt.IsZero() {
		request["validUpTo"] = snap.FormatTime(r.ExpiresAt)
	}
	if a.Dialect.Debit != nil {
		maps.Copy(request, a.Dialect.Debit(a.Config, wallet, r))
	}
	externalID := ""
	if a.Dialect.DebitByExternalID {
		externalID = r.ExternalID
	}
	var made struct {
		ReferenceNo string `json:"referenceNo"`
		Partner     string `json:"partnerReferenceNo"`
		WebURL      string `json:"webRedirectUrl"`
		AppURL      string `json:"appRedirectUrl"`
	}
	if err := a.callAs(ctx, snap.ServiceDebitPayment, externalID, request, &made); err != nil {
		return report.Instructions{}, err
	}
	switch {
	case made.Partner != "" && made.Partner != r.ExternalID:
		return report.Instructions{}, exchange.Unreadable(errForeign)
	case made.WebURL == "" && made.AppURL == "":
		return report.Instructions{}, exchange.Unreadable(errors.New("webRedirectUrl: is missing"))
	}
	return report.Instructions{
		ProviderID: cmp.Or(made.ReferenceNo, r.ExternalID), PayURL: made.WebURL, Deeplink: made.AppURL, ExpiresAt: expiresAt("", r.ExpiresAt),
	}, nil
}

// debitOriginals identifies the direct debit that a call is about.
func (a *Adapter) debitOriginals(transactionID, providerID string) map[string]any {
	o := originals(transactionID, providerID)
	if a.Dialect.DebitByExternalID && o["originalReferenceNo"] == nil {
		o["originalExternalId"] = transactionID
	}
	return o
}

// findDebit asks for a direct debit (service 55).
func (a *Adapter) findDebit(ctx context.Context, transactionID, providerID string) (report.Payment, error) {
	request := a.debitOriginals(transactionID, providerID)
	request["serviceCode"], request["merchantId"] = a.Dialect.DebitStatusOf, a.MerchantID
	var found transaction
	if err := a.call(ctx, snap.ServiceDebitStatus, request, &found); err != nil {
		return report.Payment{}, err
	}
	return a.checked(found, pricing.EWallet, "EWALLET", transactionID, providerID)
}

// cancelDebit closes a direct debit (service 57).
func (a *Adapter) cancelDebit(ctx context.Context, transactionID, providerID string) error {
	request := a.debitOriginals(transactionID, providerID)
	request["merchantId"], request["reason"] = a.MerchantID, closingReason
	return a.call(ctx, snap.ServiceDebitCancel, request, &struct{}{})
}
