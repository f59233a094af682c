package samples

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gateway/domain/callback"
	"gateway/http/outbound/callbacksender"
	"gateway/test/poll"
)

// Secrets of callbacks, in the form of GET /webhook-secret. The samples know the first.
var (
	secret  = callbacksender.DeriveSecret([]byte("of a test"), callback.Receiver{ClientID: 7}, 1)
	another = callbacksender.DeriveSecret([]byte("of a test"), callback.Receiver{ClientID: 7}, 2)
)

// The samples of the guide to callbacks get callbacks as the gateway sends them.
func TestEverySampleOfTheGuideTellsTheGatewaysCallbacksFromOthers(t *testing.T) {
	t.Parallel()
	for language, command := range map[string]func(t *testing.T, port string) []string{
		"Go": func(t *testing.T, _ string) []string { return []string{BuildGo(t, "go")} },
		"TypeScript": func(t *testing.T, _ string) []string {
			return []string{Program(t, "TypeScript", "node"), WithoutTypes(t, "verify.ts")}
		},
		"PHP": func(t *testing.T, port string) []string {
			return []string{Program(t, "PHP", "php"), "-S", "127.0.0.1:" + port, File("verify.php")}
		},
		"Python": func(t *testing.T, _ string) []string {
			return []string{Program(t, "Python", "python3"), File("verify.py")}
		},
	} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			port := freePort(t)
			start(t, port, command(t, port))
			judges(t, "http://127.0.0.1:"+port+"/")
		})
	}
}

// judges checks that a receiver accepts what the gateway signs, and nothing else.
func judges(t *testing.T, url string) {
	t.Helper()
	sender := callbacksender.NewSender(callbacksender.Options{AllowPrivate: true})
	defer sender.Close()
	genuine := callback.Delivery{
		ID: "cb_1", URL: url, Payload: []byte(`{"status":"PAID","metadata":{"note":"äöü \u00e9 / \\"}}`), Event: "invoice.paid", Resource: "transactions/INV-7-1", Secrets: []string{secret}, At: time.Now(),
	}
	with := func(change func(d *callback.Delivery)) callback.Delivery {
		d := genuine
		change(&d)
		return d
	}
	for _, c := range []struct {
		name   string
		d      callback.Delivery
		status int
	}{
		{"as the gateway sends it", genuine, 204},
		{"with an empty body", with(func(d *callback.Delivery) { d.Payload = nil }), 204},
		{"a secret that was rotated meanwhile, and counts still", with(func(d *callback.Delivery) { d.Secrets = []string{another, secret} }), 204},
		{"a minute late", with(func(d *callback.Delivery) { d.At = d.At.Add(-time.Minute) }), 204},
		{"signed with another secret", with(func(d *callback.Delivery) { d.Secrets = []string{another} }), 400},
		{"repeated after six minutes", with(func(d *callback.Delivery) { d.At = d.At.Add(-6 * time.Minute) }), 400},
		{"from the future", with(func(d *callback.Delivery) { d.At = d.At.Add(6 * time.Minute) }), 400},
	} {
		if got := sender.Send(t.Context(), c.d); got.Status != c.status {
			t.Errorf("%s: answered %d %s, want %d", c.name, got.Status, got.Err, c.status)
		}
	}
	for name, change := range map[string]func(h header){
		"an altered body":     func(h header) { h["body"] = `{"status":"PAID "}` },
		"another id":          func(h header) { h["webhook-id"] = "cb_2" },
		"another time":        func(h header) { h["webhook-timestamp"] = fmt.Sprint(time.Now().Unix() - 7) },
		"no signature":        func(h header) { delete(h, "webhook-signature") },
		"no time":             func(h header) { delete(h, "webhook-timestamp") },
		"a time that is none": func(h header) { h["webhook-timestamp"] = "now" },
		"a short signature":   func(h header) { h["webhook-signature"] = "v1," },
	} {
		h := signed(t, genuine)
		change(h)
		if got := post(t, url, h); got != 400 {
			t.Errorf("%s: answered %d", name, got)
		}
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// start runs a sample until the test ends, and waits until it listens.
func start(t *testing.T, port string, command []string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var said strings.Builder
	run := exec.CommandContext(ctx, command[0], command[1:]...)
	run.Env = append(os.Environ(), "PORT="+port, "WEBHOOK_SECRET="+secret)
	run.Stdout, run.Stderr = &said, &said
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = run.Wait() // it was killed
		if t.Failed() {
			t.Logf("%s", cmp.Or(said.String(), "it said nothing"))
		}
	})
	poll.Until(t, "the sample listens", func() bool {
		var d net.Dialer
		c, err := d.DialContext(t.Context(), "tcp", "127.0.0.1:"+port)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
}
