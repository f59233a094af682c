// Package contract holds what the adapter of every provider promises to the rest of the gateway, and tests it at the
// simulated company of each, over a wire that fails at each call in each way: a call is lost before or after the company
// has carried it out, answered by a proxy, cut in the middle, repeated, or left hanging.
//
// What one adapter alone promises is tested beside it.
package contract
