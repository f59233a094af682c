package e2e

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

const prefix = "/api/v2"

// object is a JSON object to send, or one that is expected.
type object map[string]any

// with gives a copy in which the field is another; raw JSON is a json.RawMessage.
func (o object) with(field string, value any) object {
	c := object{field: value}
	for k, v := range o {
		if k != field {
			c[k] = v
		}
	}
	return c
}

func (o object) without(field string) object {
	c := o.with(field, nil)
	delete(c, field)
	return c
}

var web = &http.Client{
	Timeout:   90 * time.Second,
	Transport: &watched{next: connections},
}

var connections = &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}

func clearConnections() { connections.CloseIdleConnections() }

// caller calls one gateway with headers of its own, its credential among them.
type caller struct {
	gateway *gateway
	header  http.Header
}

// with gives a caller that sends the header too; empty means without it.
func (c caller) with(name, value string) caller {
	h := c.header.Clone()
	if h == nil {
		h = http.Header{}
	}
	h.Del(name)
	if value != "" {
		h.Set(name, value)
	}
	return caller{gateway: c.gateway, header: h}
}

func (c caller) get(tb testing.TB, path string, args ...any) answer {
	tb.Helper()
	return c.do(tb, http.MethodGet, fmt.Sprintf(path, args...), nil)
}

func (c caller) post(tb testing.TB, path string, body any) answer {
	tb.Helper()
	return c.do(tb, http.MethodPost, path, body)
}

func (c caller) put(tb testing.TB, path string, body any) answer {
	tb.Helper()
	return c.do(tb, http.MethodPut, path, body)
}

// do makes a call and checks what every answer must have. The path is relative to
// /api/v2; a body that is a string is sent as it is.
func (c caller) do(tb testing.TB, method, path string, body any) answer {
	tb.Helper()
	a, err := c.send(method, path, body)
	if err != nil {
		tb.Fatalf("%s %s: %v", method, path, err)
	}
	a.checkEnvelope(tb)
	return a
}

// send is do without checks, for goroutines.
func (c caller) send(method, path string, body any) (answer, error) {
	request, err := http.NewRequest(method, c.gateway.URL+prefix+path, reader(body))
	if err != nil {
		return answer{}, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, values := range c.header {
		request.Header[name] = values
	}
	got, err := web.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer got.Body.Close()
	raw, err := io.ReadAll(got.Body)
	path, _, _ = strings.Cut(path, "?")
	calls.record(method, path, got.StatusCode)
	a := answer{request: method + " " + path, status: got.StatusCode, header: got.Header, body: raw}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	_ = d.Decode(&a.envelope) // checkEnvelope looks at what came of it
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
