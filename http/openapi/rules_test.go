package openapi

import (
	"slices"
	"strings"
	"testing"

	"gateway/domain/account"

	"github.com/getkin/kin-openapi/openapi3"
)

// These rules keep the description fit for programs that generate clients from it. A breach of each of them
// once broke a client.

// everySchema visits each schema of the description, also those written out in operations and
// webhooks. It does not follow references.
func everySchema(doc *openapi3.T, visit func(where string, s *openapi3.Schema)) {
	var walk func(where string, ref *openapi3.SchemaRef)
	walk = func(where string, ref *openapi3.SchemaRef) {
		if ref == nil || ref.Ref != "" {
			return
		}
		visit(where, ref.Value)
		for name, p := range ref.Value.Properties {
			walk(where+"."+name, p)
		}
		for _, part := range append(append(ref.Value.AllOf, ref.Value.OneOf...), ref.Value.AnyOf...) {
			walk(where, part)
		}
		walk(where+"[]", ref.Value.Items)
	}
	for name, schema := range doc.Components.Schemas {
		walk(name, schema)
	}
	for name, response := range doc.Components.Responses {
		for _, media := range response.Value.Content {
			walk("response "+name, media.Schema)
		}
	}
	items := doc.Paths.Map()
	for name, webhook := range doc.Webhooks {
		items["webhook "+name] = webhook
	}
	for path, item := range items {
		for method, op := range item.Operations() {
			where := method + " " + path
			if op.RequestBody != nil {
				for _, media := range op.RequestBody.Value.Content {
					walk(where+" body", media.Schema)
				}
			}
			for status, response := range op.Responses.Map() {
				for _, media := range response.Value.Content {
					walk(where+" "+status, media.Schema)
				}
			}
		}
	}
}

func TestEverySchemaHasATypeThatAClientCanHave(t *testing.T) {
	t.Parallel()
	everySchema(load(t), func(where string, s *openapi3.Schema) {
		types := s.Type.Slice()
		named := len(s.AllOf)+len(s.OneOf)+len(s.AnyOf) > 0
		if len(types) == 0 && !named {
			t.Errorf("%s has no type", where)
		}
		if len(types) > 2 || len(types) == 2 && types[1] != "null" {
			if where != "Approval.result" { // holds the result of any act
				t.Errorf("%s has the types %v: one, and null, is what a client can have", where, types)
			}
		}
		if s.Type.Includes("array") && s.Items == nil {
			t.Errorf("%s is a list of anything", where)
		}
	})
}

func TestNoNumberLosesItsDigitsInAClient(t *testing.T) {
	t.Parallel()
	everySchema(load(t), func(where string, s *openapi3.Schema) {
		if s.Type.Includes("number") && s.Format != "double" && !strings.HasPrefix(where, "Approval.result") {
			t.Errorf("%s is a number without `format: double`: some clients make 20,000,001 to 20,000,000 of it", where)
		}
		if s.MultipleOf != nil && *s.MultipleOf < 1 {
			t.Errorf("%s is a multiple of %v: validators that count in binary refuse 19.99", where, *s.MultipleOf)
		}
	})
}

func TestEveryOperationForAPIKeysNamesItsScope(t *testing.T) {
	t.Parallel()
	for where, op := range operations(load(t)) {
		scope, _ := op.Extensions["x-scope"].(string)
		forKeys := op.Security != nil && slices.ContainsFunc(*op.Security, func(s openapi3.SecurityRequirement) bool { return s["ApiKey"] != nil })
		switch {
		case forKeys && !slices.Contains(account.Scopes, scope):
			t.Errorf("%s is for API keys and has the scope %q", where, scope)
		case !forKeys && scope != "":
			t.Errorf("%s is not for API keys and has the scope %q", where, scope)
		case forKeys && strings.HasPrefix(where, "GET ") && (scope == account.ScopeRead) == (where == "GET /webhook-secret"):
			t.Errorf("%s has the scope %q: read is every GET that shows no secret", where, scope)
		}
	}
}

func TestNoFieldHasADefault(t *testing.T) {
	t.Parallel()
	everySchema(load(t), func(where string, s *openapi3.Schema) {
		if s.Default != nil {
			t.Errorf("%s has a default, which makes the field a required one in some clients: say it in words", where)
		}
	})
}

func TestEveryAnswerStatesItsOwnData(t *testing.T) {
	t.Parallel()
	for where, op := range operations(load(t)) {
		for status, response := range op.Responses.Map() {
			media := response.Value.Content["application/json"]
			if media == nil || len(media.Schema.Value.AllOf) == 0 { // the health checks have no envelope
				continue
			}
			parts := media.Schema.Value.AllOf
			if data := parts[len(parts)-1].Value.Properties["data"]; data == nil || data.Ref == "" && len(data.Value.Type.Slice()) == 0 && len(data.Value.OneOf)+len(data.Value.AllOf) == 0 {
				t.Errorf("%s %s: its data has no type", where, status)
			}
		}
	}
}

// Programs that generate clients name a webhook's types after its operation, and do not find components that
// only webhooks refer to.
func TestWebhooksAreWrittenOutInPlace(t *testing.T) {
	t.Parallel()
	for name, item := range load(t).Webhooks {
		if item.Ref != "" {
			t.Errorf("webhook %s is a reference", name)
		}
		for _, op := range item.Operations() {
			for _, p := range op.Parameters {
				if p.Ref != "" {
					t.Errorf("webhook %s refers to %s", name, p.Ref)
				}
			}
			if op.RequestBody.Value.Content["application/json"].Schema.Ref != "" {
				t.Errorf("webhook %s refers to its body", name)
			}
		}
	}
	for where, op := range operations(load(t)) {
		if len(op.Callbacks) > 0 {
			t.Errorf("%s has callbacks: a webhook says the same once", where)
		}
	}
}

// A client has one type for each name. A field with an enum of its own gets a type whose name is the schema's
// and the field's.
func TestNoTwoThingsHaveOneNameInAClient(t *testing.T) {
	t.Parallel()
	doc, taken := load(t), map[string]string{}
	take := func(name, what string) {
		name = strings.ToLower(name)
		if other := taken[name]; other != "" && other != what {
			t.Errorf("%s and %s have one name in a client", other, what)
		}
		taken[name] = what
	}
	for name, schema := range doc.Components.Schemas {
		take(name, "the schema "+name)
		visitFields(name, schema, func(where string, s *openapi3.Schema) {
			if len(s.Enum) > 0 && strings.Contains(where, ".") {
				take(strings.NewReplacer(".", "", "_", "").Replace(where), "the field "+where)
			}
		})
	}
	for name := range doc.Components.Parameters {
		if other := taken[strings.ToLower(name)]; strings.HasPrefix(other, "the field") {
			t.Errorf("the parameter %s and %s have one name in a client", name, other)
		}
	}
}
