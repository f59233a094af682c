package errorcode

// Answers to the provider.
var ofProvider = []Error{
	{
		Code: "invalid_callback_token", Status: 401, Summary: "The callback token is missing or not valid",
		Message: "the callback token is missing or not valid",
		Next:    "Send the token of the provider's dashboard in the header X-Callback-Token.",
	},
	{
		Code: "payout_unknown", Status: 503, Summary: "The reference is of our form, and the payout is not in the log",
		Message: "the payout is not known here",
		Next:    "Send it again: the log may be an older one.",
	},
	{
		Code: "payment_unknown", Status: 503, Summary: "The transaction_id is of our form, and the payment is not in the log",
		Message: "the payment is not known here",
		Next:    "Send it again: the log may be an older one.",
	},
}
