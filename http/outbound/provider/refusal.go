package provider

import (
	"net/http"
	"slices"

	"gateway/domain/report"
)

// aboutTheOrder lists the codes by which the provider refuses the content of a payout order.
var aboutTheOrder = []string{
	"API_VALIDATION_ERROR", "INVALID_JSON_FORMAT", "BANK_CODE_NOT_SUPPORTED_ERROR", "CHANNEL_CODE_NOT_SUPPORTED_ERROR",
	"CHANNEL_CODE_NOT_SUPPORTED",
	"DISBURSEMENT_DESCRIPTION_NOT_FOUND_ERROR", "DIRECT_DISBURSEMENT_VALIDATION_ERROR", "INVALID_ACCOUNT_NUMBER_ERROR",
	"RECIPIENT_ACCOUNT_NUMBER_ERROR", "RECIPIENT_AMOUNT_ERROR", "MAXIMUM_TRANSFER_LIMIT_ERROR", "MINIMUM_TRANSFER_LIMIT_ERROR",
	"AMOUNT_ABOVE_MAX_LIMIT", "AMOUNT_BELOW_MIN_LIMIT", "INVALID_DESTINATION",
}

// aboutTheRefund lists the codes by which the provider refuses to give money of a payment back. Some come with status 403,
// which otherwise is about our key.
var aboutTheRefund = []string{
	"MAXIMUM_REFUND_AMOUNT_REACHED", "PARTIAL_REFUND_NOT_SUPPORTED", "REFUND_NOT_SUPPORTED", "INELIGIBLE_TRANSACTION",
	"REFUND_AMOUNT_EXCEEDED", "PARTIAL_REFUND_COUNTS_EXCEEDED",
}

// refundMayBeMade lists the codes that say that a refund of the payment is being made, which may be ours.
var refundMayBeMade = []string{"REFUND_IN_PROGRESS", "REFUND_TEMPORARILY_UNAVAILABLE", "TEMPORARILY_UNAVAILABLE"}

// ofContract lists the codes by which the provider says that our contract lacks something. Another contract may have it.
var ofContract = []string{"CHANNEL_NOT_ACTIVATED", "CHANNEL_NOT_AVAILABLE", "REQUEST_FORBIDDEN_ERROR"}

// refusal says what a refusal is about. A key may lack a permission: then the provider answers 403.
func refusal(status int, code, message string) *report.Refused {
	return &report.Refused{
		Status: status, Code: code, Message: message,
		OfCredentials: status == http.StatusUnauthorized || status == http.StatusForbidden && !slices.Contains(aboutTheRefund, code),
		OfContract:    status == http.StatusUnauthorized || slices.Contains(ofContract, code),
		OfOrder:       slices.Contains(aboutTheOrder, code) || slices.Contains(aboutTheRefund, code),
		OfMissing:     status == http.StatusNotFound,
	}
}
