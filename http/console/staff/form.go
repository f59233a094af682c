package staff

import (
	"gateway/http/console/page"
	"gateway/http/console/words"
)

// reasonField is the reason of a decision.
func reasonField(c *page.Context, required bool) page.Field {
	return page.Field{Name: "reason", Label: c.T(words.Reason), Required: required}
}

// reasonBody is the body of a request that only has a reason.
func reasonBody(c *page.Context) map[string]string {
	return map[string]string{"reason": c.Field("reason")}
}

// step is the form of one step that a person may take: its title is on its button, too. The hint
// may be the zero value.
func step(c *page.Context, action string, title, hint words.Text, fields ...page.Field) page.Form {
	return page.Form{Title: c.T(title), Hint: c.T(hint), Action: action, Submit: c.T(title), Fields: fields}
}

// danger is a step that can't be undone.
func danger(c *page.Context, action string, title, hint words.Text, fields ...page.Field) page.Form {
	form := step(c, action, title, hint, fields...)
	form.Danger = true
	return form
}

// noHint is for steps that explain themselves.
var noHint words.Text

// statusFilter is the filter of a list by its states.
func statusFilter(c *page.Context, states ...string) page.Field {
	return page.Field{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, states...)}
}

// clientFilter is the filter of a list by a client's id.
func clientFilter(c *page.Context) page.Field {
	return page.Field{Name: "client_id", Label: c.T(words.Client), Numeric: true}
}
