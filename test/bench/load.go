package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// connection speaks HTTP/1.1 over one connection. Requests are prepared in advance and answers are barely
// parsed, so that the load generator leaves the cores to the gateway.
type connection struct {
	net.Conn
	answers *bufio.Reader
}

func dial(addr string) (*connection, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &connection{Conn: c, answers: bufio.NewReader(c)}, nil
}

// do sends a request and reads the answer. Any status but 2xx is an error.
func (c *connection) do(request []byte) (body []byte, err error) {
	if _, err := c.Write(request); err != nil {
		return nil, err
	}
	status, length, err := c.head()
	if err != nil {
		return nil, err
	}
	if body, err = c.body(length); err == nil && status[0] != '2' {
		line, _, _ := bytes.Cut(request, []byte("\r\n"))
		err = fmt.Errorf("%s: %s: %s", line, status, body)
	}
	return body, err
}

// chunked stands for the length of a body that is sent in chunks.
const chunked = -1

// head reads the status and the headers, which a Go server always writes in the same form.
func (c *connection) head() (status [3]byte, length int, err error) {
	line, err := c.answers.ReadSlice('\n')
	if err != nil || len(line) < len("HTTP/1.1 200") {
		return status, 0, fmt.Errorf("an answer begins with %q: %w", line, err)
	}
	copy(status[:], line[len("HTTP/1.1 "):])
	for {
		line, err := c.answers.ReadSlice('\n')
		if err != nil {
			return status, 0, err
		}
		if len(line) == len("\r\n") {
			return status, length, nil
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return status, 0, err
			}
		}
		if bytes.HasPrefix(line, []byte("Transfer-Encoding: chunked")) {
			length = chunked
		}
	}
}

func (c *connection) body(length int) ([]byte, error) {
	if length != chunked {
		body := make([]byte, length)
		_, err := io.ReadFull(c.answers, body)
		return body, err
	}
	body, err := io.ReadAll(httputil.NewChunkedReader(c.answers))
	if err == nil {
		_, err = c.answers.Discard(len("\r\n")) // there are no trailers
	}
	return body, err
}

// get and post make the bytes of a request. header is a whole line, or empty.
func get(path, header string) []byte { return request("GET", path, header, "") }

func post(path, header, body string) []byte { return request("POST", path, header, body) }

func request(method, path, header, body string) []byte {
	return requestTo(method, "/api/v2"+path, header, body)
}

// requestTo is request for a path outside the API.
func requestTo(method, path, header, body string) []byte {
	if header != "" {
		header += "\r\n"
	}
	return fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: bench\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		method, path, header, len(body), body)
}

// outcome is the result of a load.
type outcome struct {
	took      time.Duration
	latencies []time.Duration // sorted
	used      usage
}

// cpu is the CPU time per operation, including that of the load generator.
func (o outcome) cpu() time.Duration { return o.used.total() / time.Duration(max(1, len(o.latencies))) }

// and joins two runs of the same load.
func (o outcome) and(p outcome) outcome {
	all := slices.Concat(o.latencies, p.latencies)
	slices.Sort(all)
	return outcome{took: o.took + p.took, latencies: all, used: usage{
		gateway: o.used.gateway + p.used.gateway, postgres: o.used.postgres + p.used.postgres,
		bench: o.used.bench + p.used.bench, machine: o.used.machine + p.used.machine,
	}}
}

func (o outcome) perSecond() float64 { return float64(len(o.latencies)) / o.took.Seconds() }

// quantile returns a latency in milliseconds.
func (o outcome) quantile(q float64) float64 {
	if len(o.latencies) == 0 {
		return 0
	}
	return milliseconds(o.latencies[min(len(o.latencies)-1, int(q*float64(len(o.latencies))))])
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// worker is one connection's part of a load. It is called again and again until it says that it is done, and
// returns the time that counts.
type worker func(c *connection) (took time.Duration, more bool, err error)

// drive runs a load over this many connections at once.
func (r *bench) drive(ctx context.Context, connections int, work func(conn int) worker) (outcome, error) {
	g, ctx := errgroup.WithContext(ctx)
	latencies := make([][]time.Duration, connections)
	all := make([]*connection, connections)
	for i := range all {
		c, err := dial(r.gateway.addr)
		if err != nil {
			return outcome{}, err
		}
		defer c.Close()
		all[i] = c
	}
	start := time.Now()
	for i, c := range all {
		g.Go(func() error {
			step := work(i)
			for ctx.Err() == nil {
				took, more, err := step(c)
				if err != nil || !more {
					return err
				}
				latencies[i] = append(latencies[i], took)
			}
			return ctx.Err()
		})
	}
	err := g.Wait()
	o := outcome{took: time.Since(start), latencies: slices.Concat(latencies...)}
	slices.Sort(o.latencies)
	return o, err
}

// send sends each request once.
func (r *bench) send(ctx context.Context, connections int, requests [][]byte) (outcome, error) {
	var next atomic.Int64
	return r.drive(ctx, connections, func(int) worker {
		return func(c *connection) (time.Duration, bool, error) {
			i := int(next.Add(1)) - 1
			if i >= len(requests) {
				return 0, false, nil
			}
			return timed(c, requests[i])
		}
	})
}

// repeat sends requests that each connection makes for itself, for the time in the options.
func (r *bench) repeat(ctx context.Context, connections int, request func(conn, n int) []byte) (outcome, error) {
	end := time.Now().Add(r.options.span)
	return r.drive(ctx, connections, func(conn int) worker {
		n := 0
		return func(c *connection) (time.Duration, bool, error) {
			if time.Now().After(end) {
				return 0, false, nil
			}
			n++
			return timed(c, request(conn, n))
		}
	})
}

// load sends requests for the time in the options, and measures their CPU time. It takes profiles if the
// options ask for them.
func (r *bench) load(ctx context.Context, name string, connections int, request func(conn, n int) []byte) (done outcome, err error) {
	return r.observed(ctx, name, func() (outcome, error) { return r.repeat(ctx, connections, request) })
}

// observed runs a load for the time in the options, and notes its CPU time.
func (r *bench) observed(ctx context.Context, name string, run func() (outcome, error)) (done outcome, err error) {
	statements, err := r.statements(ctx, name)
	if err != nil {
		return done, err
	}
	used, profile := r.usage(), r.profile(name, r.options.span)
	if done, err = run(); err != nil {
		return done, err
	}
	done.used = r.usage().since(used)
	progress("%s: %.0f/s; %s", name, done.perSecond(), done.used.of(done.took, r.report.Cores, len(done.latencies)))
	return done, errors.Join(statements(len(done.latencies)), profile())
}

func timed(c *connection, request []byte) (time.Duration, bool, error) {
	began := time.Now()
	_, err := c.do(request)
	return time.Since(began), true, err
}
