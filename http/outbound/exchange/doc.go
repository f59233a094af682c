// Package exchange makes the calls of the adapters to payment providers: one request over HTTP, and its answer. It
// tells a call that certainly did nothing from one that may have done something, reads only answers of a limited
// length, follows no redirect, and reports each call to an observer. It knows no provider's protocol.
package exchange
