package provider

import (
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/text"

	"github.com/shopspring/decimal"
)

// chargeStatuses maps the provider's words for the status of an e-wallet charge. SETTLED is an addition of
// the simulator: the provider sends no such notification. A voided charge has the failure code report.Voided.
var chargeStatuses = map[string]report.Status{
	"PENDING": report.Pending, "SUCCEEDED": report.Paid, "SETTLED": report.Settled, "FAILED": report.Failed, "VOIDED": report.Failed,
}

// chargeRequest is the body of POST /ewallets/charges.
type chargeRequest struct {
	ReferenceID    string           `json:"reference_id"`
	Currency       string           `json:"currency"`
	Amount         decimal.Decimal  `json:"amount"`
	CheckoutMethod string           `json:"checkout_method"`
	ChannelCode    string           `json:"channel_code"`
	Properties     chargeProperties `json:"channel_properties"`
	Metadata       chargeMetadata   `json:"metadata,omitzero"`
}

// chargeMetadata is data that the caller attaches and the provider returns unchanged.
type chargeMetadata struct {
	Description string `json:"description"`
}

type chargeProperties struct {
	MobileNumber string `json:"mobile_number,omitempty"`
	SuccessURL   string `json:"success_redirect_url,omitempty"`
}

func newCharge(r report.OpenRequest) chargeRequest {
	return chargeRequest{
		ReferenceID: r.ExternalID, Currency: "IDR", Amount: r.Amount,
		CheckoutMethod: "ONE_TIME_PAYMENT", ChannelCode: "ID_" + r.ChannelCode,
		Properties: chargeProperties{MobileNumber: phone(r.CustomerPhone), SuccessURL: r.SuccessURL},
		Metadata:   chargeMetadata{Description: r.Description},
	}
}

// phone returns a phone number in the form that the provider accepts. It returns an unacceptable number
// unchanged, so that the provider refuses it.
func phone(number string) string {
	if international, err := text.Phone("customer_phone", number); err == nil {
		return international
	}
	return number
}

// chargeInstructions prefers the page for phones. OVO has no page: the customer confirms in the app.
func chargeInstructions(o object) report.Instructions {
	opened := report.Instructions{ProviderID: o.text("id"), UserID: o.textOr("business_id", "")}
	if o.has("actions") {
		actions := o.object("actions")
		opened.PayURL = actions.exactOr("mobile_web_checkout_url", actions.exactOr("desktop_web_checkout_url", ""))
		opened.Deeplink = actions.exactOr("mobile_deeplink_checkout_url", "")
		opened.QRString = actions.exactOr("qr_checkout_string", "")
	}
	return opened
}

// readCharge reads a charge. Its notification has it as the member data.
func readCharge(o object) report.Payment {
	r := report.Payment{
		Channel:        pricing.EWallet,
		ProviderID:     o.text("id"),
		TransactionID:  o.text("reference_id"),
		Status:         o.status("status", chargeStatuses),
		Amount:         o.amount("charge_amount"),
		PaymentMethod:  "EWALLET",
		PaymentChannel: o.text("channel_code"),
		UserID:         o.textOr("business_id", ""),
		FailureCode:    o.textOr("failure_code", ""),
	}
	// A charge is captured once, so its id also identifies the payment.
	r.PaymentID, r.ChannelCode = r.ProviderID, channelCode(r.PaymentChannel)
	if r.Status.IsPaid() {
		r.PaidAmount, r.PaidAt = o.amountOr("capture_amount", r.Amount), o.time("updated")
	}
	if o.textOr("status", "") == report.Voided {
		r.FailureCode = report.Voided
	}
	return r
}

func lookupCharge(o object) report.Payment { return reportOpened(chargeInstructions(o), readCharge(o)) }
