// Package callback sends signed callbacks to the URLs that clients gave, and
// derives the secrets they are signed with.
//
// Signing follows Standard Webhooks. The receivers are strangers: where they are
// is checked at dial time, what they answer is not looked at beyond the status,
// and how long they take is bounded. When to send and whether to try again is
// decided elsewhere; nothing here stores, retries or logs.
package callback
