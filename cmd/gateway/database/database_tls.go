package database

import (
	"gateway/cmd/gateway/config"
)

// WithTLS returns a store's URL with its sslmode. It returns an invalid URL, or one that is not PostgreSQL's,
// unchanged for the code that opens it.
func WithTLS(raw string) string {
	u, err := config.ParseURL(raw)
	if err != nil {
		return raw
	}
	return u.String()
}
