package errorcode

// Who the caller is, and what it may do.
var ofWho = []Error{
	{
		Code: "invalid_api_key", Status: 401, Summary: "The API key is missing, not valid or not active",
		Message: "the header X-API-Key is missing",
		Next:    "Send the API key in the header X-API-Key; POST /api-keys gives a new one.",
	},
	{
		Code: "invalid_token", Status: 401, Summary: "The token is missing, expired or not valid",
		Message: "the header Authorization is missing: POST /auth/login gives a token",
		Next:    "Send the token in the header Authorization: Bearer <token>.",
	},
	{
		Code: "wrong_credentials", Status: 401, Summary: "The address or the password is wrong",
		Message: "the e-mail address or the password is wrong",
		Next:    "Check both, or ask for a link with POST /auth/forgot-password.",
	},
	{
		Code: "code_required", Status: 401, Summary: "The password is right, and a code is needed",
		Message: "this login needs a code of the second factor, or a recovery code, in `code`",
		Next:    "Send the login again with `code`.",
	},
	{
		Code: "wrong_code", Status: 401, Summary: "The code is wrong",
		Message: "the code is wrong, or was used before",
		Next:    "Take the code that the app shows now, and check the clock of the phone.",
	},
	{
		Code: "address_not_allowed", Status: 403, Summary: "The API key is bound to other addresses",
		Message: "this API key may not be used from this address",
		Next:    "Call from an address that the key is bound to, or make a key with other addresses with POST /api-keys.",
	},
	{
		Code: "scope_missing", Status: 403, Summary: "The API key lacks the scope",
		Message: "this API key lacks the scope payouts",
		Next:    "Call with a key that has the scope which the message names, or issue one with POST /api-keys; no key's scopes can be changed.",
	},
	{
		Code: "account_not_approved", Status: 403, Summary: "The account is not approved",
		Message: "the account is not approved",
		Next:    "An administrator reviews each registration: GET /auth/me shows the status, and everything works once it is approved.",
	},
	{
		Code: "account_suspended", Status: 403, Summary: "The account is suspended",
		Message: "the account is suspended: it can be read, not used",
		Next:    "Reading works, and open payments are still credited; ask the support with POST /tickets.",
	},
	{
		Code: "role_forbidden", Status: 403, Summary: "The role may not do this",
		Message: "your role may not do this",
		Next:    "Ask somebody with a role that may.",
	},
	{
		Code: "confirmation_needed", Status: 403, Summary: "The session needs a fresh proof of who you are",
		Message: "this needs your password again, and a code where a second factor is set up: confirm, and repeat the request",
		Next:    "Send the password to the operation `confirm` beside the login, and repeat the request within ten minutes.",
	},
	{
		Code: "developer_access_required", Status: 403, Summary: "The account has no developer access",
		Message: "an administrator must approve the account first",
		Next:    "GET /auth/me shows has_developer; it becomes true with the approval.",
	},
	{
		Code: "recovery_item_not_found", Status: 404, Summary: "The last recovery undid no such thing",
		Message: "the last recovery undid no such thing",
		Next:    "GET /me/recovery lists what was undone, each with its id.",
	},
	{
		Code: "not_restorable", Status: 409, Summary: "It can't be restored",
		Message: "it can't be restored: make it anew",
		Next:    "Choose a new password, set a second factor up, request the payout, invite the person, or issue a key again.",
	},
	{
		Code: "api_key_not_found", Status: 404, Summary: "There is no such key",
		Message: "there is no such key",
		Next:    "GET /api-keys shows the key that there is.",
	},
	{
		Code: "webhook_secret_lost", Status: 409, Summary: "The secret can't be shown any more",
		Message: "the secret can't be shown any more: rotate it with POST /webhook-secret",
		Next:    "Call POST /webhook-secret, and verify callbacks with the secret that it gives.",
	},
	{
		Code: "endpoint_secret_lost", Status: 409, Summary: "The endpoint's secret can't be used any more",
		Message: "the secret can't be used any more: rotate it with POST /callback-endpoints/{id}/rotate-secret",
		Next:    "Call POST /callback-endpoints/{id}/rotate-secret, and verify deliveries with the secret that it gives.",
	},
	{
		Code: "too_many_endpoints", Status: 409, Summary: "The client has 10 callback endpoints",
		Message: "a client may have 10 callback endpoints: delete one first",
		Next:    "GET /callback-endpoints lists them, DELETE /callback-endpoints/{id} deletes one.",
	},
	{
		Code: "endpoint_off", Status: 409, Summary: "The callback endpoint is switched off",
		Message: "the endpoint is switched off: switch it on first",
		Next:    "PUT /callback-endpoints/{id} with `active` switches it on.",
	},
	{
		Code: "link_invalid", Status: 400, Summary: "The link was used, has expired, or is not whole",
		Message: "the link was used already, has expired, or is not whole: ask for a new one",
		Next:    "POST /auth/forgot-password mails a new link.",
	},
	{
		Code: "link_ended", Status: 400, Summary: "The pause in which a change can be undone is over",
		Message: "this link has ended or is not valid",
		Next:    "Change your account with PUT /account, your password with PUT /me/password, or ask the support.",
	},
	{
		Code: "email_taken", Status: 409, Summary: "The address is registered",
		Message: "this e-mail is registered already",
		Next:    "Log in with it, or register another address.",
	},
	{
		Code: "second_factor_not_begun", Status: 400, Summary: "No second factor is being set up",
		Message: "no second factor is being set up: begin first",
		Next:    "The same path without /confirm begins it.",
	},
	{
		Code: "person_exists", Status: 409, Summary: "The client has a login with this address",
		Message: "this client has a login with this address already",
		Next:    "GET /me/users lists the logins.",
	},
	{
		Code: "too_many_keys", Status: 400, Summary: "The client has as many API keys as it may",
		Message: "a client may have 20 restricted keys",
		Next:    "Revoke a key that is not used any more with DELETE /api-keys/{id}; GET /api-keys says when each was used last.",
	},
	{
		Code: "too_many_people", Status: 400, Summary: "The client has 100 logins",
		Message: "a client may have 100 logins",
		Next:    "Remove a login that is not used any more with DELETE /me/users/{id}.",
	},
	{
		Code: "owner_required", Status: 400, Summary: "It is the login that registered the client",
		Message: "the login that registered the client stays its owner; change the account's e-mail to hand it over",
		Next:    "Change the e-mail of the account with PUT /account.",
	},
	{
		Code: "person_not_found", Status: 404, Summary: "There is no such login",
		Message: "there is no such login",
		Next:    "GET /me/users lists the logins.",
	},
	{
		Code: "not_your_channel", Status: 403, Summary: "The channel is another client's",
		Message: "the channel belongs to another client",
		Next:    "Subscribe to transactions:client.<client_id> with your own id.",
	},
	{
		Code: "ticket_forbidden", Status: 403, Summary: "The ticket is another client's",
		Message: "this is not your ticket",
		Next:    "GET /tickets lists your own.",
	},
	{
		Code: "too_many_requests", Status: 429, Summary: "A limit was passed",
		Message: "too many requests, try again later",
		Next:    "Wait as many seconds as the header Retry-After says.",
	},
}
