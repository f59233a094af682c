package server_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/http/api/envelope"
	"gateway/http/server"
	"gateway/http/server/strangers"
	"gateway/test/poll"

	"github.com/gin-gonic/gin"
	"github.com/sirupsen/logrus"
)

// usualLimits are a gateway's default limits.
var usualLimits = strangers.Limits{Connections: 4096, ConnectionsPerAddress: 512, Bytes: 32 << 20, BytesPerAddress: 1 << 20}

// doors is a surface with an operation that needs no credential, one that does, a stream of events and a long request.
type doors struct{ release chan struct{} }

func (d doors) Routes(r gin.IRouter) {
	answer := func(c *gin.Context) {
		if _, err := envelope.Body(c); err != nil {
			envelope.Fail(c, err)
			return
		}
		envelope.OK(c, nil)
	}
	r.POST("/login", answer)
	r.POST("/act", strangers.Admit(func(c *gin.Context) {
		if c.GetHeader("X-API-Key") == "" {
			envelope.Refuse(c, http.StatusUnauthorized, "invalid_api_key", "no key")
		}
	}), answer)
	r.POST("/stream", strangers.Admit(func(*gin.Context) {}), func(c *gin.Context) {
		for range 3 {
			fmt.Fprint(c.Writer, "data: \n\n")
			c.Writer.Flush()
			select {
			case <-d.release:
			case <-c.Request.Context().Done():
				return
			}
		}
	})
}

// serveDoors serves on loopback, with time limits for the header, and for header and body.
func serveDoors(t *testing.T, l strangers.Limits, header, read time.Duration) (address string, d doors) {
	t.Helper()
	d = doors{make(chan struct{})}
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	budgets, err := strangers.New(l)
	if err != nil {
		t.Fatal(err)
	}
	m := server.NewMetrics()
	m.Add(budgets)
	h, err := server.Router(server.Config{
		Logger: logrus.NewEntry(logger), Metrics: m, TrustedProxies: l.TrustedProxies, Bodies: budgets,
		Ready: func() error { return nil }, Degraded: func() []string { return nil },
	}, map[string]server.Surface{"/api": d})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	bounded, err := budgets.Listen(listener)
	if err != nil {
		t.Fatal(err)
	}
	s := server.StartWith(context.Background(), bounded, h, header, read)
	t.Cleanup(func() { s.Stop(context.Background(), 0); _ = <-s.Ended() })
	return listener.Addr().String(), d
}

// send opens a connection and sends the text of a request, or its beginning.
func send(t *testing.T, address, text string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetWriteDeadline(time.Now().Add(10 * time.Second))
	_, _ = io.WriteString(c, text) // the server may already have refused it
	return c
}

// answer reads an answer. The status is 0 if the connection ends without one.
func answer(c net.Conn) (status int, body string) {
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, err.Error()
	}
	text, _ := io.ReadAll(r.Body)
	return r.StatusCode, string(text)
}

func post(path string, declared int, header string) string {
	return fmt.Sprintf("POST /api%s HTTP/1.1\r\nHost: gateway\r\nContent-Length: %d\r\n%s\r\n", path, declared, header)
}

// liveHeap is the size of the heap after a collection, in bytes.
func liveHeap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // the second collection frees what has a finalizer
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// This case once took 1.4 GB: 1,500 connections to the login, each with a body that lacks its last bytes. The
// test is not parallel, because it measures memory.
func TestAFloodOfBodiesTakesLittleMemoryAndLeavesNone(t *testing.T) {
	const connections, small = 1500, 48 << 20
	chunk := strings.Repeat(" ", strangers.MaxStranger-1)
	for what, c := range map[string]struct {
		request string
		holds   bool // whether the server waits for the rest
	}{
		"1 MiB but the last bytes":               {post("/login", 1<<20, "") + strings.Repeat(" ", 1<<20-10), false},
		"1 MiB of a length that is not said":     {"POST /api/login HTTP/1.1\r\nHost: gateway\r\nTransfer-Encoding: chunked\r\n\r\n100000\r\n" + strings.Repeat(" ", 1<<20-10), false},
		"what a stranger may send, but the last": {post("/login", strangers.MaxStranger, "") + chunk, true},
		"the same without a key":                 {post("/act", strangers.MaxStranger, "") + chunk, true},
		"1 MiB without a key":                    {post("/act", 1<<20, "") + strings.Repeat(" ", 1<<20-10), false},
	} {
		address, _ := serveDoors(t, usualLimits, time.Minute, time.Minute)
		before := liveHeap()
		conns := make([]net.Conn, connections)
		var sending sync.WaitGroup
		for i := range conns {
			sending.Go(func() { conns[i] = send(t, address, c.request) })
		}
		sending.Wait()
		if during := liveHeap() - before; during > small {
			t.Errorf("%s: %d MiB during the flood", what, during>>20)
		}
		// A merchant at another address is served meanwhile.
		if status, body := answerFrom(t, "127.0.0.2", address, post("/act", 2, "X-API-Key: k\r\n")+"{}"); status != 200 {
			t.Errorf("%s: a merchant is answered with %d %s", what, status, body)
		}
		statuses := map[int]int{}
		for _, conn := range conns {
			_ = conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
			status, _ := answer(conn)
			statuses[status]++
		}
		if c.holds && statuses[429] == 0 {
			t.Errorf("%s: none is refused by name: %v", what, statuses)
		}
		for _, conn := range conns {
			conn.Close()
		}
		poll.Until(t, what+": the memory is free", func() bool { return liveHeap()-before < 8<<20 })
	}
}

// answerFrom sends a request from an address of this machine.
func answerFrom(t *testing.T, from, to, text string) (int, string) {
	t.Helper()
	c, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).Dial("tcp", to)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, text)
	return answer(c)
}

func TestASlowHeaderAndASlowBodyAreCut(t *testing.T) {
	t.Parallel()
	const limit = 100 * time.Millisecond
	address, _ := serveDoors(t, usualLimits, limit, 2*limit)
	for what, c := range map[string]struct {
		text   string
		status int
	}{
		"no byte":                               {"", 0},
		"half a header":                         {"POST /api/login HT", 400},
		"half a body":                           {post("/login", 10, "") + "{", 400},
		"half a body of chunks":                 {"POST /api/login HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\na\r\n{", 400},
		"half a long body of a known caller":    {post("/act", 1<<19, "X-API-Key: k\r\n") + "{", 400},
		"a long body that is not waited for":    {post("/login", 1<<19, "") + "{", 400},
		"a body of a path that does not exist":  {post("/nothing", 10, "") + "{", 404},
		"a body of a stranger beside the limit": {post("/act", 10, "") + "{", 401},
	} {
		conn := send(t, address, c.text)
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		if status, body := answer(conn); status != c.status {
			t.Errorf("%s: %d %s", what, status, body)
		}
		if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: the connection stays", what)
		}
	}
}

// The time limits for header and body do not limit a request that has arrived.
func TestAStreamOutlivesTheTimesOfHeaderAndBody(t *testing.T) {
	t.Parallel()
	const limit = 50 * time.Millisecond
	address, d := serveDoors(t, usualLimits, limit, limit)
	conn := send(t, address, post("/stream", 2, "")+"{}")
	began := time.Now()
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(r.Body)
	for range 3 {
		if line, err := lines.ReadString('\n'); err != nil || line != "data: \n" {
			t.Fatalf("after %s: %q %v", time.Since(began), line, err)
		}
		_, _ = lines.ReadString('\n')
		poll.Until(t, "the times are over", func() bool { return time.Since(began) > 3*limit })
		d.release <- struct{}{}
	}
}

// Behind a trusted proxy, requests count for the address that the proxy saw.
func TestBodiesBehindATrustedProxyCountForTheAddressThatItSaw(t *testing.T) {
	t.Parallel()
	limits := usualLimits
	limits.BytesPerAddress, limits.ConnectionsPerAddress = strangers.MaxStranger+1, 1
	limits.TrustedProxies = []string{"127.0.0.1"}
	address, _ := serveDoors(t, limits, time.Minute, time.Minute)
	held := func(forwarded string) net.Conn {
		return send(t, address, post("/login", strangers.MaxStranger, "X-Forwarded-For: "+forwarded+"\r\n")+strings.Repeat(" ", strangers.MaxStranger-1))
	}
	first := held("2001:db8:1:2:a::1")
	awaitBytes(t, address, strangers.MaxStranger+1)
	if status, body := answer(held("2001:db8:1:2:b::1")); status != 429 || !strings.Contains(body, `"too_many_requests"`) {
		t.Errorf("the same /64: %d %s", status, body)
	}
	held("2001:db8:1:3::1") // another /64
	awaitBytes(t, address, 2*(strangers.MaxStranger+1))
	_, _ = io.WriteString(first, " ")
	if status, body := answer(first); status != 200 {
		t.Errorf("the first: %d %s", status, body)
	}
	held("2001:db8:1:2:b::1")
	awaitBytes(t, address, 2*(strangers.MaxStranger+1))
}

// awaitBytes waits until strangers hold this many bytes.
func awaitBytes(t *testing.T, address string, want int) {
	t.Helper()
	poll.Until(t, fmt.Sprintf("%d bytes are held", want), func() bool {
		status, body := answer(send(t, address, "GET /metrics HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n"))
		return status == 200 && strings.Contains(body, fmt.Sprintf("\ngateway_stranger_bytes %d\n", want))
	})
}

// Behind a trusted proxy, an address may have as many requests at once as connections elsewhere, until its
// caller is known.
func TestRequestsBehindATrustedProxyAreCountedUntilTheirCallerIsKnown(t *testing.T) {
	t.Parallel()
	limits := usualLimits
	limits.ConnectionsPerAddress, limits.TrustedProxies = 2, []string{"127.0.0.1"}
	address, d := serveDoors(t, limits, time.Minute, time.Minute)
	from := func(forwarded string) string { return "X-Forwarded-For: " + forwarded + "\r\n" }
	waiting := func(forwarded string) net.Conn { return send(t, address, post("/login", 2, from(forwarded))+"{") }
	awaitLogins := func(n int) { awaitBytes(t, address, 3*n) }
	first := waiting("192.0.2.1")
	waiting("192.0.2.1")
	awaitLogins(2)
	if status, body := answer(waiting("192.0.2.1")); status != 429 || !strings.Contains(body, `"too_many_requests"`) {
		t.Errorf("the third: %d %s", status, body)
	}
	waiting("192.0.2.2") // another address
	awaitLogins(3)
	_, _ = io.WriteString(first, "}")
	if status, body := answer(first); status != 200 {
		t.Errorf("the first: %d %s", status, body)
	}
	for range 5 { // streams of known callers
		stream := send(t, address, post("/stream", 2, "X-API-Key: k\r\n"+from("192.0.2.3"))+"{}")
		if r, err := http.ReadResponse(bufio.NewReader(stream), nil); err != nil || r.StatusCode != 200 {
			t.Fatalf("%v %v", r, err)
		}
	}
	close(d.release)
}
