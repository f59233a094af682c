package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"gateway/http/api/errorcode"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

const common = `
openapi: 3.1.0
tags: [{name: Shops}, {name: Carts}]
shared:
  - {responses: {500: Broken}}
  - {has: requestBody, responses: {400: InvalidBody}}
  - {security: Key, responses: {401: Unknown}}
  - {security: Key, methods: [post], responses: {403: Closed}}
  - {requires: clerk, responses: {403: NoClerk}}
  - {parameter: Once, responses: {409: Again}, headers: {Replayed: Replayed}}
components:
  parameters: {Once: {name: once, in: header}}
  headers: {RequestId: {}, Replayed: {}, RetryAfter: {}}
  schemas: {Envelope: {type: object}, Meta: {type: object}, Nothing: {type: object}, FieldName: {type: string}, WrongFields: {type: array}, DocURL: {type: string}, Name: {type: string}}
  responses:
    Broken: {description: Broken.}
    InvalidBody: {description: Not valid., errors: [invalid_field], or: the body is not valid}
    Unknown: {description: Unknown.}
    Closed: {description: Closed.}
    NoClerk: {description: No clerk.}
    Again: {description: Again.}
`

const (
	shops = "tag: Shops\n"
	carts = "tag: Carts\n"
)

// bundleOf bundles common.yaml and the files of its two tags.
func bundleOf(common, shops, carts string) ([]byte, error) {
	return Bundle(fstest.MapFS{
		"common.yaml": {Data: []byte(common)}, "shops.yaml": {Data: []byte(shops)}, "carts.yaml": {Data: []byte(carts)},
	}, errorsOfTests)
}

var errorsOfTests = []errorcode.Error{
	{Code: "invalid_field", Status: 400, Summary: "A field is not valid", Message: "no", Field: "name"},
	{Code: "closed", Status: 403, Summary: "The shop is closed", Message: "closed"},
	{Code: "full", Status: 400, Summary: "The shop is full", Message: "is full", Field: "name"},
}

func parse(t *testing.T, raw string) (document map[string]any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(raw), &document); err != nil {
		t.Fatalf("%v in\n%s", err, raw)
	}
	return document
}

// under returns the value in a document under the keys.
func under(t *testing.T, document any, keys ...string) any {
	t.Helper()
	for _, key := range keys {
		m, ok := document.(map[string]any)
		if !ok || m[key] == nil {
			t.Fatalf("there is no %q in %v", key, document)
		}
		document = m[key]
	}
	return document
}

func indent(s string) string {
	return "      " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n      ")
}

func TestAComponentIsWrittenOut(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, short string
		keys        []string
		long        string
	}{
		{
			"a reference by the name of a schema", `components: {schemas: {Shop: {properties: {name: {$ref: Name}}}}}`,
			[]string{"components", "schemas", "Shop"},
			`{properties: {name: {$ref: '#/components/schemas/Name'}}}`,
		},
		{
			"properties that are all required", `components: {schemas: {Shop: {required: all, properties: {id: {}, name: {}}}}}`,
			[]string{"components", "schemas", "Shop"},
			`{required: [id, name], properties: {id: {}, name: {}}}`,
		},
		{
			"an error becomes an example", `components: {responses: {Full: [full]}}`,
			[]string{"components", "examples", "full"},
			`{summary: The shop is full, value: {success: false, message: 'name: is full', code: 400, data: {error_code: full, field: name, errors: [{field: name, message: is full}], doc_url: 'https://pay.example/api/v2/docs/errors#full'}}}`,
		},
		{
			"a webhook has no shared responses", `webhooks: {hello: {post: {operationId: o, responses: {200: {description: Taken.}}}}}`,
			[]string{"webhooks", "hello"},
			`{post: {operationId: o, tags: [Shops], responses: {'200': {description: Taken.}}}}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := bundleOf(common, shops+test.short, carts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(any(parse(t, test.long)), under(t, parse(t, string(got)), test.keys...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPathsHaveTheOrderOfTheTags(t *testing.T) {
	t.Parallel()
	path := func(path, id string) string {
		return "  " + path + ": {get: {operationId: " + id + ", responses: {}}}\n"
	}
	got, err := bundleOf(common, shops+"paths:\n"+path("/z", "z")+path("/y", "y"), carts+"paths:\n"+path("/a", "a"))
	if err != nil {
		t.Fatal(err)
	}
	z, y, a := strings.Index(string(got), "  /z:"), strings.Index(string(got), "  /y:"), strings.Index(string(got), "  /a:")
	if z < 0 || y < z || a < y {
		t.Errorf("/z at %d, /y at %d, /a at %d", z, y, a)
	}
}

func TestOpenapiYamlIsUpToDate(t *testing.T) {
	t.Parallel()
	committed, err := os.ReadFile("../openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	made, _, err := describe(os.DirFS("../description"))
	if err != nil {
		t.Fatal(err)
	}
	if string(made) != string(committed) {
		t.Error("http/openapi/openapi.yaml is not what http/openapi/description makes: run make generate")
	}
}
