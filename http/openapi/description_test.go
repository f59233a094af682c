package openapi

import (
	"context"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// parsed is the description, parsed and validated once for all tests.
var parsed = sync.OnceValues(func() (*openapi3.T, error) {
	doc, err := openapi3.NewLoader().LoadFromData(Description)
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(context.Background(), openapi3.EnableSchemaFormatValidation())
})

func load(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// operations are all operations under paths, by method and path.
func operations(doc *openapi3.T) map[string]*openapi3.Operation {
	all := map[string]*openapi3.Operation{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			all[method+" "+path] = op
		}
	}
	return all
}

func TestTheDescriptionIsValidWithEveryExample(t *testing.T) {
	t.Parallel()
	if doc := load(t); doc.Info.Version != "1.0.0" {
		t.Errorf("version %s", doc.Info.Version)
	}
}

func TestEveryFieldIsDescribedWithAnExample(t *testing.T) {
	t.Parallel()
	for name, schema := range load(t).Components.Schemas {
		visitFields(name, schema, func(where string, s *openapi3.Schema) {
			if s.Description == "" {
				t.Errorf("%s has no description", where)
			}
			composed := len(s.Properties)+len(s.AllOf)+len(s.OneOf) > 0 || s.Items != nil
			if !composed && len(s.Examples) == 0 && where != "Error.success" {
				t.Errorf("%s has no example", where)
			}
		})
	}
}

// visitFields visits a schema and the schemas of its properties. It does not follow references, because the
// schemas that they name are visited on their own.
func visitFields(where string, ref *openapi3.SchemaRef, visit func(string, *openapi3.Schema)) {
	visit(where, ref.Value)
	for name, p := range ref.Value.Properties {
		if p.Ref == "" {
			visitFields(where+"."+name, p, visit)
		}
	}
	for _, part := range ref.Value.AllOf {
		for name, p := range part.Value.Properties {
			if part.Ref == "" && p.Ref == "" {
				visitFields(where+"."+name, p, visit)
			}
		}
	}
}

// Limits on requests keep oversized input out. Answers need none.
func TestEveryFieldOfARequestHasALimit(t *testing.T) {
	t.Parallel()
	for where, op := range operations(load(t)) {
		for _, p := range op.Parameters {
			checkLimit(t, where+" "+p.Value.Name, p.Value.Schema.Value)
		}
		if op.RequestBody == nil {
			continue
		}
		for name, p := range op.RequestBody.Value.Content["application/json"].Schema.Value.Properties {
			checkLimit(t, where+" "+name, p.Value)
		}
	}
}

func checkLimit(t *testing.T, where string, s *openapi3.Schema) {
	t.Helper()
	switch {
	case s.Type.Is("string") && s.MaxLength == nil && len(s.Enum) == 0,
		s.Type.Is("integer") && s.Min == nil,
		s.Type.Is("number") && s.Max == nil,
		s.Type.Is("array") && s.MaxItems == nil:
		t.Errorf("%s has no limit", where)
	}
}

// summary matches a phrase that begins with a capital letter and has no full stop.
var summary = regexp.MustCompile(`^[A-Z"'\x60].*[^.]$`)

func TestEveryOperationSaysWhatItDoesAndWhatCanGoWrong(t *testing.T) {
	t.Parallel()
	doc := load(t)
	ids := map[string]bool{}
	for where, op := range operations(doc) {
		if !summary.MatchString(op.Summary) || op.Description == "" || op.OperationID == "" || ids[op.OperationID] {
			t.Errorf("%s: summary %q, description %q, operationId %q", where, op.Summary, op.Description, op.OperationID)
		}
		ids[op.OperationID] = true
		if len(op.Tags) != 1 || doc.Tags.Get(op.Tags[0]) == nil {
			t.Errorf("%s has the tags %v", where, op.Tags)
		}
		if op.Security == nil {
			t.Fatalf("%s has no security", where)
		}
		for _, status := range failuresOf(where, op) {
			if op.Responses.Value(status) == nil {
				t.Errorf("%s does not describe its %s", where, status)
			}
		}
	}
}

// failuresOf returns the statuses that an operation must describe. The health checks can't fail like the API. A
// notification that can't be applied is acknowledged, so it is answered with 400 only if the caller broke off
// the body.
func failuresOf(where string, op *openapi3.Operation) (statuses []string) {
	if where == "GET /healthz" || where == "GET /readyz" {
		return nil
	}
	statuses = []string{"500", "503"}
	if len(*op.Security) > 0 {
		statuses = append(statuses, "401")
	}
	if (op.RequestBody != nil || len(op.Parameters) > 0) && where != "POST /provider/callbacks/{kind}" && where != "POST /provider/{connection}/callbacks/{kind}" {
		statuses = append(statuses, "400")
	}
	return statuses
}

// The HTTP server itself answers the 431 of the health checks, which has no envelope.
func TestEveryErrorListsItsCodesAndShowsExamplesOfThem(t *testing.T) {
	t.Parallel()
	doc := load(t)
	shown := map[string]bool{}
	for where, op := range operations(doc) {
		for status, r := range op.Responses.Map() {
			if status >= "400" && status != "431" {
				checkError(t, where+" "+status, r.Value.Content["application/json"], shown)
			}
		}
	}
	for name := range doc.Components.Examples {
		if !shown[name] {
			t.Errorf("the example %s is not shown", name)
		}
	}
}

// checkError checks that the codes of the examples are among those that the error lists, and marks them as shown.
func checkError(t *testing.T, where string, media *openapi3.MediaType, shown map[string]bool) {
	t.Helper()
	codes := errorCodes(media)
	if len(codes) == 0 || len(media.Examples) == 0 {
		t.Errorf("%s: codes %v, %d examples", where, codes, len(media.Examples))
	}
	for code, example := range media.Examples {
		shown[code] = true
		value := example.Value.Value.(map[string]any)
		if !slices.Contains(codes, code) || value["data"].(map[string]any)["error_code"] != code {
			t.Errorf("%s: the example %s is of another error", where, code)
		}
	}
}

// errorCodes returns the values that a body lists for data.error_code.
func errorCodes(media *openapi3.MediaType) (codes []string) {
	for _, part := range media.Schema.Value.AllOf {
		if data := part.Value.Properties["data"]; data != nil {
			if code := data.Value.Properties["error_code"]; code != nil {
				for _, word := range code.Value.Enum {
					codes = append(codes, word.(string))
				}
			}
		}
	}
	return codes
}
