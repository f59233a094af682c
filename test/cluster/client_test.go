package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// balancer hands out instances in turn and leaves out for a while those that did
// not answer, as any balancer does.
type balancer struct {
	mu    sync.Mutex
	addrs []string
	shun  []time.Time
	turn  int
}

func (b *balancer) add(addr string) {
	b.addrs, b.shun = append(b.addrs, addr), append(b.shun, time.Time{})
}

func (b *balancer) next() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.addrs {
		b.turn = (b.turn + 1) % len(b.addrs)
		if time.Now().After(b.shun[b.turn]) {
			break
		}
	}
	return b.addrs[b.turn]
}

func (b *balancer) failed(addr string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shun[slices.Index(b.addrs, addr)] = time.Now().Add(time.Second)
}

// web gives up on a frozen instance, though not on one that waits for the lead to move.
var web = &http.Client{Timeout: 8 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// caller sends requests to any instance, or to one.
type caller struct {
	balancer *balancer
	only     string // an address, or empty
	header   http.Header
}

func (in *installation) anybody() caller { return caller{balancer: in.balancer, header: http.Header{}} }

func (c caller) with(name, value string) caller {
	c.header = c.header.Clone()
	c.header.Set(name, value)
	return c
}

func (c caller) on(i *instance) caller {
	c.only = i.addr
	return c
}

// answer is the envelope, and its data as it came.
type answer struct {
	Status int `json:"-"`
	Body   []byte
	Data   json.RawMessage `json:"data"`
}

// number gives a field of the data, 0 where there is no whole number.
func (a answer) number(name string) int64 {
	n, _ := strconv.ParseInt(a.text(name), 10, 64)
	return n
}

// text gives a field as it was written, without quotes.
func (a answer) text(name string) string {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(a.Data, &fields)
	return strings.Trim(string(fields[name]), `"`)
}

// once sends a request; any error means that nothing is known of its outcome.
func (c caller) once(ctx context.Context, method, path string, body any) (a answer, err error) {
	var payload io.Reader = http.NoBody
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return a, err
		}
		payload = bytes.NewReader(raw)
	}
	addr := c.only
	if addr == "" {
		addr = c.balancer.next()
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://"+addr+"/api/v2"+path, payload)
	if err != nil {
		return a, err
	}
	req.Header = c.header.Clone()
	res, err := web.Do(req)
	if err != nil {
		c.balancer.failed(addr)
		return a, err
	}
	defer func() { _ = res.Body.Close() }()
	if a.Body, err = io.ReadAll(res.Body); err != nil {
		return a, err
	}
	err = json.Unmarshal(a.Body, &a)
	a.Status = res.StatusCode
	return a, err
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
			return a, fmt.Errorf("%s %s: last answer %d %s, %w: %w", method, path, a.Status, a.Body, err, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// must demands a 2xx.
func (c caller) must(t *testing.T, method, path string, body any) answer {
	t.Helper()
	a, err := c.once(t.Context(), method, path, body)
	if err != nil || a.Status >= 300 {
		t.Fatalf("%s %s: %d %s %v", method, path, a.Status, a.Body, err)
	}
	return a
}
