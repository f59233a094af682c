package provider

import (
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// vaStatuses are the statuses of a payment into a virtual account. SETTLED is an addition of
// the simulator: the provider sends no such notification.
var vaStatuses = map[string]report.Status{"COMPLETED": report.Paid, "PAID": report.Paid, "SETTLED": report.Settled}

// vaRequest is the body of POST /callback_virtual_accounts.
type vaRequest struct {
	ExternalID     string          `json:"external_id"`
	BankCode       string          `json:"bank_code"`
	Name           string          `json:"name"`
	IsClosed       bool            `json:"is_closed"`
	ExpectedAmount decimal.Decimal `json:"expected_amount"`
	IsSingleUse    bool            `json:"is_single_use"`
	Expiration     *time.Time      `json:"expiration_date,omitempty"`
}

func newVA(r report.OpenRequest) vaRequest {
	request := vaRequest{
		ExternalID: r.ExternalID, BankCode: r.ChannelCode, Name: r.CustomerName,
		IsClosed: true, ExpectedAmount: r.Amount, IsSingleUse: true,
	}
	if !r.ExpiresAt.IsZero() {
		at := r.ExpiresAt.UTC()
		request.Expiration = &at
	}
	return request
}

func vaInstructions(o object) report.Instructions {
	return report.Instructions{
		ProviderID: o.text("id"), VANumber: o.text("account_number"), BankCode: o.text("bank_code"),
		ExpiresAt: o.expiry("expiration_date"), UserID: o.textOr("owner_id", ""),
	}
}

// readVAPayment reads a payment into a virtual account, which is also its notification. A
// payment without a status is paid.
func readVAPayment(o object) report.Payment {
	r := report.Payment{
		Channel:        pricing.VA,
		ProviderID:     o.text("callback_virtual_account_id"),
		PaymentID:      o.text("payment_id"),
		TransactionID:  o.text("external_id"),
		Status:         report.Paid,
		Amount:         o.amount("amount"),
		PaidAt:         o.time("transaction_timestamp"),
		PaymentMethod:  "BANK_TRANSFER",
		PaymentChannel: o.text("bank_code"),
		UserID:         o.textOr("owner_id", ""),
	}
	if o.has("status") {
		r.Status = o.status("status", vaStatuses)
	}
	r.PaidAmount, r.ChannelCode = r.Amount, channelCode(r.PaymentChannel)
	return r
}

// lookupVA reads a virtual account without its payments. INACTIVE means paid or expired, so the report says
// Expired only after the expiry time.
func (c *Client) lookupVA(o object) report.Payment {
	va := vaInstructions(o)
	r := reportOpened(va, report.Payment{
		Channel: pricing.VA, TransactionID: o.text("external_id"), Status: report.Pending,
		Amount: o.amount("expected_amount"), PaymentMethod: "BANK_TRANSFER",
		ChannelCode: va.BankCode, PaymentChannel: va.BankCode,
	})
	if o.text("status") == "INACTIVE" && va.ExpiresAt != nil && !va.ExpiresAt.After(c.now()) {
		r.Status = report.Expired
	}
	return r
}
