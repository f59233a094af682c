package provider

import "strings"

// operations are the patterns of the provider's paths. A segment * stands for an id.
var operations = []string{
	"/v2/invoices", "/v2/invoices/*", "/invoices/*/expire!", "/callback_virtual_accounts", "/callback_virtual_accounts/*",
	"/callback_virtual_account_payments/*", "/ewallets/charges", "/ewallets/charges/*", "/ewallets/charges/*/void",
	"/ewallets/charges/*/refunds", "/qr_codes/payments/*/refunds", "/qr_codes", "/qr_codes/payments", "/qr_codes/*",
	"/disbursements", "/disbursements/*", "/v2/payouts", "/v2/payouts/*", "/transactions", "/balance", "/refunds", "/refunds/*",
}

// operationOf names a call by its pattern, so that there is a bounded number of names.
func operationOf(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	for _, pattern := range operations {
		if matches(pattern, path) {
			return method + " " + pattern
		}
	}
	return method + " other"
}

func matches(pattern, path string) bool {
	parts, wanted := strings.Split(path, "/"), strings.Split(pattern, "/")
	if len(parts) != len(wanted) {
		return false
	}
	for i, part := range wanted {
		if part != "*" && part != parts[i] {
			return false
		}
	}
	return true
}
