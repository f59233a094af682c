package installation

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

// client has a time limit, so that a call to a frozen instance ends. The limit is longer than a change of the
// leader, and longer than the 10 s for which a failing append is repeated.
var client = &http.Client{Timeout: 12 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// retryLimit is how long Retry repeats a request.
const retryLimit = 2 * time.Minute

// Caller sends requests to all instances in turn, or to one. It is a value: With and On
// return another caller. Any goroutine may use it.
type Caller struct {
	balancer *balancer
	only     string // an address, or empty
	header   http.Header
}

// Anonymous calls without credentials.
func (in *Installation) Anonymous() Caller {
	return Caller{balancer: in.balancer, header: http.Header{}}
}

// With returns a caller that also sends the header.
func (c Caller) With(name, value string) Caller {
	c.header = c.header.Clone()
	c.header.Set(name, value)
	return c
}

// On returns a caller that only calls this instance.
func (c Caller) On(i *Instance) Caller {
	c.only = i.Addr
	return c
}

// Send sends a request to a path under /api/v2; a nil body means none. After an error it is unknown whether the
// request had an effect.
func (c Caller) Send(ctx context.Context, method, path string, body any) (Answer, error) {
	addr := c.only
	if addr == "" {
		addr = c.balancer.next()
	}
	req, err := c.request(ctx, method, "http://"+addr+"/api/v2"+path, body)
	if err != nil {
		return Answer{}, err
	}
	res, err := client.Do(req)
	if err != nil {
		c.balancer.failed(addr)
		return Answer{}, err
	}
	return read(res)
}

func (c Caller) request(ctx context.Context, method, url string, body any) (*http.Request, error) {
	var content io.Reader = http.NoBody
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, content)
	if err != nil {
		return nil, err
	}
	req.Header = c.header.Clone()
	return req, nil
}

// Retry repeats a request until the answer is final: no broken connection, no 5xx, and no 409 for a key that is
// still in use.
func (c Caller) Retry(ctx context.Context, method, path string, body any) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, retryLimit)
	defer cancel()
	for {
		a, err := c.Send(ctx, method, path, body)
		if err == nil && a.Status < 500 && a.Status != http.StatusConflict {
			return a, nil
		}
		select {
		case <-ctx.Done():
			return a, fmt.Errorf("%s %s: last answer %s, %w: %w", method, path, a, err, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Must sends a request that has to succeed.
func (c Caller) Must(t *testing.T, method, path string, body any) Answer {
	t.Helper()
	a, err := c.Send(t.Context(), method, path, body)
	if err != nil || a.Status >= 300 {
		t.Fatalf("%s %s: %s %v", method, path, a, err)
	}
	return a
}
