package installation

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// Answer is the response to a call, and the data of its envelope.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Data   json.RawMessage
}

func read(res *http.Response) (a Answer, err error) {
	defer func() { _ = res.Body.Close() }()
	if a.Body, err = io.ReadAll(res.Body); err != nil {
		return Answer{}, err
	}
	var envelope struct{ Data json.RawMessage }
	if err := json.Unmarshal(a.Body, &envelope); err != nil {
		return Answer{}, err
	}
	return Answer{Status: res.StatusCode, Header: res.Header, Body: a.Body, Data: envelope.Data}, nil
}

// String is the answer as messages show it.
func (a Answer) String() string { return fmt.Sprintf("%d %s", a.Status, a.Body) }

// Text returns a field of the data as it was written, without quotes, or "".
func (a Answer) Text(name string) string {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(a.Data, &fields)
	return strings.Trim(string(fields[name]), `"`)
}

// Number returns a field of the data that is a whole number, or 0.
func (a Answer) Number(name string) int64 {
	n, _ := strconv.ParseInt(a.Text(name), 10, 64)
	return n
}

// Into reads the data into a variable.
func (a Answer) Into(t *testing.T, to any) {
	t.Helper()
	if err := json.Unmarshal(a.Data, to); err != nil {
		t.Fatalf("%s: %v", a, err)
	}
}
