package errorcode

// What administrators do.
var ofAdmin = []Error{
	{
		Code: "account_not_mapped", Status: 409, Summary: "An account of the ledger has no number in the accounting program",
		Message: "no number in JOURNAL_ACCOUNTS for: revenue:fees",
		Next:    "Add the accounts that the message names to JOURNAL_ACCOUNTS, and start the gateway again.",
	},
	{
		Code: "nothing_to_write_off", Status: 400, Summary: "The client owes nothing for so long",
		Message: "the client owes nothing since 2026-01-31T05:00:00Z or longer",
		Next:    "GET /admin/aging/receivables says who owes for how long; WRITE_OFF_AFTER_DAYS is the age from which a debt is written off.",
	},
	{
		Code: "refund_at_provider", Status: 400, Summary: "The provider is making the refund, or has made it",
		Message: "the provider has this refund, as PENDING: its outcome will come",
		Next:    "Wait, or have the provider end it: ended by hand beside it, the customer would have the money twice.",
	},
	{
		Code: "approval_by_owner", Status: 400, Summary: "The client's own people approve it",
		Message: "the owner or a finance person of the client approves this refund",
		Next:    "Ask the client's owner or a finance person, or reject it.",
	},
	{
		Code: "period_not_closed", Status: 409, Summary: "The month is not closed",
		Message: "the month is not closed",
		Next:    "Fee invoices are made of closed months: ask again when it is closed.",
	},
	{
		Code: "tax_seller_incomplete", Status: 409, Summary: "The gateway's own tax data is not complete",
		Message: "the gateway's own tax data is not complete: see problems of the month, and TAX_* in the configuration",
		Next:    "GET /admin/tax/{period} names the fields; the operator sets them in the configuration.",
	},
	{
		Code: "no_tax_file", Status: 404, Summary: "There is no such file for the tax office",
		Message: "there is no such file: export the invoices first",
		Next:    "POST /admin/tax/{period}/export makes the files; `parts` says how many there are.",
	},
	{
		Code: "no_tax_document", Status: 404, Summary: "No exported document has this number",
		Message: "no exported document has this number",
		Next:    "GET /admin/tax/{period} lists the documents with their numbers.",
	},
	{
		Code: "tax_document_approved", Status: 409, Summary: "The document has a number of the tax office",
		Message: "the document has another number of the tax office",
		Next:    "Compare the import with GET /admin/tax/{period}: a document keeps its first number.",
	},
	{
		Code: "tax_number_taken", Status: 409, Summary: "Another document has the number of the tax office",
		Message: "another document has this number of the tax office",
		Next:    "Compare the import with the fee invoices of all months: a number of the tax office is that of one document.",
	},
	{
		Code: "last_admin", Status: 400, Summary: "It is the last enabled admin",
		Message: "this is the last enabled admin: create or enable another one first",
	},
	{
		Code: "own_login", Status: 400, Summary: "It is the caller's own login",
		Message: "this is your own login: change it with PUT /admin/auth/password and /admin/auth/totp",
	},
	{
		Code: "admin_not_found", Status: 404, Summary: "There is no such administrator",
		Message: "there is no such administrator",
		Next:    "GET /admin/admins lists them.",
	},
	{
		Code: "approval_decided", Status: 400, Summary: "It was granted, refused or has expired",
		Message: "the approval is refused",
		Next:    "GET /admin/approvals/{id} shows who decided, and what came of it.",
	},
	{
		Code: "too_many_approvals", Status: 400, Summary: "20 approvals that the administrator asked for wait",
		Message: "20 approvals that you asked for wait for another administrator",
		Next:    "Ask again when others were granted or refused: GET /admin/approvals?status=requested lists them.",
	},
	{
		Code: "approval_expired", Status: 400, Summary: "The time to decide is over",
		Message: "the time to decide is over",
		Next:    "Ask for the act again.",
	},
	{
		Code: "requester_disabled", Status: 400, Summary: "Who asked is not an enabled admin any more",
		Message: "the administrator who asked for it is disabled, or has another role by now",
		Next:    "Another administrator asks for the act again.",
	},
	{
		Code: "own_approval", Status: 403, Summary: "The administrator asked for it",
		Message: "another administrator must decide",
		Next:    "GET /admin/approvals shows the others what waits.",
	},
	{
		Code: "approver_disabled", Status: 403, Summary: "The administrator is not an enabled admin any more",
		Message: "only an enabled administrator with the role admin may decide",
	},
	{
		Code: "approval_not_found", Status: 404, Summary: "There is no such approval",
		Message: "there is no such approval",
		Next:    "GET /admin/approvals lists them.",
	},
	{
		Code: "callback_changed", Status: 409, Summary: "The callback was attempted meanwhile",
		Message: "the callback was attempted since it was read",
		Next:    "GET of the callback shows how it went; send it again with its number of attempts now, if it is still wanted.",
	},
	{
		Code: "too_many_apps", Status: 400, Summary: "The client has 100 apps",
		Message: "a client may have 100 apps",
		Next:    "Use an app that is there: GET /admin/clients/{id}.",
	},
	{
		Code: "not_approved", Status: 400, Summary: "The account is not approved",
		Message: "the account is pending",
		Next:    "GET /admin/clients/{id} shows the status.",
	},
	{
		Code: "not_suspended", Status: 400, Summary: "The account is not suspended",
		Message: "the account is approved",
		Next:    "GET /admin/clients/{id} shows the status.",
	},
	{
		Code: "rebuild_under_way", Status: 409, Summary: "It is being rebuilt already",
		Message: "balances is being rebuilt already",
		Next:    "GET /admin/projections shows its progress.",
	},
	{
		Code: "audit_run_under_way", Status: 409, Summary: "An audit run is running already",
		Message: "audit run 12 (verify, started by admin:1) is running",
		Next:    "GET /admin/audit/runs/{id} shows its progress. Start the next one when it has ended.",
	},
	{
		Code: "nothing_retired", Status: 400, Summary: "No former tables are kept",
		Message: "no former tables of balances are kept",
		Next:    "A rebuild keeps the tables that it replaces until they are cleaned up.",
	},
	{
		Code: "retired_differs", Status: 400, Summary: "The former tables are of another version",
		Message: "the former tables of balances are of another version of the program",
		Next:    "Rebuild the read model with this version.",
	},
	{
		Code: "bank_account_changed", Status: 400, Summary: "The client has another bank account since the request",
		Message: "the client's bank account is another one since the request: reject the withdrawal, and let the client ask for it again",
	},
	{
		Code: "not_processing", Status: 400, Summary: "It is not processing",
		Message: "the withdrawal is pending",
		Next:    "Only one that is processing can be completed or failed by hand.",
	},
	{
		Code: "not_manual", Status: 400, Summary: "The provider makes the transfer, or may have made it",
		Message: "the provider makes this transfer, or may have made it",
		Next:    "Wait for the provider; GET /admin/withdrawals shows whether its outcome is unknown.",
	},
	{
		Code: "found_at_provider", Status: 400, Summary: "The provider has, or is said to have, an order of it that is not known here",
		Message: "the provider has, or is said to have, an order of this withdrawal that is not known here: " +
			"adopt it, or approve it and end it by hand",
		Next: "GET /admin/withdrawals/{id} shows it.",
	},
	{
		Code: "attempt_under_way", Status: 400, Summary: "The provider may be getting the order at this moment",
		Message: "the provider may be getting the order of this transfer at this moment: try again in a minute or two",
	},
	{
		Code: "suspense_closed", Status: 400, Summary: "It was released, refunded or taken back before",
		Message: "it was released, refunded or taken back already",
		Next:    "GET /admin/suspense lists what is open.",
	},
	{
		Code: "suspense_not_refunding", Status: 400, Summary: "No refund of it through the provider is open",
		Message: "no refund of it through the provider is open",
		Next:    "GET /admin/suspense/{id} shows what became of it.",
	},
	{
		Code: "reversal_pending", Status: 409, Summary: "Money was taken back that may be this one",
		Message: "money that may be this one was taken back: look at the payment's reversals first",
		Next:    "GET /admin/reversals lists them: assign an undecided one; a waiting one ends when the provider's books are read.",
	},
	{
		Code: "reversal_not_undecided", Status: 400, Summary: "The reversal does not wait for a person",
		Message: "no person has to decide on this reversal",
		Next:    "GET /admin/reversals lists those that are undecided.",
	},
	{
		Code: "not_disputable", Status: 400, Summary: "The money came by another channel than QRIS or a wallet",
		Message: "only money that came by QRIS or a wallet can be disputed",
	},
	{
		Code: "too_many_disputes", Status: 400, Summary: "The payment has as many disputes as are possible",
		Message: "a payment has at most 20 disputes",
	},
	{
		Code: "dispute_open", Status: 409, Summary: "Another dispute about the money has not ended",
		Message: "another dispute about this money has not ended",
		Next:    "GET /admin/disputes shows it: decide it, or wait for its chargeback.",
	},
	{
		Code: "not_answered", Status: 400, Summary: "The merchant has not answered",
		Message: "the merchant has not answered the dispute",
		Next:    "The merchant answers with POST /disputes/{id}/evidence.",
	},
	{
		Code: "dispute_deducted", Status: 400, Summary: "A chargeback took the money of the dispute before",
		Message: "the reversal cb-1 took the money of the dispute",
		Next:    "GET /admin/reversals shows it.",
	},
	{
		Code: "not_held", Status: 400, Summary: "No money of the payment is held",
		Message: "no money of this payment is held",
		Next:    "GET /admin/clients/{id}/balance shows what is.",
	},
	{
		Code: "slip_exceeds_fees", Status: 400, Summary: "With the slips approved before, the tax is above the share of the fees of its month",
		Message: "of the fees of 2025-12, 150000.00 rupiah without VAT, at most 3000.00 rupiah can still be credited",
		Next:    "Reject the slip and say what is wrong; GET /admin/clients/{id}/statement shows the fees of the month.",
	},
	{
		Code: "reference_used", Status: 400, Field: "reference", Summary: "Another entry has the reference",
		Message: "is that of another entry",
		Next:    "GET /admin/treasury shows the other entry.",
	},
	{
		Code: "period_running", Status: 409, Summary: "The month is not over", Field: "period",
		Message: "2026-01 is not over: it ends at 2026-02-01T00:00:00+07:00",
		Next:    "Ask again after its end.",
	},
	{
		Code: "period_earlier_open", Status: 409, Summary: "An earlier month with bookings is open", Field: "period",
		Message: "2025-12 has bookings and is not closed: close it first",
	},
	{
		Code: "period_closed", Status: 409, Summary: "The month is closed", Field: "period",
		Message: "2026-01 is closed already: what comes later is booked in an open month",
	},
	{
		Code: "period_unsound", Status: 409, Summary: "A check of the month is missing, or found something", Field: "period",
		Message: "verify: start a verify of the whole log: none read the month after its end",
		Next:    "GET /admin/periods/{period} has the checklist.",
	},
	{
		Code: "second_admin_needed", Status: 409, Summary: "The act needs two administrators, and there is one",
		Message: "this needs two administrators, and there is only one",
		Next:    "POST /admin/admins adds one.",
	},
	{
		Code: "period_open", Status: 409, Summary: "The month is not closed", Field: "period",
		Message: "the month is not closed",
		Next:    "POST /admin/periods/{period}/close closes it.",
	},
	{
		Code: "bank_format_differs", Status: 409, Summary: "The day was imported in another format",
		Message: "the day came in another format before, and a day has one format",
		Next:    "Import the file of the other format, or leave the day as it is: GET /admin/bank-statements shows it.",
	},
	{
		Code: "bank_files_contradict", Status: 409, Summary: "An earlier file says something else of the day",
		Message: "two files contradict each other",
		Next:    "Ask the bank which of both named files is right. Nothing of this one was taken.",
	},
	{
		Code: "bank_line_pending", Status: 409, Summary: "The bank has not booked the line",
		Message: "the bank has not booked the line",
		Next:    "Import a later file.",
	},
	{
		Code: "bank_line_cleared", Status: 409, Summary: "The line is matched or explained already",
		Message: "the line is matched or explained already",
		Next:    "POST /admin/bank-lines/{line_id}/reopen takes that back.",
	},
	{
		Code: "bank_amount_differs", Status: 400, Summary: "Line and booking are not of the same amount",
		Message: "the line is about another amount than the booking",
	},
	{
		Code: "bank_booking_taken", Status: 409, Summary: "The booking belongs to another line",
		Message: "the booking belongs to another line",
		Next:    "POST /admin/bank-lines/{line_id}/reopen of that line frees it.",
	},
}
