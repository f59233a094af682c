package reference

import "html/template"

// Tag is a group of operations on one page.
type Tag struct {
	Name, Slug string
	About      template.HTML
	Operations []Operation
}

// Operation is one operation, or one callback that the gateway sends.
type Operation struct {
	// ID is the operationId, and the fragment in the operation's address.
	ID string
	// Method is in upper case. Path is the one in the description, empty for a callback.
	Method, Path string
	Summary      string
	About        template.HTML
	// Credential says in words which credential a call needs; Header is the header that carries it. Both are
	// empty if none is needed.
	Credential, Header string
	// Scope is the scope that an API key needs, empty if the operation takes no API key.
	Scope    string
	Requires []string
	// DualControl is amount, always, or empty.
	DualControl string
	Parameters  []Field
	Body        []Field
	BodyExample string
	Responses   []Response
	// Curl is the command line that calls the operation.
	Curl string
	// Sent marks a callback, which readers can't try out.
	Sent bool
	text string
}

// Field is a member of an object, or a parameter.
type Field struct {
	Name, In string
	Type     string
	Required bool
	// Limits are the rules for the field's value, in words.
	Limits  []string
	About   template.HTML
	Example string
	Fields  []Field
}

// Response is an answer with its status, such as 201.
type Response struct {
	Status   string
	About    template.HTML
	Fields   []Field
	Codes    []string
	Examples []Example
}

// Example is a JSON document.
type Example struct{ Name, JSON string }
