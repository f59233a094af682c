package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gateway/cmd/gateway/config"
	"gateway/eventstore/esdb"
	"gateway/test/inprocess"
	"gateway/test/migrated"
	"gateway/test/poll"

	_ "github.com/lib/pq" // for the faults that tests plant
)

// installation is a gateway that runs in this process, with its databases and users.
type installation struct {
	t           *testing.T
	url         string
	events      *sql.DB
	stop        func() // returns when the gateway has stopped
	admin, shop string // credentials
	client      int64
	payment     string
}

// install starts a gateway. It sets environment variables through which the commands find the same
// installation, so these tests are not parallel.
func install(t *testing.T) *installation {
	t.Helper()
	events, read := migrated.Pair(t)
	return installOn(t, events, read)
}

// installOn is install with the given databases.
func installOn(t *testing.T, events, read string) *installation {
	t.Helper()
	for name, value := range map[string]string{
		"EVENTSTORE_URL": events, "DATABASE_URL": read, "HTTP_ADDR": "127.0.0.1:0", "LOG_LEVEL": "fatal",
		"ADMIN_EMAIL": "root@example.com", "ADMIN_PASSWORD": "rahasia-admin", "REALTIME": "off",
	} {
		t.Setenv(name, value)
	}
	i := &installation{t: t}
	if !esdb.IsURL(events) {
		db, err := sql.Open("postgres", events)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		i.events = db
	}
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	return i
}

// start starts a gateway with the configuration of the environment.
func (i *installation) start() error {
	i.t.Helper()
	config, err := config.Load()
	if err != nil {
		return err
	}
	running, err := inprocess.StartWith(i.t.Context(), config)
	if err != nil {
		return err
	}
	i.stop = sync.OnceFunc(func() {
		if err := running.Stop(); err != nil {
			i.t.Error(err)
		}
	})
	i.t.Cleanup(i.stop)
	i.url = running.URL + "/api/v2"
	return nil
}

// addMerchant registers and approves a merchant, which then receives 150,000 and withdraws 100,000.
func (i *installation) addMerchant() {
	i.t.Helper()
	i.admin = "Bearer " + i.post("/admin/auth/login", "", `{"email":"root@example.com","password":"rahasia-admin"}`).text("token")
	i.client = i.post("/auth/register", "", `{"nama":"Toko","email":"toko@example.com","password":"rahasia-123"}`).id("id")
	path := fmt.Sprintf("/admin/clients/%d", i.client)
	i.post(path+"/approve", i.admin, "")
	i.shop = i.post(path+"/api-keys", i.admin, `{"name":"shop"}`).text("key")
	i.call("PUT", "/account", i.shop, `{"norek":"1234567890","bank":"BCA"}`)
	i.payment = i.post("/payments/va", i.shop, `{"amount":150000,"bank_code":"BCA","customer_name":"Budi"}`).text("transaction", "transaction_id")
	i.post("/sandbox/payments/"+i.payment+"/pay", i.shop, "")
	poll.Until(i.t, "paid", func() bool { return i.get("/account/balance", i.shop).id("saldo") > 0 })
	id := i.post("/withdrawals", i.shop, `{"jumlah":100000,"url":"`+i.url+`"}`).id("id")
	i.post(fmt.Sprintf("/admin/withdrawals/%d/approve", id), i.admin, "")
	i.post(fmt.Sprintf("/sandbox/withdrawals/%d/complete", id), i.shop, "")
	poll.Until(i.t, "paid out", func() bool { return i.get(fmt.Sprintf("/withdrawals/%d", id), i.shop).text("status") == "completed" })
}

// data is the member data of an answer: raw and, if it is an object, decoded.
type data struct {
	t     *testing.T
	raw   []byte
	value map[string]any
}

func (i *installation) post(path, credential, body string) data {
	i.t.Helper()
	return i.call("POST", path, credential, body)
}

func (i *installation) get(path, credential string) data {
	i.t.Helper()
	return i.call("GET", path, credential, "")
}

func (i *installation) call(method, path, credential, body string) data {
	i.t.Helper()
	var envelope struct{ Data json.RawMessage }
	raw := i.fetch(method, path, credential, body)
	if err := json.Unmarshal(raw, &envelope); err != nil {
		i.t.Fatalf("%s %s: %s", method, path, raw)
	}
	d := data{t: i.t, raw: envelope.Data}
	_ = json.Unmarshal(envelope.Data, &d.value) // a list stays raw
	return d
}

func (i *installation) fetch(method, path, credential, body string) []byte {
	i.t.Helper()
	request, err := http.NewRequestWithContext(i.t.Context(), method, i.url+path, strings.NewReader(body))
	if err != nil {
		i.t.Fatal(err)
	}
	header := "X-API-Key"
	if strings.HasPrefix(credential, "Bearer ") {
		header = "Authorization"
	}
	request.Header.Set(header, credential)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		i.t.Fatal(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 400 {
		i.t.Fatalf("%s %s: %d %s %v", method, path, answer.StatusCode, raw, err)
	}
	return raw
}

// checkpointKey waits until the gateway publishes a checkpoint, some seconds after its start, and returns the
// public key.
func (i *installation) checkpointKey() string {
	i.t.Helper()
	poll.Until(i.t, "a checkpoint is published", func() bool {
		request, err := http.NewRequestWithContext(i.t.Context(), http.MethodGet, i.url+"/checkpoint", http.NoBody)
		if err != nil {
			i.t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			i.t.Fatal(err)
		}
		defer answer.Body.Close()
		return answer.StatusCode != http.StatusServiceUnavailable
	})
	return i.get("/checkpoint", "").text("key")
}

func (d data) text(path ...string) string {
	d.t.Helper()
	var value any = d.value
	for _, name := range path {
		value = value.(map[string]any)[name]
	}
	text, ok := value.(string)
	if !ok {
		d.t.Fatalf("no text %v in %s", path, d.raw)
	}
	return text
}

func (d data) id(name string) int64 {
	d.t.Helper()
	number, ok := d.value[name].(float64)
	if !ok {
		d.t.Fatalf("no number %s in %s", name, d.raw)
	}
	return int64(number)
}

// run runs a command as main does, and returns its stdout.
func (i *installation) run(args ...string) (string, error) {
	i.t.Helper()
	var out bytes.Buffer
	cmd := rootCommand()
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	cmd.SetErr(io.Discard)
	err := cmd.ExecuteContext(i.t.Context())
	return out.String(), err
}

// notes runs a command and returns its stderr.
func (i *installation) notes(args ...string) (string, error) {
	i.t.Helper()
	var notes bytes.Buffer
	cmd := rootCommand()
	cmd.SetArgs(args)
	cmd.SetOut(io.Discard)
	cmd.SetErr(&notes)
	err := cmd.ExecuteContext(i.t.Context())
	return notes.String(), err
}

// prints returns the output of a command, and fails the test if the command fails.
func (i *installation) prints(args ...string) string {
	i.t.Helper()
	out, err := i.run(args...)
	if err != nil {
		i.t.Fatalf("gateway %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// plant changes rows behind the gateway's back.
func (i *installation) plant(statement string, args ...any) {
	i.t.Helper()
	result, err := i.events.ExecContext(i.t.Context(), statement, args...)
	if err != nil {
		i.t.Fatal(err)
	}
	if n, err := result.RowsAffected(); err == nil && n == 0 && !strings.HasPrefix(statement, "ALTER") {
		i.t.Fatalf("nothing was planted by %s", statement)
	}
}

// file writes a file and returns its name.
func (i *installation) file(text string) string {
	i.t.Helper()
	name := filepath.Join(i.t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		i.t.Fatal(err)
	}
	return name
}

// refuses checks that the command fails with an error that contains want.
func (i *installation) refuses(want string, args ...string) {
	i.t.Helper()
	if _, err := i.run(args...); err == nil || !strings.Contains(err.Error(), want) {
		i.t.Errorf("gateway %s: %v, want %q", strings.Join(args, " "), err, want)
	}
}

// wontStart checks that the gateway fails to start, with an error that contains want.
func (i *installation) wontStart(want string) {
	i.t.Helper()
	if err := i.start(); err == nil || !strings.Contains(err.Error(), want) {
		i.t.Errorf("start: %v, want %q", err, want)
	}
}

// freshReadModels gives the installation an empty database for the read models.
func (i *installation) freshReadModels() {
	_, read := migrated.Pair(i.t)
	i.t.Setenv("DATABASE_URL", read)
}

// verifies waits until audit verify finds no fault: nothing was credited, called back or paid out twice, and
// nothing was lost.
func (i *installation) verifies() {
	i.t.Helper()
	poll.Within(i.t, poll.Limit, "audit verify finds no fault", func() (bool, any) {
		out, err := i.run("audit", "verify")
		return err == nil, out
	})
}

// payCustomer pays a new payment and waits until the balance has it.
func (i *installation) payCustomer(amount int) {
	i.t.Helper()
	before := i.get("/account/balance", i.shop).id("saldo")
	payment := i.post("/payments/va", i.shop, fmt.Sprintf(`{"amount":%d,"bank_code":"BCA","customer_name":"Budi"}`, amount)).text("transaction", "transaction_id")
	i.post("/sandbox/payments/"+payment+"/pay", i.shop, "")
	poll.Until(i.t, "paid", func() bool { return i.get("/account/balance", i.shop).id("saldo") > before })
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return b.String()
}
