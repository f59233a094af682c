package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// floodConnections is how many connections the flood tries to keep open at once.
	floodConnections = 1500
	// floodPause is how long the flood waits before it reopens a closed connection.
	floodPause = time.Second
	// floodBuffer is how many of a connection's bytes the system accepts before the gateway reads them.
	floodBuffer = 64 << 10
	// merchantConnections is how many connections read beside the flood.
	merchantConnections = 4
)

// flood is what each of its connections sends to the login: the header of a request, and a body without its last bytes.
type flood struct {
	name           string
	declared, sent int
}

var floods = []flood{
	{"1 MiB but the last bytes", 1 << 20, 1<<20 - 10},
	{"16 KiB but the last byte", 16 << 10, 16<<10 - 1},
}

// measureStrangers measures a merchant's reads from one loopback address, alone and beside a flood of strangers
// from another, and what the flood leaves in the gateway's memory.
func measureStrangers(ctx context.Context, r *bench) error {
	people, err := r.clients(ctx)
	if err != nil {
		return err
	}
	read := func() (outcome, error) {
		return r.repeat(ctx, merchantConnections, func(conn, n int) []byte {
			return get("/account/balance", people[(n*merchantConnections+conn)%len(people)].header)
		})
	}
	if _, err := read(); err != nil { // fills the gateway's caches
		return err
	}
	for _, f := range floods {
		alone, err := read()
		if err != nil {
			return err
		}
		if err := r.besideFlood(ctx, f, alone, read); err != nil {
			return err
		}
	}
	return r.measureMemory(ctx, "memory after the strangers", restLong, "30 s after them")
}

func (r *bench) besideFlood(ctx context.Context, f flood, alone outcome, read func() (outcome, error)) error {
	end, err := f.begin(ctx, r.gateway.addr)
	if err != nil {
		return err
	}
	if err := pause(ctx, 2*floodPause); err != nil {
		return err
	}
	used, watched := r.usage(), r.watchMemory()
	beside, err := read()
	memory, failed := watched()
	spent := r.usage().since(used)
	note, ended := end()
	if err = errors.Join(err, failed, ended); err != nil {
		return err
	}
	r.report.add("reads alone, p99", alone.quantile(0.99), "ms",
		fmt.Sprintf("GET balance, %d connections from 127.0.0.1, p50 %.2f ms", merchantConnections, alone.quantile(0.5)))
	r.report.add("reads beside strangers, p99", beside.quantile(0.99), "ms",
		fmt.Sprintf("%s; p50 %.2f ms; %s", f.name, beside.quantile(0.5), spent.of(beside.took, r.report.Cores, len(beside.latencies))))
	r.report.atMost("reads beside strangers, ratio of p99", beside.quantile(0.99)/alone.quantile(0.99), 2, "", note)
	r.report.add("memory under the strangers", memory.mean(), "MB", memory.note())
	return nil
}

// begin starts a process that floods from 127.0.0.2 until the returned function is called, which returns the
// process's report on its connections. Strangers have machines of their own, so the process shares no scheduler
// with the measuring one, and has the scheduling class "idle": it runs where a core has nothing else to do. With
// nice alone it kept a core for whole time slices of 3 ms while reads waited.
func (f flood) begin(ctx context.Context, addr string) (end func() (string, error), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "chrt", "--idle", "0", self, "-flood", fmt.Sprintf("%s,%d,%d", addr, f.declared, f.sent))
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, os.Stderr
	stop, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	return func() (string, error) {
		err := errors.Join(stop.Close(), cmd.Wait())
		return said.String(), err
	}, cmd.Start()
}

// runFlood is the process of a flood. spec holds the address, the declared and the sent bytes, separated by
// commas. It ends when its standard input ends.
func runFlood(spec string) error {
	var f flood
	parts := strings.Split(spec, ",")
	if len(parts) != 3 {
		return fmt.Errorf("-flood %s: want an address and two lengths", spec)
	}
	declared, err := strconv.Atoi(parts[1])
	sent, wrong := strconv.Atoi(parts[2])
	if err = errors.Join(err, wrong); err != nil {
		return err
	}
	f.declared, f.sent = declared, sent
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	text := fmt.Sprintf("POST /api/v2/auth/login HTTP/1.1\r\nHost: bench\r\nContent-Length: %d\r\n\r\n%s", f.declared, strings.Repeat(" ", f.sent))
	var made, answered, open atomic.Int64
	var all sync.WaitGroup
	for range floodConnections {
		all.Go(func() {
			for ctx.Err() == nil {
				made.Add(1)
				open.Add(1)
				if f.hold(ctx, parts[0], text) {
					answered.Add(1)
				}
				open.Add(-1)
				_ = pause(ctx, floodPause)
			}
		})
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	held := open.Load()
	stop()
	all.Wait()
	fmt.Printf("%d connections from 127.0.0.2, each again %s after its end: %d made, %d answered, %d open at the end",
		floodConnections, floodPause, made.Load(), answered.Load(), held)
	return nil
}

// hold sends the text, and waits until the gateway closes the connection. It reports whether there was an answer.
func (f flood) hold(ctx context.Context, addr, text string) (answered bool) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	c, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return false
	}
	_ = c.(*net.TCPConn).SetLinger(0)                // leaves no port in TIME_WAIT
	_ = c.(*net.TCPConn).SetWriteBuffer(floodBuffer) // bytes that the gateway does not read cost this machine no copying
	closed := context.AfterFunc(ctx, func() { c.Close() })
	defer func() { closed(); c.Close() }()
	_, _ = io.WriteString(c, text) // the gateway may have refused it
	n, _ := io.Copy(io.Discard, c)
	return n > 0
}
