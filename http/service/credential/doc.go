// Package credential checks credentials for all surfaces: API keys with a cache of their owners, login
// sessions, passwords, and limits on how often something may be tried. It does not depend on HTTP requests.
package credential
