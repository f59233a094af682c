package reference

import "html/template"

// Tag is a group of operations, on a page of its own.
type Tag struct {
	Name, Slug string
	About      template.HTML
	Operations []Operation
}

// Operation is one operation, or one callback that the gateway sends.
type Operation struct {
	// ID is the operationId, and the fragment of its address.
	ID string
	// Method is in upper case. Path is that of the description; of a callback it is empty.
	Method, Path string
	Summary      string
	About        template.HTML
	// Credential says in words what it is called with; Header is the header that carries it,
	// empty for none.
	Credential, Header string
	// Scope is the one that an API key needs, empty where none is taken.
	Scope    string
	Requires []string
	// DualControl is amount, always, or empty.
	DualControl string
	Parameters  []Field
	Body        []Field
	BodyExample string
	Responses   []Response
	// Curl calls it, on a command line.
	Curl string
	// Sent is set for a callback: nothing can be tried.
	Sent bool
	text string
}

// Field is a member of an object, or a parameter.
type Field struct {
	Name, In string
	Type     string
	Required bool
	// Limits are the rules for its value, in words.
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
