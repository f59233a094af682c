package snapadapter

import (
	"cmp"
	"context"
	"errors"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/exchange"
	"gateway/http/snap"
)

// generateQR makes a dynamic QR code (service 47).
func (a *Adapter) generateQR(ctx context.Context, r report.OpenRequest) (report.Instructions, error) {
	request := map[string]any{"partnerReferenceNo": r.ExternalID, "merchantId": a.MerchantID, "amount": snap.AmountOf(r.Amount)}
	if !r.ExpiresAt.IsZero() {
		request["validityPeriod"] = snap.FormatTime(r.ExpiresAt)
	}
	var made struct {
		ReferenceNo string `json:"referenceNo"`
		Partner     string `json:"partnerReferenceNo"`
		Content     string `json:"qrContent"`
		Validity    string `json:"validityPeriod"`
	}
	if err := a.call(ctx, snap.ServiceQRGenerate, request, &made); err != nil {
		return report.Instructions{}, err
	}
	switch {
	case made.Partner != "" && made.Partner != r.ExternalID:
		return report.Instructions{}, exchange.Unreadable(errForeign)
	case made.Content == "":
		return report.Instructions{}, exchange.Unreadable(errors.New("qrContent: is missing"))
	}
	return report.Instructions{
		ProviderID: cmp.Or(made.ReferenceNo, r.ExternalID), QRString: made.Content, ExpiresAt: expiresAt(made.Validity, r.ExpiresAt),
	}, nil
}

// originals identifies the transaction that a status or a cancel call is about.
func originals(transactionID, providerID string) map[string]any {
	o := map[string]any{"originalPartnerReferenceNo": transactionID}
	if providerID != "" && providerID != transactionID {
		o["originalReferenceNo"] = providerID
	}
	return o
}

// findQR asks for the payment of a QR code (service 51).
func (a *Adapter) findQR(ctx context.Context, transactionID, providerID string) (report.Payment, error) {
	request := originals(transactionID, providerID)
	request["serviceCode"], request["merchantId"] = "47", a.MerchantID
	var found transaction
	if err := a.call(ctx, snap.ServiceQRQuery, request, &found); err != nil {
		return report.Payment{}, err
	}
	r, err := a.checked(found, pricing.QRIS, "QRIS", transactionID, providerID)
	r.ChannelCode, r.PaymentChannel = "QRIS", "QRIS"
	return r, err
}

// closingReason is why a payment is closed, for the company.
const closingReason = "not paid in time"

// cancelQR closes a QR code (service 77).
func (a *Adapter) cancelQR(ctx context.Context, transactionID, providerID string) error {
	request := originals(transactionID, providerID)
	request["merchantId"], request["reason"] = a.MerchantID, closingReason
	return a.call(ctx, snap.ServiceQRCancel, request, &struct{}{})
}
