package recovery

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"
)

const (
	adminEmail    = "admin@example.com"
	adminPassword = "recovery-admin-password"
)

// caller sends requests to a gateway that may be gone for a while.
type caller struct {
	base   string
	header http.Header
}

var client = &http.Client{Timeout: 60 * time.Second}

func (c caller) with(name, value string) caller {
	c.header = c.header.Clone()
	c.header.Set(name, value)
	return c
}

// answer is the envelope, and its data as it came.
type answer struct {
	Status int
	Body   []byte
	Data   json.RawMessage `json:"data"`
}

func (a answer) field(name string) string {
	var fields map[string]any
	_ = json.Unmarshal(a.Data, &fields) // a missing field shows as <nil>
	if id, ok := fields[name].(float64); ok {
		return fmt.Sprintf("%.0f", id)
	}
	return fmt.Sprint(fields[name])
}

// once sends a request; any error means that nothing is known of its outcome.
func (c caller) once(ctx context.Context, method, path string, body any) (answer, error) {
	var a answer
	content := io.Reader(http.NoBody)
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return a, err
		}
		content = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil {
		return a, err
	}
	req.Header = c.header.Clone()
	res, err := client.Do(req)
	if err != nil {
		return a, err
	}
	defer func() { _ = res.Body.Close() }()
	a.Status = res.StatusCode
	if a.Body, err = io.ReadAll(res.Body); err != nil {
		return a, err
	}
	return a, json.Unmarshal(a.Body, &a)
}

// insist repeats a request until it is answered with something definite: no
// broken connection, nothing of the 500s, no key still in use.
func (c caller) insist(ctx context.Context, method, path string, body any) (answer, error) {
	for {
		a, err := c.once(ctx, method, path, body)
		if err == nil && a.Status < 500 && a.Status != http.StatusConflict {
			return a, nil
		}
		select {
		case <-ctx.Done():
			return a, fmt.Errorf("%s %s: last answer %d %s, %v: %w", method, path, a.Status, a.Body, err, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// must sends a request that can't fail.
func (c caller) must(t *testing.T, method, path string, body any) answer {
	t.Helper()
	a, err := c.once(t.Context(), method, path, body)
	if err != nil || a.Status >= 300 {
		t.Fatalf("%s %s: %d %s %v", method, path, a.Status, a.Body, err)
	}
	return a
}

// eventually polls for what follows by itself.
func eventually(t *testing.T, what string, within time.Duration, holds func() (bool, string)) {
	t.Helper()
	deadline := time.Now().Add(within)
	for {
		held, said := holds()
		if held {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s: %s", within, what, said)
		}
		<-time.After(100 * time.Millisecond)
	}
}
