package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"gateway/http/api/envelope"
)

// apiPrefix is the path below which the API is mounted.
const apiPrefix = "/api/v2"

// client calls the gateway's own API within the process, as a browser could over the network.
type client struct{ handler http.Handler }

// call sends a request with the token. It passes on the IP address of from, the browser's request.
func (a client) call(from *http.Request, token, method, path string, header http.Header, body any) (*recorder, error) {
	answer := &recorder{header: http.Header{}, status: http.StatusOK}
	return answer, a.send(answer, from, token, method, path, header, body)
}

// send is call with an answer that goes elsewhere.
func (a client) send(to http.ResponseWriter, from *http.Request, token, method, path string, header http.Header, body any) error {
	var raw []byte
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return fmt.Errorf("%s %s: %w", method, path, err)
		}
	}
	r, err := http.NewRequestWithContext(from.Context(), method, apiPrefix+path, bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	r.RemoteAddr = from.RemoteAddr
	for _, name := range []string{"X-Forwarded-For", "User-Agent", "Traceparent"} {
		if values := from.Header.Values(name); len(values) > 0 {
			r.Header[name] = values
		}
	}
	for name, values := range header {
		r.Header[name] = values
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	a.handler.ServeHTTP(to, r)
	return nil
}

// passer passes a file of the API on to the browser piece by piece, and records any other answer. The API's deadlines are
// those of the browser's connection.
type passer struct {
	recorder
	to http.ResponseWriter
}

// passedOn are the headers of a file.
var passedOn = []string{"Content-Type", "Content-Disposition", "Content-Security-Policy"}

// WriteHeader begins the answer to the browser if it is a file.
func (p *passer) WriteHeader(status int) {
	p.status = status
	if p.refused() {
		return
	}
	for _, name := range passedOn {
		if value := p.header.Get(name); value != "" {
			p.to.Header().Set(name, value)
		}
	}
	p.to.WriteHeader(status)
}

func (p *passer) Write(b []byte) (int, error) {
	if p.refused() {
		return p.recorder.Write(b)
	}
	return p.to.Write(b)
}

// Unwrap implements the interface of http.ResponseController.
func (p *passer) Unwrap() http.ResponseWriter { return p.to }

func (p *passer) refused() bool { return p.status >= http.StatusBadRequest }

// recorder records an answer of the API.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }
func (r *recorder) WriteHeader(status int)      { r.status = status }

// next is the cursor of the rows that follow, which the header Link leads to; empty at the end of a list.
func (r *recorder) next() string {
	target, _, _ := strings.Cut(strings.TrimPrefix(r.header.Get("Link"), "<"), `>; rel="next"`)
	next, err := url.Parse(target)
	if err != nil {
		return ""
	}
	return next.Query().Get("after")
}

// read decodes the data of the answer into a value. If the answer is an error, it returns it as a *Problem.
func (r *recorder) read(into any) (envelope.Meta, error) {
	var answer struct {
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
		Meta    envelope.Meta   `json:"meta"`
	}
	if err := json.Unmarshal(r.body.Bytes(), &answer); err != nil {
		return envelope.Meta{}, fmt.Errorf("status %d: %w", r.status, err)
	}
	if r.status >= http.StatusBadRequest {
		return envelope.Meta{}, problemOf(r.status, answer.Message, answer.Data)
	}
	if into == nil {
		return answer.Meta, nil
	}
	if err := json.Unmarshal(answer.Data, into); err != nil {
		return envelope.Meta{}, fmt.Errorf("an answer of the API: %w", err)
	}
	return answer.Meta, nil
}

// Problem is an error that the API answered with.
type Problem struct {
	// Status is the HTTP status, and Code the error code (package errorcode).
	Status  int
	Code    string
	Message string
	// Fields holds the messages about wrong fields, by the fields' names in the API.
	Fields map[string]string
}

// Error implements error.
func (p *Problem) Error() string { return p.Code + ": " + p.Message }

// WrongField is the refusal of a form whose field has a value that the API would not refuse, but a person did not mean.
func WrongField(name, message string) error {
	return &Problem{
		Status: http.StatusBadRequest, Code: "invalid_field", Message: name + " " + message, Fields: map[string]string{name: message},
	}
}

func problemOf(status int, message string, data json.RawMessage) error {
	var detail envelope.Problem
	_ = json.Unmarshal(data, &detail) // an answer without a code keeps its message
	p := &Problem{Status: status, Code: detail.ErrorCode, Message: message, Fields: map[string]string{}}
	if detail.Field != "" {
		p.Fields[detail.Field] = message
	}
	for _, one := range detail.Errors {
		p.Fields[one.Field] = one.Message
	}
	return p
}
