package e2e

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/cmd/gateway/app"
	"gateway/test/inprocess"
	"gateway/test/testdb"
)

const (
	startLimit    = 60 * time.Second
	adminEmail    = "admin@example.com"
	adminPassword = "rahasia-admin"
	callbackToken = "token-of-the-provider"
)

// settings are environment variables, as an operator sets them.
type settings map[string]string

// defaults: no limits, since all tests come from one address and many log in.
var defaults = settings{
	"HTTP_ADDR": "127.0.0.1:0", "ADMIN_EMAIL": adminEmail, "ADMIN_PASSWORD": adminPassword,
	"PROVIDER_CALLBACK_TOKEN": callbackToken, "LOGIN_LIMIT_PER_ACCOUNT": "0", "LOGIN_LIMIT_PER_ADDRESS": "0",
	"REGISTRATION_LIMIT_PER_MINUTE": "0", "LOG_LEVEL": cmp.Or(os.Getenv("LOG_LEVEL"), "fatal"),
}

// gateway is one that runs.
type gateway struct {
	app.Running
	merchants atomic.Int64
	admin     func(testing.TB) caller
	stop      func()
}

// startGateway starts a gateway on databases of its own. It stops with the test.
func startGateway(tb testing.TB, s settings) *gateway {
	tb.Helper()
	events, read := testdb.NewPair(tb)
	return startOn(tb, events, read, s)
}

func startOn(tb testing.TB, eventsDSN, readDSN string, s settings) *gateway {
	tb.Helper()
	all := maps.Clone(defaults)
	maps.Copy(all, logs(tb, eventsDSN))
	maps.Copy(all, settings{"DATABASE_URL": readDSN})
	maps.Copy(all, s)
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	running, err := inprocess.Start(ctx, all)
	if err != nil {
		tb.Fatalf("%v", err)
	}
	g := &gateway{Running: running.Running}
	g.admin = g.loginOnce(adminEmail, adminPassword)
	g.stop = sync.OnceFunc(func() {
		checkLog(tb, g.App.Log())
		if err := running.Stop(); err != nil {
			tb.Errorf("%v", err)
		}
		clearConnections()
	})
	tb.Cleanup(g.stop)
	return g
}

// loginOnce logs an administrator in when it is first called: hashing a password
// is slow by design.
func (g *gateway) loginOnce(email, password string) func(testing.TB) caller {
	var once sync.Mutex
	var known caller
	return func(tb testing.TB) caller {
		tb.Helper()
		once.Lock()
		defer once.Unlock()
		if known.gateway == nil {
			a := g.anybody().post(tb, "/admin/auth/login", object{"email": email, "password": password}).wants(tb, 200)
			known = g.anybody().with("Authorization", "Bearer "+a.text(tb, "token"))
		}
		return known
	}
}

// anybody calls without credentials.
func (g *gateway) anybody() caller { return caller{gateway: g} }

func (g *gateway) nextEmail() string { return fmt.Sprintf("toko-%d@example.com", g.merchants.Add(1)) }
