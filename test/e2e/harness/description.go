package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gateway/http/openapi"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// Undescribed is a header that Client adds to an answer if the answer or its request contradicts the description.
const Undescribed = "Undescribed"

// Leniently is a header that Client adds to a good answer if its request, sent with Mutated, contradicts the
// description.
const Leniently = "Leniently"

// DescribedFile is a header that Client adds to an answer that has no envelope, because the description says that it
// is a file. What the gateway itself says in this header counts for nothing.
const DescribedFile = "Described-File"

type mutated struct{}

// Mutated returns a context for requests that may contradict the description and be accepted all the same. Only
// their answers are checked against it.
func Mutated(ctx context.Context) context.Context { return context.WithValue(ctx, mutated{}, true) }

// watched checks every call to the API against the description, which it loads from the called gateway.
type checkingTransport struct {
	next http.RoundTripper
	load sync.Once
	api  *description
	err  error
}

// besideAPI are the described operations outside the API, by path.
var besideAPI = map[string]bool{"/healthz": true, "/readyz": true}

// RoundTrip implements http.RoundTripper.
func (w *checkingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	got, err := w.next.RoundTrip(request)
	path, inside := strings.CutPrefix(request.URL.EscapedPath(), Prefix)
	if err != nil || !inside && !besideAPI[path] || strings.Contains(path, "/docs") {
		return got, err
	}
	w.load.Do(func() { w.api, w.err = loadDescription(w.next, request.URL.Scheme+"://"+request.URL.Host+Prefix) })
	if w.err != nil {
		return got, w.err
	}
	body, err := io.ReadAll(got.Body)
	if err == nil {
		err = got.Body.Close()
	}
	got.Body = io.NopCloser(bytes.NewReader(body))
	got.Header.Del(DescribedFile)
	if w.api.isFile(request, path, got) {
		got.Header.Set(DescribedFile, "true")
	}
	if problem := w.api.check(request, path, got, body); problem != nil {
		text := strings.Join(strings.Fields(problem.Error()), " ")
		got.Header.Set(Undescribed, text)
		w.api.note(request, text)
	}
	return got, err
}

// description is the description that the gateway serves, prepared for checking calls.
type description struct {
	Doc    *openapi3.T
	rows   operationIndex
	bodies *bodies

	mu sync.Mutex
	// answered holds the statuses with which each operation has answered.
	answered map[string]map[string]bool
	// undescribed holds each contradiction to the description once, with a request that showed it. They are
	// reported even if the test only looks at the status.
	undescribed map[string]string
	examples    *examples
}

// note records a contradiction. Contradictions of one operation that only differ in values count as one.
func (d *description) note(request *http.Request, problem string) {
	short, _, _ := strings.Cut(problem, "Schema:") // after this word an error of a request shows schema and value
	d.mu.Lock()
	defer d.mu.Unlock()
	d.undescribed[short] = request.Method + " " + request.URL.String()
}

// loadDescription loads the descriptions for all audiences as one.
func loadDescription(t http.RoundTripper, base string) (*description, error) {
	var all *openapi3.T
	bodies := newBodies()
	for _, audience := range []openapi.Audience{openapi.Merchants, openapi.Administrators, openapi.Provider} {
		doc, err := loadServed(t, base+audience.Path+"/openapi.yaml")
		if err == nil {
			err = bodies.add(doc)
		}
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = doc
			continue
		}
		maps.Copy(all.Components.SecuritySchemes, doc.Components.SecuritySchemes)
		for path, item := range doc.Paths.Map() {
			all.Paths.Set(path, item)
		}
	}
	d := &description{
		Doc: all, bodies: bodies,
		answered: map[string]map[string]bool{}, undescribed: map[string]string{}, examples: newExamples(),
	}
	for path, item := range all.Paths.Map() {
		for method := range item.Operations() {
			d.rows.add(method + " " + path)
			if len(item.Servers) == 0 { // otherwise outside the API
				d.answered[method+" "+path] = map[string]bool{}
			}
		}
	}
	return d, nil
}

func loadServed(t http.RoundTripper, url string) (*openapi3.T, error) {
	got, err := (&http.Client{Transport: t}).Get(url)
	if err != nil {
		return nil, err
	}
	defer got.Body.Close()
	raw, err := io.ReadAll(got.Body)
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(raw)
	if err == nil {
		beStrict(doc)
	}
	return doc, err
}

// beStrict forbids answers to have members that the description does not know. Clients are not promised this:
// there may be more members one day.
func beStrict(doc *openapi3.T) {
	no, base := false, map[string]bool{}
	for _, schema := range doc.Components.Schemas {
		for _, part := range schema.Value.AllOf {
			base[part.Ref] = true
		}
	}
	for name, schema := range doc.Components.Schemas {
		// Requests may have unknown members, and so may a schema that is a part of another.
		if !strings.HasSuffix(name, "Request") && !base["#/components/schemas/"+name] && len(schema.Value.Properties)+len(schema.Value.AllOf) > 1 &&
			schema.Value.AdditionalProperties.Has == nil && name != "AccountUpdate" && name != "ClientSettings" && name != "Envelope" {
			schema.Value.UnevaluatedProperties = openapi3.BoolSchema{Has: &no}
		}
	}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			for _, response := range op.Responses.Map() {
				if media := response.Value.Content["application/json"]; media != nil {
					media.Schema.Value.UnevaluatedProperties = openapi3.BoolSchema{Has: &no}
				}
			}
		}
	}
}

// check says what is wrong with a call. A request that contradicts the description must be refused; every
// answer must be described.
func (d *description) check(request *http.Request, path string, got *http.Response, body []byte) error {
	row, input, err := d.find(request, path)
	if row == "" || err != nil {
		return err
	}
	status := strconv.Itoa(got.StatusCode)
	if input.Route.Operation.Responses.Value(status) == nil {
		return fmt.Errorf("%s: the status %s is not described", row, status)
	}
	d.mu.Lock()
	if d.answered[row] != nil {
		d.answered[row][status] = true
	}
	d.mu.Unlock()
	if got.StatusCode < http.StatusBadRequest {
		err := openapi3filter.ValidateRequest(context.Background(), input)
		if err != nil && request.Context().Value(mutated{}) != nil {
			got.Header.Set(Leniently, strings.Join(strings.Fields(err.Error()), " "))
		} else if err != nil {
			return fmt.Errorf("%s: the request, which was answered %s: %w", row, status, err)
		}
	}
	inJSON := isJSON(got, input.Route.Operation.Responses.Value(status))
	options := *input.Options
	options.ExcludeResponseBody = inJSON
	answer := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: got.StatusCode, Header: got.Header, Options: &options,
	}
	err = openapi3filter.ValidateResponse(context.Background(), answer.SetBodyBytes(body))
	if err == nil && inJSON && request.Method != http.MethodHead {
		err = d.bodies.check(input.Route, status, body)
	}
	if err != nil {
		return fmt.Errorf("%s: the answer %s: %w", row, status, err)
	}
	if got.StatusCode < http.StatusMultipleChoices {
		d.examples.take(input.Route.Operation, status, sent(request), body)
	} else {
		d.examples.takeRefusal(row, status, body)
	}
	return nil
}

// isFile reports whether the description has a body without an envelope for the status and the kind of an answer. An
// answer that it does not describe is no file.
func (d *description) isFile(request *http.Request, path string, got *http.Response) bool {
	probe, err := http.NewRequest(request.Method, path, nil)
	if err != nil {
		return false
	}
	row := d.rows.find(probe)
	if row == "" {
		return false
	}
	method, pattern, _ := strings.Cut(row, " ")
	response := d.Doc.Paths.Value(pattern).GetOperation(method).Responses.Value(strconv.Itoa(got.StatusCode))
	if response == nil {
		return false
	}
	media := response.Value.Content[mediaType(got)]
	return media != nil && (media.Schema == nil || !hasEnvelope(media.Schema.Value))
}

func mediaType(got *http.Response) string {
	kind, _, err := mime.ParseMediaType(got.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return kind
}

// hasEnvelope reports whether objects of the schema have the members of an envelope.
func hasEnvelope(s *openapi3.Schema) bool {
	if s.Properties["success"] != nil && s.Properties["code"] != nil {
		return true
	}
	return slices.ContainsFunc(s.AllOf, func(part *openapi3.SchemaRef) bool { return hasEnvelope(part.Value) })
}

// sent returns the body of a request.
func sent(request *http.Request) []byte {
	if request.GetBody == nil {
		return nil
	}
	body, err := request.GetBody()
	if err != nil {
		return nil
	}
	raw, _ := io.ReadAll(body) // from memory
	return raw
}

// find returns the operation of a request, with an empty row for an unknown path.
func (d *description) find(request *http.Request, path string) (row string, input *openapi3filter.RequestValidationInput, err error) {
	probe, err := http.NewRequest(request.Method, path, nil)
	if err != nil {
		return "", nil, err
	}
	if row = d.rows.find(probe); row == "" {
		return "", nil, nil
	}
	method, pattern, _ := strings.Cut(row, " ")
	again := request.Clone(request.Context())
	again.GetBody = nil // it would be preferred to Body
	if again.Body, err = asDescribed(request); err != nil {
		return "", nil, err
	}
	item := d.Doc.Paths.Value(pattern)
	return row, &openapi3filter.RequestValidationInput{
		Request: again, PathParams: parameters(pattern, path),
		Route:   &routers.Route{Spec: d.Doc, Path: pattern, PathItem: item, Method: method, Operation: item.GetOperation(method)},
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true},
	}, nil
}

// asDescribed returns the request's body without what the gateway accepts beyond the description: a null member
// counts as absent, and codes may be in lower case.
func asDescribed(request *http.Request) (io.ReadCloser, error) {
	if request.GetBody == nil {
		return http.NoBody, nil
	}
	body, err := request.GetBody()
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(body)
	members := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &members) == nil {
		maps.DeleteFunc(members, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
		for _, code := range []string{"bank_code", "channel_code", "payment_method", "channels"} {
			if upper := bytes.ToUpper(members[code]); json.Valid(upper) { // true and \u0000 have no upper case
				members[code] = upper
			}
		}
		raw, err = json.Marshal(members)
	}
	return io.NopCloser(bytes.NewReader(raw)), err
}

func parameters(pattern, path string) map[string]string {
	values, parts := map[string]string{}, strings.Split(path, "/")
	for i, name := range strings.Split(pattern, "/") {
		if strings.HasPrefix(name, "{") {
			values[strings.Trim(name, "{}")], _ = url.PathUnescape(parts[i]) // a path that was found can be unescaped
		}
	}
	return values
}

// rare are statuses that no operation gives in the tests of all operations: limits, which are off because all
// tests come from one address, and failures. Single tests provoke some.
var rare = map[string]bool{"429": true, "500": true, "502": true, "503": true}

// unreachable are answers that can't be provoked here: clients and their accounts are never deleted, the log
// stays as it was signed, and a rebuild ends before a second one is requested.
var unreachable = map[string]string{
	"GET /account": "404", "PUT /account": "404", "GET /account/balance": "404", "GET /auth/me": "404", "GET /me/balance-history": "409",
	"POST /admin/projections/{name}/rebuild":  "409",
	"POST /admin/projections/{name}/compare":  "409",
	"POST /admin/projections/{name}/rollback": "409",
	"POST /admin/projections/{name}/clean":    "409",
}
