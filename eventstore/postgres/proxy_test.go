package postgres_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lib/pq"
)

// proxy stands between a store and its database and can cut connections.
type proxy struct {
	dsn       string      // of the database, through the proxy
	loseReply atomic.Bool // drop the answer to the next append, and its connection
	down      atomic.Bool // cut every connection that is used

	listener net.Listener
	network  string // of the server
	address  string
	links    sync.WaitGroup
}

func newProxy(tb testing.TB, dsn string) *proxy {
	tb.Helper()
	cfg, err := pq.NewConfig(dsn)
	if err != nil {
		tb.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	p := &proxy{listener: listener, network: "tcp", address: fmt.Sprintf("%s:%d", cfg.Host, cfg.Port)}
	if filepath.IsAbs(cfg.Host) {
		p.network, p.address = "unix", fmt.Sprintf("%s/.s.PGSQL.%d", cfg.Host, cfg.Port)
	}
	here := listener.Addr().(*net.TCPAddr)
	p.dsn = fmt.Sprintf("host=%s port=%d dbname=%s user=%s password='%s' sslmode=disable",
		here.IP, here.Port, cfg.Database, cfg.User, cfg.Password)
	p.links.Go(p.accept)
	tb.Cleanup(func() {
		_ = listener.Close()
		p.links.Wait()
	})
	return p
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial(p.network, p.address)
		if err != nil {
			_ = client.Close()
			continue
		}
		l := &link{proxy: p, client: client, server: server}
		p.links.Go(l.forward)
		p.links.Go(l.answer)
	}
}

// link is one connection through the proxy.
type link struct {
	proxy          *proxy
	client, server net.Conn
	appends        bool        // an append was prepared on it
	cut            atomic.Bool // the next answer is lost
}

func (l *link) forward() {
	defer l.server.Close()
	l.pump(l.client, l.server, func(sent []byte) bool {
		l.appends = l.appends || bytes.Contains(sent, []byte("append_events"))
		const bind = 'B'
		if l.appends && sent[0] == bind && l.proxy.loseReply.CompareAndSwap(true, false) {
			l.cut.Store(true)
		}
		return true
	})
}

func (l *link) answer() {
	defer l.client.Close()
	// PostgreSQL answers a committed append after its commit, all at once.
	l.pump(l.server, l.client, func([]byte) bool { return !l.cut.Load() })
}

func (l *link) pump(from io.Reader, to io.Writer, pass func([]byte) bool) {
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		if err != nil || l.proxy.down.Load() || !pass(buf[:n]) {
			return
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}
