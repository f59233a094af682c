package api

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// padded is a JSON object of exactly this many bytes.
func padded(object string, length int) string {
	return strings.TrimSuffix(object, "}") + strings.Repeat(" ", length-len(object)) + "}"
}

const stranger = 16 << 10

func TestABodyOfAStrangerHasAtMost16KiB(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	const login = `{"email":"asing@example.com","password":"salah-sekali"}`
	for _, path := range []string{"/auth/login", "/admin/auth/login"} {
		g.Anonymous().Post(t, path, padded(login, stranger)).Refuses(t, 401, "wrong_credentials")
		got := g.Anonymous().Post(t, path, padded(login, stranger+1)).Refuses(t, 400, "body_too_large")
		if !strings.Contains(string(got.Body), "16384 bytes") {
			t.Errorf("%s says %s", path, got.Body)
		}
	}
	g.Anonymous().Post(t, "/payments/invoice", padded(`{"amount":50000}`, stranger+1)).Refuses(t, 401, "invalid_api_key")
	g.Anonymous().Post(t, "/admin/admins", padded(`{}`, stranger+1)).Refuses(t, 401, "invalid_token")
	provider := g.Anonymous().With("X-Callback-Token", harness.CallbackToken)
	g.Anonymous().Post(t, "/provider/callbacks/invoice", padded(`{}`, stranger+1)).Refuses(t, 401, "invalid_callback_token")
	provider.Post(t, "/provider/callbacks/invoice", padded(`{}`, stranger+1)).Wants(t, 200)
}

// waiting is a request whose header has arrived and whose body the server has asked for.
type waiting struct {
	net.Conn
	answers *bufio.Reader
}

// ask sends the header of a request and waits until the server asks for the body, which it does when it starts
// to read it.
func ask(t *testing.T, g *harness.Gateway, path string, header http.Header, length int) waiting {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(g.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	var lines strings.Builder
	_ = header.Write(&lines) // a Builder accepts everything
	fmt.Fprintf(c, "POST /api/v2%s HTTP/1.1\r\nHost: gateway\r\nExpect: 100-continue\r\nContent-Length: %d\r\n%s\r\n", path, length, lines.String())
	w := waiting{c, bufio.NewReader(c)}
	if line, err := w.answers.ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 100") {
		t.Fatalf("the body is not asked for: %q %v", line, err)
	}
	_, _ = w.answers.ReadString('\n')
	return w
}

func (w waiting) finish(t *testing.T, body string) (status int, text string) {
	t.Helper()
	_, _ = io.WriteString(w, body)
	r, err := http.ReadResponse(w.answers, nil)
	if err != nil {
		t.Fatal(err)
	}
	read, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(read)
}

// An administrator's body arrives after the administrator was disabled. A long body is asked for after a first check.
func TestABodyThatComesAfterItsCallerWasDisabledDoesNothing(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	root := g.Admin(t)
	for _, length := range []int{100, stranger, stranger + 1, 1 << 20} {
		email := g.NextEmail()
		added := root.Post(t, "/admin/admins", object{"email": email, "password": harness.Password, "role": "admin"}).Wants(t, 201)
		budi := g.AdminLogin(email, harness.Password)(t)
		m := g.NewMerchant(t)
		body := padded(`{"reason":"tidak jadi"}`, length)
		w := ask(t, g, m.AdminPath("/suspend"), budi.Header, length)
		root.Post(t, "/admin/admins/"+strconv.FormatInt(added.ID(t, "id"), 10)+"/disable", object{"reason": "left"}).Wants(t, 200)
		if status, text := w.finish(t, body); status != 401 || !strings.Contains(text, "invalid_token") {
			t.Errorf("a body of %d bytes is answered with %d %s", length, status, text)
		}
		m.Get(t, "/account/balance").Wants(t, 200)
	}
}

// The same with an API key that was replaced.
func TestALongBodyThatComesAfterItsKeyWasReplacedDoesNothing(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m := g.NewMerchant(t)
	w := ask(t, g, "/payments/invoice", m.Header, 1<<17)
	m.LogIn(t).Post(t, "/api-keys", object{"name": "baru"}).Wants(t, 201)
	if status, text := w.finish(t, padded(`{"amount":50000}`, 1<<17)); status != 401 || !strings.Contains(text, "invalid_api_key") {
		t.Errorf("%d %s", status, text)
	}
}

// A request with a long body counts once.
func TestALongBodyCountsOnceForTheLimitOfRequests(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"REQUEST_LIMIT_PER_MINUTE": "2"})
	m := g.NewMerchant(t)
	m.Post(t, "/payments/invoice", padded(`{"amount":50000}`, 1<<17)).Wants(t, 201)
	m.Post(t, "/payments/invoice", padded(`{"amount":50000}`, 1<<17)).Wants(t, 201)
	isLimited(t, m.Get(t, "/account"), 60)
}

// One address reaches its limit of connections, while another one is served.
func TestConnectionsOfOneAddressAreLimited(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"CONNECTION_LIMIT_PER_ADDRESS": "8"})
	host := strings.TrimPrefix(g.URL, "http://")
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	client := &http.Client{Transport: &http.Transport{DialContext: from.DialContext, DisableKeepAlives: true}}
	for range 8 {
		c, err := from.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	got, err := client.Get(g.URL + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	if text, _ := io.ReadAll(got.Body); got.StatusCode != 429 || !strings.Contains(string(text), "too_many_requests") {
		t.Errorf("%d %s", got.StatusCode, text)
	}
	g.Admin(t).Get(t, "/admin/clients").Wants(t, 200)
}
