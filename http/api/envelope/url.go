package envelope

import (
	"net/url"
	"strings"

	"gateway/domain"
	"gateway/domain/text"
)

// CheckURL refuses, as invalid_field, anything but an absolute http or https URL without a user name or
// password. The empty string passes; whether a field is required is checked elsewhere.
func CheckURL(name, raw string) error {
	if raw == "" {
		return nil
	}
	if _, err := (text.Border{Longest: MaxURL}).Pass(raw); err != nil {
		return named(err, name)
	}
	if strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return domain.InvalidField(name, "must not contain spaces or control characters")
	}
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return domain.InvalidField(name, "must be an http or https URL")
	}
	if u.User != nil {
		return domain.InvalidField(name, "must not contain a user name or password")
	}
	return nil
}
