package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// bodies checks the bodies of answers in JSON, and compiles each schema once. openapi3filter would compile it
// for every answer, which takes ten times as long as the check.
type bodies struct {
	documents map[*openapi3.Operation]string // the URL of the description that an operation is in

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema // by URL
}

func newBodies() *bodies {
	b := &bodies{documents: map[*openapi3.Operation]string{}, compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	b.compiler.AssertFormat()
	return b
}

// add makes the operations of a description known. The description must not change afterwards.
func (b *bodies) add(doc *openapi3.T) error {
	raw, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	url := fmt.Sprintf("description-%d:", len(b.documents))
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			b.documents[op] = url
		}
	}
	return b.compiler.AddResource(url, value)
}

// isJSON reports whether the answer is in JSON, as the description says.
func isJSON(got *http.Response, response *openapi3.ResponseRef) bool {
	kind := got.Header.Get("Content-Type")
	media := response.Value.Content.Get(kind)
	return media != nil && media.Schema != nil && strings.HasPrefix(kind, "application/json")
}

// check says what is wrong with the body of an answer with the status.
func (b *bodies) check(route *routers.Route, status string, body []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	schema, err := b.schema(route, status)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// pointer escapes a part of a JSON pointer in a URL.
var pointer = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")

func (b *bodies) schema(route *routers.Route, status string) (*jsonschema.Schema, error) {
	at := route.Operation.Responses.Value(status).Ref
	if at == "" {
		at = fmt.Sprintf("#/paths/%s/%s/responses/%s", pointer.Replace(route.Path), strings.ToLower(route.Method), status)
	}
	at = b.documents[route.Operation] + at + "/content/application~1json/schema"
	b.mu.Lock()
	defer b.mu.Unlock()
	schema := b.compiled[at]
	var err error
	if schema == nil {
		schema, err = b.compiler.Compile(at)
		b.compiled[at] = schema
	}
	return schema, err
}
