package page

import "crypto/rand"

// Form sends what a person fills in to an Action.
type Form struct {
	Title string
	// Hint is a sentence below the title.
	Hint string
	// Action is the path of the Action below the site's prefix.
	Action string
	Submit string
	Fields []Field
	// Danger says that it can't be undone.
	Danger bool
	// Inline shows a small form, such as one button.
	Inline bool
}

// Ask is a form that leads to a page, or a file, with its fields in the address.
type Ask struct {
	Path, Submit string
	Fields       []Field
}

func (Ask) template() string { return "ask" }

// Key is a new idempotency key.
func (Form) Key() string { return rand.Text() }

// Field of a form or a filter.
type Field struct {
	// Name is the field's name in the API.
	Name  string
	Label string
	Hint  string
	// Kind is the type of the input (email, password, date, month, datetime-local, hidden), area for
	// several lines, check for a box; empty for a text.
	Kind string
	// Value is the first value.
	Value    string
	Required bool
	// Numeric opens the keyboard of digits.
	Numeric bool
	// Complete is the autocomplete token.
	Complete string
	Options  []Option
}

// Option of a choice.
type Option struct{ Value, Text string }

// Checked is the value of a box that is ticked, or not.
func Checked(yes bool) string {
	if yes {
		return "true"
	}
	return ""
}
