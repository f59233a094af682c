package envelope

import (
	"net/url"
	"strconv"
	"strings"

	"gateway/domain"

	"github.com/gin-gonic/gin"
)

// Limits of a page (decisions, API details).
const (
	DefaultPerPage = 15
	MaxPerPage     = 100
	// maxPage keeps the offset within what a list can be asked for.
	maxPage = 1_000_000_000
)

// Page is a page of a list, counted from 1.
type Page struct{ Number, PerPage int }

// Offset is how many rows come before the page.
func (p Page) Offset() int64 { return int64(p.Number-1) * int64(p.PerPage) }

func (p Page) last(total int64) int {
	return max(1, int((total+int64(p.PerPage)-1)/int64(p.PerPage)))
}

// PageOf reads page and per_page of the query.
func PageOf(c *gin.Context) (Page, error) {
	number, err := queryInt(c, "page", 1, maxPage)
	if err != nil {
		return Page{}, err
	}
	perPage, err := queryInt(c, "per_page", DefaultPerPage, MaxPerPage)
	return Page{Number: number, PerPage: perPage}, err
}

func queryInt(c *gin.Context, name string, absent, limit int) (int, error) {
	raw, ok := c.GetQuery(name)
	if !ok {
		return absent, nil
	}
	n, err := strconv.Atoi(raw)
	if err != nil || n < 1 || n > limit {
		return 0, domain.InvalidField(name, "must be an integer from 1 to %d", limit)
	}
	return n, nil
}

// ID reads an integer path parameter.
func ID(c *gin.Context, name string) (int64, error) {
	id, err := strconv.ParseInt(c.Param(name), 10, 64)
	if err != nil || id < 1 {
		return 0, domain.InvalidField(name, "must be a positive integer")
	}
	return id, nil
}

// Text reads a string path or query value: at most MaxString characters, no
// control characters.
func Text(name, value string) (string, error) {
	if err := (field{max: MaxString}).checkString(value); err != nil {
		return "", named(err, name)
	}
	return value, nil
}

// CheckURL refuses what is not an absolute http or https URL without credentials.
// The empty string passes: required is another rule.
func CheckURL(name, raw string) error {
	if raw == "" {
		return nil
	}
	if len(raw) > MaxURL {
		return domain.InvalidField(name, "may have at most %d characters", MaxURL)
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
