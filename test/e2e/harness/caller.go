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

const Prefix = "/api/v2"

// object is a JSON object to send, or one that is expected.
type Object map[string]any

// with gives a copy in which the field is another; raw JSON is a json.RawMessage.
func (o Object) With(field string, value any) Object {
	c := Object{field: value}
	for k, v := range o {
		if k != field {
			c[k] = v
		}
	}
	return c
}

func (o Object) Without(field string) Object {
	c := o.With(field, nil)
	delete(c, field)
	return c
}

var Client = &http.Client{
	Timeout:   90 * time.Second,
	Transport: &watched{next: connections},
}

var connections = &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}

func clearConnections() { connections.CloseIdleConnections() }

// caller calls one gateway with headers of its own, its credential among them.
type Caller struct {
	Gateway *Gateway
	Header  http.Header
}

// with gives a caller that sends the header too; empty means without it.
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

func (c Caller) Get(tb testing.TB, path string, args ...any) Answer {
	tb.Helper()
	return c.Call(tb, http.MethodGet, fmt.Sprintf(path, args...), nil)
}

func (c Caller) Post(tb testing.TB, path string, body any) Answer {
	tb.Helper()
	return c.Call(tb, http.MethodPost, path, body)
}

func (c Caller) Put(tb testing.TB, path string, body any) Answer {
	tb.Helper()
	return c.Call(tb, http.MethodPut, path, body)
}

// do makes a call and checks what every answer must have. The path is relative to
// /api/v2; a body that is a string is sent as it is.
func (c Caller) Call(tb testing.TB, method, path string, body any) Answer {
	tb.Helper()
	a, err := c.Send(method, path, body)
	if err != nil {
		tb.Fatalf("%s %s: %v", method, path, err)
	}
	a.CheckEnvelope(tb)
	return a
}

// send is do without checks, for goroutines.
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
	_ = d.Decode(&a.Envelope) // CheckEnvelope looks at what came of it
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
