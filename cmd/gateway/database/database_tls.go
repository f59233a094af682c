package database

import (
	"gateway/cmd/gateway/config"
)

// WithTLS returns a store's URL with its sslmode. A URL that is not PostgreSQL's, or not valid, is
// returned as it is, for the code that opens it.
func WithTLS(raw string) string {
	u, err := config.ParseURL(raw)
	if err != nil {
		return raw
	}
	return u.String()
}
