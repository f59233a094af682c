package errorcode

// Payments and payouts.
var ofPayments = []Error{
	{
		Code: "provider_refused", Status: 502, Summary: "The payment provider refused",
		Message: "the payment provider refused the payment",
		Next:    "Nothing is open and nothing is charged: try another channel, or again later.",
	},
	{
		Code: "provider_unknown", Status: 502, Summary: "Whether the payment exists is not known yet",
		Message: "the payment provider did not answer: whether the payment exists will be known later, look at its status",
		Next: "Don't create it again: send the same request with the same Idempotency-Key, " +
			"or ask GET /payments/{id}/status with your external_id.",
	},
	{
		Code: "payment_not_open", Status: 400, Summary: "The payment was paid, or has failed",
		Message: "the payment is PAID",
		Next:    "Only a payment that is PENDING can be cancelled; GET /payments/{id}/status shows what it is.",
	},
	{
		Code: "payment_under_review", Status: 400, Summary: "Money came for the payment that an administrator decides on",
		Message: "money came for the payment, and is under review",
		Next:    "Wait until under_review is false in GET /payments/{id}/status; then the payment is PAID, or can be cancelled.",
	},
	{
		Code: "report_pending", Status: 409, Summary: "A notification says that the payment was paid, and the provider is being asked",
		Message: "a notification says that money came for the payment, and the provider is being asked",
		Next:    "Try again in a minute: by then the payment is PAID, or can be cancelled or replaced.",
	},
	{
		Code: "payment_pending", Status: 409, Summary: "The payment can still be paid",
		Message: "the payment can still be paid; cancel it first",
		Next:    "Wait until it is paid or EXPIRED, or let the client cancel it.",
	},
	{
		Code: "insufficient_balance", Status: 400, Summary: "The withdrawable balance is too low",
		Message: "the withdrawable balance of 5000 is not enough",
		Next: "GET /account/balance shows saldo_yang_bisa_ditarik; " +
			"the transfer fee of POST /fees/calculate/withdrawal comes on top of jumlah.",
	},
	{
		Code: "not_paid", Status: 400, Summary: "No money of the payment was credited",
		Message: "no money of this payment was credited",
		Next:    "GET /payments/{transaction_id}/status shows whether it was paid. Money under review is released or given back by staff.",
	},
	{
		Code: "nothing_left", Status: 400, Summary: "All of the money went back, or will",
		Message: "all of this money was given back, or will be",
		Next:    "GET /refunds?transaction_id=... lists the refunds of the payment; its reversals list what the provider took back.",
	},
	{
		Code: "disputed", Status: 400, Summary: "A dispute about the money is open",
		Message: "the customer disputes this money: answer the dispute instead",
		Next:    "Answer or accept the dispute: a refund beside it would pay the customer twice.",
	},
	{
		Code: "too_many_refunds", Status: 400, Summary: "The payment has 100 refunds",
		Message: "a payment has at most 100 refunds",
		Next:    "Pay the customer in another way.",
	},
	{
		Code: "refund_needs_account", Status: 400, Summary: "The money can't go back to where it came from",
		Message: "this money can't go back to where it came from: name the customer's bank account in `to`",
		Next:    "GET /transactions/{id}/refund-options shows what is possible. Ask the customer for a bank account, and send it in to.",
	},
	{
		Code: "approval_by_admin", Status: 403, Summary: "An administrator approves it",
		Message: "a refund by transfer of this amount is approved by an administrator",
		Next:    "Wait for the administrator, or cancel it with POST /refunds/{id}/cancel.",
	},
	{
		Code: "bank_account_missing", Status: 400, Summary: "Neither the request nor the profile names a bank account",
		Message: "a payout needs a norek and a bank",
		Next:    "Set norek and bank in the profile with PUT /account; a settlement may name its own.",
	},
	{
		Code: "pending_withdrawal_exists", Status: 400, Summary: "Another withdrawal is pending",
		Message: "another withdrawal is still pending",
		Next:    "Wait until it is approved, or cancel it with POST /withdrawals/{id}/cancel.",
	},
	{
		Code: "dispute_closed", Status: 400, Summary: "The dispute can't be answered or decided any more",
		Message: "the dispute is under_review",
	},
	{
		Code: "dispute_due", Status: 400, Summary: "The time for an answer is over",
		Message: "the dispute was due by 2026-02-01T17:00:00Z",
	},
	{
		Code: "too_many_answers", Status: 400, Summary: "The dispute was answered as often as is possible",
		Message: "a dispute is answered at most 10 times",
	},
	{
		Code: "slip_taken", Status: 409, Summary: "A withholding slip with the number was submitted before",
		Message: "a slip with this number was submitted already",
		Next:    "GET /me/withholding-slips shows yours. A number counts once; one that was rejected may be submitted again.",
	},
	{
		Code: "too_many_slips", Status: 400, Summary: "As many withholding slips as are possible wait for a decision",
		Message: "20 slips wait for a decision already",
		Next:    "Wait until an administrator has decided.",
	},
	{
		Code: "too_many_documents", Status: 400, Summary: "Many documents were sent, and none is accepted",
		Message: "10 documents were sent, and none is accepted yet",
		Next:    "Wait until an administrator has decided, or ask.",
	},
	{
		Code: "documents_full", Status: 400, Summary: "An account that is not approved yet holds as many files as it may",
		Message: "before it is approved an account may hold at most 4 files, of 20 MB together",
		Next:    "Wait until an administrator has decided. Files that are rejected don't count.",
	},
	{
		Code: "not_waiting", Status: 400, Summary: "The document is decided, or was replaced by a newer one",
		Message: "the document does not wait for a decision",
	},
	{
		Code: "cannot_be_cancelled", Status: 400, Summary: "It is not pending any more",
		Message: "the withdrawal is processing",
		Next:    "Only a pending one can be; GET /withdrawals/{id} shows how it goes on.",
	},
	{
		Code: "too_many_open", Status: 400, Summary: "The client has 500 open withdrawals and settlements, or their texts are too long together",
		Message: "500 withdrawals and settlements are open already: wait until some have ended",
		Next:    "Try again when some of them are completed.",
	},
	{
		Code: "not_possible", Status: 400, Summary: "It can't happen in the state that the thing is in",
		Message: "this can't happen to it in the state it is in",
		Next:    "Look at the status first; the guide on testing says what can happen when.",
	},
	{
		Code: "not_pending", Status: 400, Summary: "It is not pending",
		Message: "the account is approved",
		Next:    "Look at the status first.",
	},
	{
		Code: "ticket_closed", Status: 400, Summary: "The ticket is closed",
		Message: "the ticket is closed",
		Next:    "Open a new one with POST /tickets.",
	},
	{
		Code: "too_many_replies", Status: 400, Summary: "The ticket has 500 replies",
		Message: "a ticket may have 500 replies",
		Next:    "Open a new ticket, and name this one in it.",
	},
}
