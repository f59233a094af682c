// Package auth tells the surfaces who sent a request: it reads the bearer token, and
// makes the authenticated client or administrator known to the handlers and the actor of
// the events that the request causes. Passwords, API keys and sessions are checked by
// package credential. Each surface decides which operations an authenticated caller may
// use.
package auth
