package staff

import (
	"net/http"
	"strings"

	"gateway/domain/words"
	"gateway/http/page"
)

// reasonField asks for the reason of a decision.
func reasonField(c *page.Context, required bool) page.Field {
	return page.Field{Name: "reason", Label: c.T(words.Reason), Required: required}
}

// reasonBody is the body of a request that only has a reason.
func reasonBody(c *page.Context) any { return page.Body{"reason": c.Field("reason")} }

// confirmField is a checkbox with which a person confirms to have read what a step does.
func confirmField(c *page.Context) page.Field {
	return page.Field{Name: "confirm", Label: c.T(words.ConfirmRead), Kind: "check", Required: true}
}

// demand refuses a form in which one of these fields is empty. The API takes these steps without them, because
// programs know what they do and may keep the reason in their own log.
func demand(c *page.Context, names ...string) error {
	refusal := &page.Problem{Status: http.StatusBadRequest, Code: "invalid_field", Fields: map[string]string{}}
	for _, name := range names {
		if strings.TrimSpace(c.Field(name)) == "" {
			refusal.Fields[name] = "is required"
		}
	}
	if len(refusal.Fields) == 0 {
		return nil
	}
	return refusal
}

// demanding returns an action that first demands the fields.
func demanding(do func(*page.Context) (page.Result, error), names ...string) func(*page.Context) (page.Result, error) {
	return func(c *page.Context) (page.Result, error) {
		if err := demand(c, names...); err != nil {
			return page.Result{}, err
		}
		return do(c)
	}
}

// step is the form of one step. Its title is also on its button. The hint may be the zero value.
func step(c *page.Context, action string, title, hint words.Text, fields ...page.Field) page.Form {
	return page.Form{Title: c.T(title), Hint: c.T(hint), Action: action, Submit: c.T(title), Fields: fields}
}

// danger is the form of a step that can't be undone.
func danger(c *page.Context, action string, title, hint words.Text, fields ...page.Field) page.Form {
	form := step(c, action, title, hint, fields...)
	form.Danger = true
	return form
}

// noHint is the hint of steps that explain themselves.
var noHint words.Text

// statusFilter filters a list by state.
func statusFilter(c *page.Context, states ...string) page.Field {
	return page.Field{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, states...)}
}

// connectionFilter filters a list by the name of a connection to a provider.
func connectionFilter(c *page.Context) page.Field {
	return page.Field{Name: "connection", Label: c.T(words.Connection)}
}

// clientFilter filters a list by a client's id.
func clientFilter(c *page.Context) page.Field {
	return page.Field{Name: "client_id", Label: c.T(words.ClientID), Numeric: true}
}
