package errorcode

// The request itself is wrong.
var ofRequest = []Error{
	{
		Code: "invalid_field", Status: 400, Field: "amount", Summary: "A field, parameter or header is not valid",
		Message: "must be a JSON number, not a string",
	},
	{
		Code: "malformed_json", Status: 400, Summary: "The body is no JSON object",
		Message: "the body must be a JSON object",
		Next:    "Send one JSON object in UTF-8, with each key once; the message says where it stops being one.",
	},
	{
		Code: "wrong_content_type", Status: 400, Summary: "The body is no JSON, and is not said to be",
		Message: "the body is text/plain and not JSON",
		Next:    "Send JSON, with the header Content-Type: application/json.",
	},
	{
		Code: "body_too_large", Status: 400, Summary: "The body is larger than 1 MiB, or than 16 KiB where no credential is needed",
		Message: "the body may have at most 1048576 bytes",
		Next:    "Send less: metadata and transaction_log may have 16 KiB each.",
	},
	{
		Code: "unsupported_encoding", Status: 400, Summary: "The body is compressed",
		Message: "send the body without Content-Encoding",
		Next:    "Send the body as it is, without gzip.",
	},
	{
		Code: "cursor_gone", Status: 410, Summary: "The log has no event at this cursor",
		Message: "the log has no event at this cursor: it is older than the cursor, or the cursor is another client's",
		Next:    "Read again from the start, without `after`, and pass over the ids that you know.",
	},
	{
		Code: "no_such_path", Status: 404, Summary: "There is no such path, or only the sandbox has it",
		Message: "there is no such path",
		Next:    "The paths are in the reference, and begin with /api/v2.",
	},
	{
		Code: "method_not_allowed", Status: 405, Summary: "The path does not take this method",
		Message: "this path takes GET and PUT, not PATCH",
		Next:    "The header Allow lists them.",
	},
	{
		Code: "not_found", Status: 404, Summary: "There is no such thing, or it is another client's",
		Message: "not found",
		Next:    "Look the id up in the matching list; sandbox and production have different ones.",
	},
	{
		Code: "client_not_found", Status: 404, Summary: "There is no such client",
		Message: "there is no such client",
		Next:    "GET /account shows your own id.",
	},
	{
		Code: "idempotency_key_reused", Status: 409, Summary: "The key was used for another request",
		Message: "this Idempotency-Key was used for another request",
		Next:    "Use a new Idempotency-Key for another request; for a retry send the same method, path and body.",
	},
	{
		Code: "idempotency_key_in_use", Status: 409, Summary: "The first request with the key is in flight",
		Message: "the first request with this Idempotency-Key is still in flight",
		Next:    "Wait a moment and send the same request with the same key again: it gives the answer of the first.",
	},
	{
		Code: "duplicate_transaction_id", Status: 400, Field: "transaction_id", Summary: "The transaction_id was used before",
		Message: "was recorded already",
		Next:    "Find the first with GET /transactions/external/{externalId}, or send another transaction_id.",
	},
}
