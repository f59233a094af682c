package page

import (
	"crypto/rand"
	"net/http"
	"slices"
	"strings"
)

// Form sends what a person enters to an Action.
type Form struct {
	Title string
	// Hint is a sentence below the title.
	Hint string
	// Action is the path of the Action below the site's prefix.
	Action string
	Submit string
	Fields []Field
	// Danger says that the action can't be undone.
	Danger bool
	// Inline shows a small form, such as one button.
	Inline bool
	// Key is the idempotency key of a form that is the second step of another one (Context.SentKey). It is empty for
	// any other form.
	Key string
}

// Ask is a form that leads to a page or a file, with its fields in the address.
type Ask struct {
	Path, Submit string
	Fields       []Field
}

func (Ask) template() string { return "ask" }

// FormKey is the idempotency key of a form. Usually it is new. If the form was sent and its outcome is unknown,
// the key stays the same, so that sending it again does nothing twice.
func (p part) FormKey() string {
	if f, ok := p.B.(Form); ok && f.Key != "" {
		return f.Key
	}
	isUnknown := p.Problem != nil && (p.Problem.Status >= http.StatusInternalServerError || p.Problem.Code == "idempotency_key_in_use")
	if f, ok := p.B.(Form); ok && isUnknown && p.isSent(f.Action) && p.Posted.Get(keyField) != "" {
		return p.Posted.Get(keyField)
	}
	return rand.Text()
}

// SentKey is the idempotency key of the sent form. The second step of a form passes it on, so that one form makes one
// thing, however often a person goes back and forth between the steps.
func (c *Context) SentKey() string { return c.Posted.Get(keyField) }

// isSent reports whether the form at a path below the site's prefix is the sent one.
func (p part) isSent(form string) bool {
	path, _, _ := strings.Cut(form, "?")
	return p.Posted != nil && p.gin.Request.URL.EscapedPath() == p.Link(path)
}

// Field is a field of a form or a filter.
type Field struct {
	// Name is the field's name in the API.
	Name  string
	Label string
	Hint  string
	// Kind is the type of the input (email, password, date, month, datetime-local, hidden), area for
	// several lines, check for a box, file for files, Money for an amount; empty for a text.
	Kind string
	// Value is the initial value.
	Value    string
	Required bool
	// Numeric opens a keyboard of digits.
	Numeric bool
	// Complete is the autocomplete token of HTML.
	Complete string
	Options  []Option
	// Suggested are choices that a person finds by typing a part of them, without scripts. Other texts can be typed
	// too, and are for the API to refuse. A field has Options or these.
	Suggested []Option
	// Accept lists the media types that a field for files offers, separated by commas.
	Accept string
}

// HasFiles reports whether the form can carry files.
func (f Form) HasFiles() bool {
	return slices.ContainsFunc(f.Fields, func(f Field) bool { return f.Kind == "file" })
}

// offers reports whether a value is one of the field's choices. A field without choices takes any value.
func (f Field) offers(value string) bool {
	return len(f.Options) == 0 || slices.ContainsFunc(f.Options, func(o Option) bool { return o.Value == value })
}

// Option is one choice of a field.
type Option struct{ Value, Text string }

// Checked is the value of a checkbox.
func Checked(yes bool) string {
	if yes {
		return "true"
	}
	return ""
}
