package openapi

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

func load(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(Description)
	if err == nil {
		err = doc.Validate(t.Context(), openapi3.EnableSchemaFormatValidation())
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
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
		fields(name, schema, func(where string, s *openapi3.Schema) {
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

// fields visits a schema and those of its members, references not followed: what
// they refer to has its own turn.
func fields(where string, ref *openapi3.SchemaRef, visit func(string, *openapi3.Schema)) {
	visit(where, ref.Value)
	for name, p := range ref.Value.Properties {
		if p.Ref == "" {
			fields(where+"."+name, p, visit)
		}
	}
	for _, part := range ref.Value.AllOf {
		for name, p := range part.Value.Properties {
			if part.Ref == "" {
				fields(where+"."+name, p, visit)
			}
		}
	}
}

// What requests hold is bounded; answers are as long as what they tell.
func TestEveryFieldOfARequestHasALimit(t *testing.T) {
	t.Parallel()
	for path, item := range load(t).Paths.Map() {
		for method, op := range item.Operations() {
			for _, p := range op.Parameters {
				limited(t, method+" "+path+" "+p.Value.Name, p.Value.Schema.Value)
			}
			if op.RequestBody == nil {
				continue
			}
			body := op.RequestBody.Value.Content["application/json"].Schema.Value
			for name, p := range body.Properties {
				limited(t, method+" "+path+" "+name, p.Value)
			}
		}
	}
}

func limited(t *testing.T, where string, s *openapi3.Schema) {
	t.Helper()
	switch {
	case s.Type.Is("string") && s.MaxLength == nil && len(s.Enum) == 0,
		s.Type.Is("integer") && s.Min == nil,
		s.Type.Is("number") && s.Max == nil,
		s.Type.Is("array") && s.MaxItems == nil:
		t.Errorf("%s has no limit", where)
	}
}

var prose = regexp.MustCompile(`^[A-Z"'\x60].*[^.]$`)

func TestEveryOperationSaysWhatItDoesAndWhatCanGoWrong(t *testing.T) {
	t.Parallel()
	doc := load(t)
	tags, ids := map[string]bool{}, map[string]bool{}
	for _, tag := range doc.Tags {
		tags[tag.Name] = true
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			where := method + " " + path
			if !prose.MatchString(op.Summary) || op.Description == "" || op.OperationID == "" || ids[op.OperationID] {
				t.Errorf("%s: summary %q, description %q, operationId %q", where, op.Summary, op.Description, op.OperationID)
			}
			ids[op.OperationID] = true
			if len(op.Tags) != 1 || !tags[op.Tags[0]] {
				t.Errorf("%s has the tags %v", where, op.Tags)
			}
			if op.Security == nil {
				t.Errorf("%s does not say who may call it", where)
			}
			if strings.HasPrefix(path, "/healthz") || strings.HasPrefix(path, "/readyz") {
				continue
			}
			wanted := []string{"500", "503"}
			if len(*op.Security) > 0 {
				wanted = append(wanted, "401")
			}
			if op.RequestBody != nil || len(op.Parameters) > 0 {
				wanted = append(wanted, "400")
			}
			for _, status := range wanted {
				if op.Responses.Value(status) == nil {
					t.Errorf("%s does not say what its %s is", where, status)
				}
			}
		}
	}
}

// An error has an envelope whose words are listed, and an example of each that is
// its own.
func TestEveryErrorHasItsWords(t *testing.T) {
	t.Parallel()
	doc := load(t)
	shown := map[string]bool{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			for status, r := range op.Responses.Map() {
				if status < "400" || status == "431" {
					continue
				}
				media := r.Value.Content["application/json"]
				words := errorCodes(media)
				if len(words) == 0 || len(media.Examples) == 0 {
					t.Errorf("%s %s %s: words %v, %d examples", method, path, status, words, len(media.Examples))
				}
				for word, example := range media.Examples {
					shown[word] = true
					value := example.Value.Value.(map[string]any)
					if !slices.Contains(words, word) || value["data"].(map[string]any)["error_code"] != word {
						t.Errorf("%s %s %s: the example %s is of another error", method, path, status, word)
					}
				}
			}
		}
	}
	for name := range maps.Keys(doc.Components.Examples) {
		if !shown[name] {
			t.Errorf("the example %s is not shown", name)
		}
	}
}

func errorCodes(media *openapi3.MediaType) (words []string) {
	for _, part := range media.Schema.Value.AllOf {
		if data := part.Value.Properties["data"]; data != nil {
			if code := data.Value.Properties["error_code"]; code != nil {
				for _, word := range code.Value.Enum {
					words = append(words, word.(string))
				}
			}
		}
	}
	return words
}
