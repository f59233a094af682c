package harness

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/test/inprocess"
	"gateway/test/mailbox"
	"gateway/test/migrated"
)

// startLimit bounds a start, including the creation of the database's schema.
const startLimit = 60 * time.Second

// Settings with which every gateway of these tests is started.
const (
	AdminEmail    = "admin@example.com"
	AdminPassword = "rahasia-admin"
	CallbackToken = "token-of-the-provider"
)

// Settings are environment variables, as an operator sets them.
type Settings map[string]string

// defaults switches the limits off, because all tests come from one address and many log in.
var defaults = Settings{
	"HTTP_ADDR": "127.0.0.1:0", "ADMIN_EMAIL": AdminEmail, "ADMIN_PASSWORD": AdminPassword,
	"PROVIDER_CALLBACK_TOKEN": CallbackToken, "LOGIN_LIMIT_PER_ACCOUNT": "0", "LOGIN_LIMIT_PER_ADDRESS": "0",
	"REGISTRATION_LIMIT_PER_MINUTE": "0", "LOG_LEVEL": cmp.Or(os.Getenv("LOG_LEVEL"), "fatal"),
}

// Gateway is a running gateway. Stop stops it before the test ends.
type Gateway struct {
	wiring.Running
	Stop func()

	admin     func(testing.TB) Caller
	merchants atomic.Int64
}

var mails struct {
	once sync.Once
	box  *mailbox.Mailbox
}

// Mails is the mailbox of all gateways of the test binary. It gets every mail that they send.
func Mails(tb testing.TB) *mailbox.Mailbox {
	tb.Helper()
	mails.once.Do(func() {
		binary.do(func() {
			box, err := mailbox.Start()
			if err != nil {
				binary.Errorf("the mailbox did not start: %v", err)
				return
			}
			mails.box = box
			binary.Cleanup(func() { _ = box.Close() })
		})
	})
	if mails.box == nil {
		tb.Fatal("there is no mailbox")
	}
	return mails.box
}

// Admin returns a caller for the first administrator.
func (g *Gateway) Admin(tb testing.TB) Caller {
	tb.Helper()
	return g.admin(tb)
}

// Start starts a gateway on databases of its own. It stops with the test.
func Start(tb testing.TB, s Settings) *Gateway {
	tb.Helper()
	events, read := migrated.Pair(tb)
	return StartOn(tb, events, read, s)
}

// StartOn starts a gateway on these databases.
func StartOn(tb testing.TB, eventsDSN, readDSN string, s Settings) *Gateway {
	tb.Helper()
	return startOn(tb, eventsDSN, readDSN, s, nil)
}

// StartAt starts a gateway on databases of its own, with a clock that the test sets. It stops with the test.
func StartAt(tb testing.TB, now func() time.Time) *Gateway {
	tb.Helper()
	events, read := migrated.Pair(tb)
	return startOn(tb, events, read, nil, now)
}

func startOn(tb testing.TB, eventsDSN, readDSN string, s Settings, now func() time.Time) *Gateway {
	tb.Helper()
	all := maps.Clone(defaults)
	maps.Copy(all, logs(tb, eventsDSN))
	maps.Copy(all, Settings{"DATABASE_URL": readDSN, "SMTP_URL": Mails(tb).URL(), "MAIL_FROM": "Gateway <no-reply@example.com>"})
	maps.Copy(all, s)
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	parsed, err := inprocess.Parse(all)
	if err != nil {
		tb.Fatal(err)
	}
	running, err := inprocess.StartAt(ctx, parsed, now)
	if err != nil {
		tb.Fatalf("%v", err)
	}
	g := &Gateway{Running: running.Running}
	g.admin = g.AdminLogin(AdminEmail, AdminPassword)
	g.Stop = sync.OnceFunc(func() {
		checkLog(tb, g.App.Log())
		if err := running.Stop(); err != nil {
			tb.Errorf("%v", err)
		}
		clearConnections()
	})
	tb.Cleanup(g.Stop)
	return g
}

// adminLogin is how long the tests use a session of an administrator. It is shorter than the time for which a
// login counts as a fresh proof.
const adminLogin = 5 * time.Minute

// AdminLogin returns a function that logs an administrator in at its first call and returns the same session
// for some minutes, because hashing a password is slow by design.
func (g *Gateway) AdminLogin(email, password string) func(testing.TB) Caller {
	var once sync.Mutex
	var known Caller
	var since time.Time
	return func(tb testing.TB) Caller {
		tb.Helper()
		once.Lock()
		defer once.Unlock()
		if time.Since(since) > adminLogin {
			a := g.Anonymous().Post(tb, "/admin/auth/login", Object{"email": email, "password": password}).Wants(tb, 200)
			known, since = g.Anonymous().With("Authorization", "Bearer "+a.Text(tb, "token")), time.Now()
		}
		return known
	}
}

// Anonymous returns a caller without credentials.
func (g *Gateway) Anonymous() Caller { return Caller{Gateway: g} }

var emails atomic.Int64

// NextEmail returns an address that no client of any gateway has.
func (g *Gateway) NextEmail() string {
	g.merchants.Add(1)
	return fmt.Sprintf("toko-%d@example.com", emails.Add(1))
}

// Page gets a path outside the API.
func (g *Gateway) Page(t *testing.T, path string) (int, string) {
	t.Helper()
	got, err := Client.Get(g.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, string(body)
}

// AddAdmin adds an administrator with the role and logs in.
func (g *Gateway) AddAdmin(tb testing.TB, role string) Caller {
	tb.Helper()
	email := strings.ToLower(g.NextEmail())
	g.Admin(tb).Post(tb, "/admin/admins", Object{"email": email, "password": Password, "role": role}).Wants(tb, 201)
	return g.AdminLogin(email, Password)(tb)
}
