package page

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// Who is the logged-in person, whom the API is asked for at each request.
type Who struct {
	ID           int64
	Email, Role  string
	SecondFactor bool
}

// Context is one request for a page, or one sent form.
type Context struct {
	Language words.Language
	// Who is the zero value on pages without a login.
	Who   Who
	Query url.Values
	// Posted holds the values of the sent form; nil for a page.
	Posted url.Values
	// Problem says why the form was refused, when its page is shown again.
	Problem *Problem

	// title, unless empty, replaces the page's own title.
	title string
	// form is the action of the sent form; nil for a page.
	form *Action
	// repeated says that the API had already done what the form asks for, for the same form.
	repeated bool
	// asked is the approval that the API asked for instead of doing what the form asks for; nil if there is none.
	asked *api.Approval

	// follows lets a still page follow events this time.
	follows bool

	// returns is where the switch of languages leads back to; empty for the page itself.
	returns string
	// kept holds what Once asked for.
	kept map[string]any

	gin   *gin.Context
	site  *Site
	token string
}

// T returns a text in the page's language.
func (c *Context) T(text words.Text, args ...any) string { return text.In(c.Language, args...) }

// Word returns the word of a table for a key of the API, or the key itself if there is none.
func (c *Context) Word(table map[string]words.Text, key string) string {
	if text, ok := table[key]; ok {
		return text.In(c.Language)
	}
	return key
}

// SetTitle names the page after the thing that it shows.
func (c *Context) SetTitle(title string) { c.title = title }

// Follow lets a still page follow events this time, because something on it goes on.
func (c *Context) Follow() { c.follows = true }

// Param returns a parameter of the page's path.
func (c *Context) Param(name string) string { return c.gin.Param(name) }

// May reports whether the person's role may use the group.
func (c *Context) May(group string) bool { return group == "" || c.site.Roles.May(c.Who.Role, group) }

// Request is the browser's request.
func (c *Context) Request() *http.Request { return c.gin.Request }

// SecondFrom returns the amount in rupiah from which on an administrator's act needs a second one, nil if none does.
func (c *Context) SecondFrom() (*decimal.Decimal, error) {
	if c.site.SecondFrom == nil {
		return nil, nil
	}
	return c.site.SecondFrom(c.gin.Request.Context())
}

// Sandbox reports whether the gateway runs without real money.
func (c *Context) Sandbox() bool { return c.site.Sandbox }

// OtherGateway is the address of the portal of the operator's other gateway, empty if there is none: of production in the sandbox, of
// the sandbox in production.
func (c *Context) OtherGateway() string {
	if c.site.Other == "" {
		return ""
	}
	return strings.TrimSuffix(c.site.Other, "/") + "/portal"
}

// Host is the name under which people reach the gateway (Config.Host).
func (c *Context) Host() string { return c.site.Host }

// Ask implements api.Caller. If the API refuses, the error is a *Problem.
func (c *Context) Ask(path string, query url.Values, into any) (meta envelope.Meta, after string, err error) {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	answer, err := c.site.api.call(c.gin.Request, c.token, http.MethodGet, path, nil, nil)
	if err != nil {
		return meta, "", err
	}
	meta, err = answer.read(into)
	return meta, answer.next(), err
}

// Send implements api.Caller. It sends the form's idempotency key, so that a form that is sent twice creates one
// thing. If the API asks for an approval instead, the person is led to the approval, and into gets only what the
// answer shows to the person who asked, such as a new key.
func (c *Context) Send(method, path string, body, into any) error {
	header := http.Header{}
	if key := c.Posted.Get(keyField); key != "" {
		header.Set("Idempotency-Key", key)
	}
	answer, err := c.sendOnce(method, path, header, body)
	if err != nil {
		return err
	}
	c.repeated = c.repeated || answer.header.Get("Idempotency-Replayed") != ""
	if answer.status == http.StatusAccepted {
		c.asked = &api.Approval{}
		if _, err = answer.read(c.asked); err != nil || into == nil || c.asked.Result == nil {
			return err
		}
		return json.Unmarshal(*c.asked.Result, into)
	}
	_, err = answer.read(into)
	return err
}

// inUseFor is how long a form waits while the same form is being processed, because the person pressed twice.
const inUseFor = 5 * time.Second

// sendOnce sends a request. If the same form is being processed at this moment, it waits and returns the
// outcome of that one.
func (c *Context) sendOnce(method, path string, header http.Header, body any) (*recorder, error) {
	for end := time.Now().Add(inUseFor); ; {
		answer, err := c.site.api.call(c.gin.Request, c.token, method, path, header, body)
		if err != nil || answer.status != http.StatusConflict || header.Get("Idempotency-Key") == "" || time.Now().After(end) {
			return answer, err
		}
		var refusal *Problem
		if _, err := answer.read(nil); !errors.As(err, &refusal) || refusal.Code != "idempotency_key_in_use" {
			return answer, nil
		}
		select {
		case <-c.gin.Request.Context().Done():
			return answer, nil
		case <-time.After(inUseFor / 50):
		}
	}
}

// Raw asks the API for a file, such as a statement, and passes it on unchanged while the API makes it.
func (c *Context) Raw(path string) error {
	answer := &passer{recorder: recorder{header: http.Header{}, status: http.StatusOK}, to: c.gin.Writer}
	err := c.site.api.send(answer, c.gin.Request, c.token, http.MethodGet, path, nil, nil)
	if err == nil && answer.refused() {
		_, err = answer.read(nil)
	}
	return err
}

// LookAgain makes the browser ask for the page again in two seconds, without scripts. It serves work in
// progress that no event reports.
func (c *Context) LookAgain() {
	c.gin.Header("Refresh", "2; url="+c.gin.Request.URL.EscapedPath())
}

// Link is the address of a page of the same site.
func (c *Context) Link(path string) string { return c.site.Prefix + path }

// Field is the posted value of a field. The API trims it if its rules say so.
func (c *Context) Field(name string) string { return c.Posted.Get(name) }
