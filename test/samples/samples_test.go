// Package samples runs the programs in the guide to callbacks, in each language, and sends them callbacks as
// the gateway does. It skips a language that is not installed.
package samples

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gateway/domain/callback"
	"gateway/http/outbound/callbacksender"
	"gateway/test/poll"

	"github.com/evanw/esbuild/pkg/api"
)

// folder holds the samples.
const folder = "../../http/openapi/reference/samples"

// Secrets of callbacks, in the form of GET /webhook-secret. The samples know the first.
var (
	secret  = callbacksender.DeriveSecret([]byte("of a test"), callback.Receiver{ClientID: 7}, 1)
	another = callbacksender.DeriveSecret([]byte("of a test"), callback.Receiver{ClientID: 7}, 2)
)

func TestEverySampleOfTheGuideTellsTheGatewaysCallbacksFromOthers(t *testing.T) {
	t.Parallel()
	for language, command := range map[string]func(t *testing.T, port string) []string{
		"Go": func(t *testing.T, _ string) []string { return []string{buildGo(t)} },
		"TypeScript": func(t *testing.T, _ string) []string {
			return []string{program(t, "TypeScript", "node"), withoutTypes(t)}
		},
		"PHP": func(t *testing.T, port string) []string {
			return []string{program(t, "PHP", "php"), "-S", "127.0.0.1:" + port, filepath.Join(folder, "verify.php")}
		},
		"Python": func(t *testing.T, _ string) []string {
			return []string{program(t, "Python", "python3"), filepath.Join(folder, "verify.py")}
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

func buildGo(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "verify")
	if said, err := exec.CommandContext(t.Context(), "go", "build", "-o", out, "./"+folder+"/go").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return out
}

// withoutTypes turns the TypeScript sample into JavaScript, because not every version of node runs TypeScript.
func withoutTypes(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(folder, "verify.ts"))
	if err != nil {
		t.Fatal(err)
	}
	made := api.Transform(string(source), api.TransformOptions{Loader: api.LoaderTS, Format: api.FormatESModule})
	if len(made.Errors) > 0 {
		t.Fatal(made.Errors)
	}
	out := filepath.Join(t.TempDir(), "verify.mjs")
	if err := os.WriteFile(out, made.Code, 0o600); err != nil {
		t.Fatal(err)
	}
	return out
}

// program returns the path of an interpreter. If there is none, the test is skipped.
func program(t *testing.T, language, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil { // some systems have a stub that only says that the program is not installed
		err = exec.CommandContext(t.Context(), path, "--version").Run()
	}
	if err != nil {
		t.Skipf("the sample in %s is not run: there is no %s", language, name)
	}
	return path
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
