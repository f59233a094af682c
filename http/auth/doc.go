// Package auth authenticates callers for all surfaces: API keys with a cache of their
// owners, login sessions with bearer tokens, passwords, and limits on how often
// something may be tried. Each surface decides which operations an
// authenticated caller may use.
package auth
