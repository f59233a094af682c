package harness

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// Operation is an operation of the description.
type Operation struct {
	*openapi3.Operation
	Row, Method, Pattern string
}

// Operations returns the operations for which the condition holds, by path. The test ends if there are none.
func Operations(t *testing.T, condition func(Operation) bool) []Operation {
	t.Helper()
	var all []Operation
	d := described(t)
	for _, row := range slices.Sorted(maps.Keys(d.answered)) {
		if o := d.operation(row); condition(o) {
			all = append(all, o)
		}
	}
	if len(all) == 0 {
		t.Fatal("the description has no such operation")
	}
	return all
}

// Described returns the description against which all calls are checked.
func Described(t *testing.T) *openapi3.T { return described(t).Doc }

func described(t *testing.T) *description {
	t.Helper()
	Shared(t).Admin(t) // the first call loads it
	return Client.Transport.(*checkingTransport).api
}

// operation finds the operation of a row. The row may name the parameters differently.
func (d *description) operation(row string) Operation {
	method, path := Sample(row)
	request, _ := http.NewRequest(method, path, nil) // rows are paths
	row = d.rows.find(request)
	method, pattern, _ := strings.Cut(row, " ")
	return Operation{Operation: d.Doc.Paths.Value(pattern).GetOperation(method), Row: row, Method: method, Pattern: pattern}
}

// Answers reports whether the description knows the status.
func (o Operation) Answers(status string) bool { return o.Responses.Value(status) != nil }

// Scheme is the name of the one credential that the operation needs, or empty.
func (o Operation) Scheme() string {
	for _, requirement := range *o.Security {
		for name := range requirement {
			return name
		}
	}
	return ""
}

// Takes reports whether the operation has the parameter.
func (o Operation) Takes(name string) bool {
	return slices.ContainsFunc(o.Parameters, func(p *openapi3.ParameterRef) bool { return p.Value.Name == name })
}

// Requires reports whether x-requires in the description has the word.
func (o Operation) Requires(word string) bool {
	words, _ := o.Extensions["x-requires"].([]any)
	return slices.Contains(words, any(word))
}
