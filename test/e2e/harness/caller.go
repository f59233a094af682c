package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Prefix is the path that all operations of the API have in common.
const Prefix = "/api/v2"

// Object is a JSON object, to send or to expect.
type Object map[string]any

// With returns a copy in which the field has another value. A json.RawMessage is sent unchanged.
func (o Object) With(field string, value any) Object {
	c := Object{field: value}
	for k, v := range o {
		if k != field {
			c[k] = v
		}
	}
	return c
}

// Without returns a copy that lacks the field.
func (o Object) Without(field string) Object {
	c := o.With(field, nil)
	delete(c, field)
	return c
}

// Client calls gateways and checks each call against the description of the API.
var Client = &http.Client{
	Timeout:   90 * time.Second,
	Transport: &checkingTransport{next: connections},
}

var connections = &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}

func clearConnections() { connections.CloseIdleConnections() }

// Caller calls one gateway with its headers, including the credential. It is a value: With returns another caller.
type Caller struct {
	Gateway *Gateway
	Header  http.Header
}

// With returns a caller that also sends the header; an empty value removes it.
func (c Caller) With(name, value string) Caller {
	h := c.Header.Clone()
	if h == nil {
		h = http.Header{}
	}
	h.Del(name)
	if value != "" {
		h.Set(name, value)
	}
	return Caller{Gateway: c.Gateway, Header: h}
}

// Get calls a path, which is a format string for the arguments.
func (c Caller) Get(tb testing.TB, path string, args ...any) Answer {
	tb.Helper()
	return c.Call(tb, http.MethodGet, fmt.Sprintf(path, args...), nil)
}

// Post sends a body; nil means none.
func (c Caller) Post(tb testing.TB, path string, body any) Answer {
	tb.Helper()
	return c.Call(tb, http.MethodPost, path, body)
}

// Put sends a body.
func (c Caller) Put(tb testing.TB, path string, body any) Answer {
	tb.Helper()
	return c.Call(tb, http.MethodPut, path, body)
}

// Call makes a call and checks what every answer must have. The path is relative to /api/v2. A body that is a
// string or bytes is sent unchanged, any other as JSON. The test ends if there is no answer.
func (c Caller) Call(tb testing.TB, method, path string, body any) Answer {
	tb.Helper()
	a, err := c.Send(method, path, body)
	if err != nil {
		tb.Fatalf("%s %s: %v", method, path, err)
	}
	if a.Header.Get(DescribedFile) == "" {
		a.CheckEnvelope(tb)
	} else if problem := a.Header.Get(Undescribed); problem != "" {
		tb.Errorf("%s: %s", a.Request, problem)
	}
	return a
}

// Send makes a call without any checks, so goroutines may use it.
func (c Caller) Send(method, path string, body any) (Answer, error) {
	request, err := http.NewRequest(method, c.Gateway.URL+Prefix+path, reader(body))
	if err != nil {
		return Answer{}, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, values := range c.Header {
		request.Header[name] = values
	}
	got, err := Client.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer got.Body.Close()
	raw, err := io.ReadAll(got.Body)
	path, _, _ = strings.Cut(path, "?")
	calls.record(method, path, got.StatusCode)
	a := Answer{Request: method + " " + path, Status: got.StatusCode, Header: got.Header, Body: raw}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	_ = d.Decode(&a.Envelope) // CheckEnvelope checks the result
	return a, err
}

func reader(body any) io.Reader {
	switch b := body.(type) {
	case nil:
		return nil
	case string:
		return strings.NewReader(b)
	case []byte:
		return bytes.NewReader(b)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err) // a mistake in the test
	}
	return bytes.NewReader(raw)
}
