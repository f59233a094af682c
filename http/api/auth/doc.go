// Package auth tells the surfaces who sent a request. It reads the bearer token, gives the handlers the
// authenticated client or administrator, and makes the caller the actor of the events that the request causes.
// Package credential checks passwords, API keys and sessions. Each surface decides which operations an
// authenticated caller may use.
package auth
