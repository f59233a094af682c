package errorcode

// The service itself fails.
var ofService = []Error{
	{
		Code: "internal", Status: 500, Summary: "Something is broken",
		Message: "server error",
		Next:    "Try again, a creation with its Idempotency-Key; if it stays, tell the support the X-Request-Id.",
	},
	{
		Code: "unavailable", Status: 503, Summary: "The service can't answer now",
		Message: "the service can't answer now, try again",
		Next:    "Try again in a few seconds, a creation with its Idempotency-Key.",
	},
	{
		Code: "log_suspended", Status: 503, Summary: "The service stands still until its operator has looked at it",
		Message: "the service stands still: its log may lack what it acknowledged",
		Next: "Waiting loses nothing. Ask the operator when it goes on; then repeat a creation with its Idempotency-Key, " +
			"and look up what you created last.",
	},
	{
		Code: "busy", Status: 503, Summary: "Too many changes of the same thing at once",
		Message: "too many changes at once, try again",
		Next:    "Try again in a second.",
	},
	{
		Code: "not_ready", Status: 503, Summary: "The service is starting",
		Message: "the read models are catching up with the log",
		Next:    "Try again in a few seconds.",
	},
	{
		Code: "draining", Status: 404, Summary: "The instance stops",
		Message: "this instance stops: it finishes what is under way and takes no new requests",
		Next:    "Ask another instance.",
	},
	{
		Code: "mail_not_configured", Status: 503, Summary: "The gateway has no mail server",
		Message: "the gateway has no mail server",
		Next:    "The operator sets SMTP_URL.",
	},
	{
		Code: "realtime_not_configured", Status: 503, Summary: "Realtime is switched off",
		Message: "realtime is not configured",
		Next:    "Use callbacks instead; the operator switches realtime on.",
	},
	{
		Code: "realtime_full", Status: 503, Summary: "The realtime server has all the connections that it takes",
		Message: "no more connections here now, try again",
		Next:    "Connect again after a pause that grows.",
	},
	{
		Code: "proofs_not_ready", Status: 503, Summary: "The tree that proves is behind the log",
		Message: "the proofs are still being prepared, try again",
		Next:    "Try again in a few seconds.",
	},
	{
		Code: "log_altered", Status: 409, Summary: "The log was changed after it was signed",
		Message: "an event is not the one that was signed",
		Next:    "Keep the statement and the checkpoint that you have, and ask the operator.",
	},
}
