package auth

import (
	"regexp"
	"strings"

	"gateway/domain"

	"github.com/gin-gonic/gin"
)

// Patterns of credentials, of any length. They tell one kind of credential from another; matching one grants nothing.
var (
	likeKey   = regexp.MustCompile(`^sk_[a-z]+_`)
	likeToken = regexp.MustCompile(`^[0-9a-f]{64}$`)
	keyForm   = regexp.MustCompile(`^sk_live_[0-9a-f]{48}$`)
)

// NoKey returns the refusal invalid_api_key for a request without a valid API key. The message says what is
// wrong with the headers, judged by their form, and never repeats them.
func NoKey(c *gin.Context) error {
	key, token := c.GetHeader("X-API-Key"), BearerToken(c)
	return domain.Refuse(domain.Unauthorized, "invalid_api_key", "%s", keyProblem(key, token))
}

func keyProblem(key, token string) string {
	switch {
	case key == "" && likeKey.MatchString(token):
		return "the API key is in the header Authorization and belongs into X-API-Key"
	case key == "" && token != "":
		return "the header X-API-Key is missing: a token of POST /auth/login, in Authorization, does not open this path"
	case key == "":
		return "the header X-API-Key is missing"
	case likeToken.MatchString(key):
		return "the header X-API-Key holds a token of POST /auth/login, which is not an API key"
	case !keyForm.MatchString(key):
		return "the header X-API-Key holds no API key: one is sk_live_ and 48 hexadecimal characters"
	}
	return "the API key is not valid or not active, or is one of the other environment (sandbox, production)"
}

// NoToken returns the refusal invalid_token for a request without the token of an open session. Its message
// explains as that of NoKey does. login is the path that issues tokens.
func NoToken(c *gin.Context, login string) error {
	return domain.Refuse(domain.Unauthorized, "invalid_token", "%s",
		tokenProblem(c.GetHeader("Authorization"), BearerToken(c), c.GetHeader("X-API-Key"), "POST "+login))
}

func tokenProblem(header, token, key, login string) string {
	switch {
	case strings.TrimSpace(header) == "" && key != "":
		return "the header Authorization is missing: an API key does not open this path, only a token of " + login
	case strings.TrimSpace(header) == "":
		return "the header Authorization is missing: " + login + " gives a token"
	case token == "":
		return "the header Authorization is not of the form Bearer <token>: " + login + " gives a token"
	case likeKey.MatchString(token):
		return "the header Authorization holds an API key: this path takes only a token of " + login
	}
	return "the token has expired or is not valid: " + login + " gives a new one"
}
