// Package callbacksender sends signed callbacks to the URLs that clients gave, and derives the secrets that
// sign them (API reference: Callbacks).
//
// Signing follows Standard Webhooks. Receivers are not trusted: the address is checked when it is dialled,
// only the status of the answer matters, and the time and size of an answer are limited. The package stores,
// retries and logs nothing; the callback reactor decides when to send.
package callbacksender
