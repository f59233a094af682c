package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnOperationIsWrittenOut(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, method, short, key, long string }{
		{
			"the tag of the file", "get", `{}`, "tags", `[Shops]`,
		},
		{
			"names of parameters", "get", `parameters: [Once, {name: q, in: query}]`,
			"parameters", `[{$ref: '#/components/parameters/Once'}, {name: q, in: query}]`,
		},
		{
			"a body that is the name of a schema", "get", `requestBody: Name`,
			"requestBody", `{required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Name'}}}}`,
		},
		{
			"a body that is not required and has an example", "get", `requestBody: {schema: Name, required: false, example: Ani}`,
			"requestBody", `{required: false, content: {application/json: {schema: {$ref: '#/components/schemas/Name'}, example: Ani}}}`,
		},
		{
			"a body that is written out", "get", `requestBody: {content: {text/csv: {}}}`,
			"requestBody", `{content: {text/csv: {}}}`,
		},
		{
			"a response that every operation has", "get", `{}`,
			"responses", `'500': {$ref: '#/components/responses/Broken'}`,
		},
		{
			"the responses of a security scheme", "get", `security: [{Key: []}]`,
			"responses", `
'401': {$ref: '#/components/responses/Unknown'}
'500': {$ref: '#/components/responses/Broken'}`,
		},
		{
			"a rule that asks for two things", "post", `security: [{Key: []}]`,
			"responses", `
'401': {$ref: '#/components/responses/Unknown'}
'403': {$ref: '#/components/responses/Closed'}
'500': {$ref: '#/components/responses/Broken'}`,
		},
		{
			"a later rule overrides an earlier one", "post", "security: [{Key: []}]\nx-requires: [clerk]",
			"responses", `
'401': {$ref: '#/components/responses/Unknown'}
'403': {$ref: '#/components/responses/NoClerk'}
'500': {$ref: '#/components/responses/Broken'}`,
		},
		{
			"the operation overrides the rules", "get", "security: [{Key: []}]\nresponses: {401: Closed, 500: null}",
			"responses", `'401': {$ref: '#/components/responses/Closed'}`,
		},
		{
			"a response that is written out", "get", `responses: {500: {description: Down.}}`,
			"responses", `'500': {description: Down.}`,
		},
		{
			"a list of errors", "get", `responses: {500: [invalid_field, closed]}`,
			"responses", `
'500':
  description: '` + "`invalid_field`: a field is not valid; `closed`: the shop is closed." + `'
  headers: {X-Request-Id: {$ref: '#/components/headers/RequestId'}}
  content:
    application/json:
      schema:
        allOf:
          - {$ref: '#/components/schemas/Envelope'}
          - type: object
            required: [data]
            properties:
              data:
                type: object
                required: [error_code, doc_url]
                properties: {error_code: {type: string, enum: [invalid_field, closed]}, doc_url: {$ref: '#/components/schemas/DocURL'}, field: {$ref: '#/components/schemas/FieldName'}, errors: {$ref: '#/components/schemas/WrongFields'}}
      examples:
        invalid_field: {$ref: '#/components/examples/invalid_field'}
        closed: {$ref: '#/components/examples/closed'}`,
		},
		{
			"the errors of another response have no examples", "get", `responses: {500: [InvalidBody, closed]}`,
			"responses", `
'500':
  description: '` + "`closed`: the shop is closed; or the body is not valid." + `'
  headers: {X-Request-Id: {$ref: '#/components/headers/RequestId'}}
  content:
    application/json:
      schema:
        allOf:
          - {$ref: '#/components/schemas/Envelope'}
          - type: object
            required: [data]
            properties:
              data:
                type: object
                required: [error_code, doc_url]
                properties: {error_code: {type: string, enum: [invalid_field, closed]}, doc_url: {$ref: '#/components/schemas/DocURL'}, field: {$ref: '#/components/schemas/FieldName'}, errors: {$ref: '#/components/schemas/WrongFields'}}
      examples:
        closed: {$ref: '#/components/examples/closed'}`,
		},
		{
			"errors with a description and a header of their own", "get",
			`responses: {500: {description: Wait., errors: [closed], headers: {Retry-After: RetryAfter}}}`,
			"responses", `
'500':
  description: Wait.
  headers: {X-Request-Id: {$ref: '#/components/headers/RequestId'}, Retry-After: {$ref: '#/components/headers/RetryAfter'}}
  content:
    application/json:
      schema:
        allOf: [{$ref: '#/components/schemas/Envelope'}, {type: object, required: [data], properties: {data: {type: object, required: [error_code, doc_url], properties: {error_code: {type: string, enum: [closed]}, doc_url: {$ref: '#/components/schemas/DocURL'}}}}}]
      examples: {closed: {$ref: '#/components/examples/closed'}}`,
		},
		{
			"data in the envelope", "get", `responses: {200: {description: A name., data: Name}, 500: null}`,
			"responses", `
'200':
  description: A name.
  headers: {X-Request-Id: {$ref: '#/components/headers/RequestId'}}
  content:
    application/json:
      schema: {allOf: [{$ref: '#/components/schemas/Envelope'}, {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/Name'}}}]}`,
		},
		{
			"a header that a rule gives to a success", "get",
			"parameters: [Once]\nresponses: {201: {description: Nothing., data: null}, 409: null, 500: null}",
			"responses", `
'201':
  description: Nothing.
  headers: {X-Request-Id: {$ref: '#/components/headers/RequestId'}, Replayed: {$ref: '#/components/headers/Replayed'}}
  content:
    application/json:
      schema: {allOf: [{$ref: '#/components/schemas/Envelope'}, {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/Nothing'}}}]}`,
		},
		{
			"a page of a list, or a file", "get",
			`responses: {200: {description: Names., page: [Name], content: {text/csv: {}}}, 500: null}`,
			"responses", `
'200':
  description: Names.
  headers: {X-Request-Id: {$ref: '#/components/headers/RequestId'}}
  content:
    application/json:
      schema:
        allOf:
          - {$ref: '#/components/schemas/Envelope'}
          - type: object
            required: [data, meta]
            properties: {data: {type: array, items: {$ref: '#/components/schemas/Name'}}, meta: {$ref: '#/components/schemas/Meta'}}
    text/csv: {}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			short := test.short
			if short == `{}` {
				short = ""
			}
			if !strings.Contains(short, "responses:") {
				short += "\nresponses: {}"
			}
			got, err := bundleOf(common, shops+"paths:\n  /shops:\n    "+test.method+":\n      operationId: o\n"+indent(short), carts)
			if err != nil {
				t.Fatal(err)
			}
			wanted := parse(t, test.key+":\n"+indent(test.long))[test.key]
			if diff := cmp.Diff(wanted, under(t, parse(t, string(got)), "paths", "/shops", test.method, test.key)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
