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

// web gives up on a frozen instance, though not on one that waits for the lead to move.
var web = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// definiteWithin is how long Insist insists.
const definiteWithin = 2 * time.Minute

// Caller sends requests to all instances in turn, or to one. Callers are values:
// any goroutine may use one, and With and On leave theirs as it is.
type Caller struct {
	balancer *balancer
	only     string // an address, or empty
	header   http.Header
}

// Anybody calls without credentials.
func (in *Installation) Anybody() Caller { return Caller{balancer: in.balancer, header: http.Header{}} }

// With adds a header.
func (c Caller) With(name, value string) Caller {
	c.header = c.header.Clone()
	c.header.Set(name, value)
	return c
}

// On calls this instance alone.
func (c Caller) On(i *Instance) Caller {
	c.only = i.Addr
	return c
}

// Once sends a request to a path under /api/v2; a nil body is none. Any error means
// that nothing is known of its outcome.
func (c Caller) Once(ctx context.Context, method, path string, body any) (Answer, error) {
	addr := c.only
	if addr == "" {
		addr = c.balancer.next()
	}
	req, err := c.request(ctx, method, "http://"+addr+"/api/v2"+path, body)
	if err != nil {
		return Answer{}, err
	}
	res, err := web.Do(req)
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

// Insist repeats a request until it is answered with something definite: no broken
// connection, nothing of the 500s, no key still in use.
func (c Caller) Insist(ctx context.Context, method, path string, body any) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, definiteWithin)
	defer cancel()
	for {
		a, err := c.Once(ctx, method, path, body)
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
	a, err := c.Once(t.Context(), method, path, body)
	if err != nil || a.Status >= 300 {
		t.Fatalf("%s %s: %s %v", method, path, a, err)
	}
	return a
}
