package server

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"gateway/domain"
	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
)

// textHeaders are the headers whose text may reach a database or an answer.
var textHeaders = []string{"Idempotency-Key", "X-Api-Key", "Authorization", "X-Callback-Token"}

// refuseInvalidText answers 400 invalid_field if the path, query or headers contain text that is not UTF-8, or
// a NUL, because PostgreSQL stores neither. Bodies are checked when they are parsed. A surface for people shows
// a page instead.
func refuseInvalidText(people pagesByPrefix) gin.HandlerFunc {
	return func(c *gin.Context) {
		field, found := invalidText(c)
		if !found {
			return
		}
		if p := people.of(c.Request.URL.Path); p != nil {
			p.Unreadable(c)
			c.Abort()
			return
		}
		envelope.Fail(c, domain.InvalidField(field, "must be UTF-8 without NUL"))
	}
}

// invalidText names the first part of the request that is not valid text.
func invalidText(c *gin.Context) (field string, found bool) {
	for _, p := range c.Params {
		if !isText(p.Value) {
			return p.Key, true
		}
	}
	if !isText(c.Request.URL.Path) {
		return "path", true
	}
	if name, found := invalidQuery(c.Request.URL.RawQuery); found {
		return name, true
	}
	for _, name := range textHeaders {
		for _, value := range c.Request.Header.Values(name) {
			if !isText(value) {
				return name, true
			}
		}
	}
	return "", false
}

func invalidQuery(raw string) (name string, found bool) {
	if isText(raw) && !strings.Contains(raw, "%") {
		return "", false
	}
	values, _ := url.ParseQuery(raw) // it leaves out what it can't parse, as gin does
	for name, all := range values {
		if !isText(name) || !isText(raw) {
			return "query", true
		}
		for _, value := range all {
			if !isText(value) {
				return name, true
			}
		}
	}
	return "", false
}

func isText(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
