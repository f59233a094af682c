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
	"time"

	"gateway/cmd/gateway/app"
	"gateway/test/inprocess"
	"gateway/test/poll"
	"gateway/test/testdb"

	_ "github.com/lib/pq" // for the faults that tests plant
)

// installation is a gateway at work, as its operators and its users have it.
type installation struct {
	t           *testing.T
	url         string
	events      *sql.DB
	stop        func() // and wait
	admin, shop string // credentials
	client      int64
	payment     string
}

// install starts a gateway; the commands find it by the environment, as it is found
// by it. So these tests are not parallel.
func install(t *testing.T) *installation {
	t.Helper()
	events, read := testdb.NewPair(t)
	for name, value := range map[string]string{
		"EVENTSTORE_URL": events, "DATABASE_URL": read, "HTTP_ADDR": "127.0.0.1:0", "LOG_LEVEL": "fatal",
		"ADMIN_EMAIL": "root@example.com", "ADMIN_PASSWORD": "rahasia-admin", "REALTIME": "off",
	} {
		t.Setenv(name, value)
	}
	db, err := sql.Open("postgres", events)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	i := &installation{t: t, events: db}
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	return i
}

// start starts the gateway that the environment names, and gives why it does not.
func (i *installation) start() error {
	i.t.Helper()
	config, err := app.Load()
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

// story has a merchant paid, an order of 150,000, and pay out 100,000.
func (i *installation) story() {
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

// data of an answer.
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
	_ = json.Unmarshal(envelope.Data, &d.value) // a list is looked at raw
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

// tool runs a command as main does, and gives what it prints.
func (i *installation) tool(args ...string) (string, error) {
	i.t.Helper()
	var out bytes.Buffer
	cmd := root()
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	cmd.SetErr(io.Discard)
	err := cmd.ExecuteContext(i.t.Context())
	return out.String(), err
}

func (i *installation) prints(args ...string) string {
	i.t.Helper()
	out, err := i.tool(args...)
	if err != nil {
		i.t.Fatalf("gateway %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

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

func (i *installation) file(text string) string {
	i.t.Helper()
	name := filepath.Join(i.t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		i.t.Fatal(err)
	}
	return name
}

func TestTheCommandLineAndTheAPITellAuditorsTheSame(t *testing.T) {
	i := install(t)
	i.story()
	client, path := fmt.Sprint(i.client), fmt.Sprintf("/admin/clients/%d", i.client)
	now := time.Now().UTC().Format(time.RFC3339Nano)

	lines := strings.TrimSpace(i.prints("audit", "history", "--client", client, "--format", "json"))
	if got, want := compact(t, "["+strings.ReplaceAll(lines, "\n", ",")+"]"), compact(t, string(i.get(path+"/balance-history?per_page=100", i.admin).raw)); got != want {
		t.Errorf("the command prints\n%s\nthe API says\n%s", got, want)
	}
	for _, c := range []struct {
		args []string
		path string
	}{
		{[]string{"history", "--client", client}, path + "/balance-history?"},
		{[]string{"history", "--client", client, "--from", now}, path + "/balance-history?from=" + now + "&"},
		{[]string{"balance", "--client", client, "--at", now}, path + "/balance?at=" + now + "&"},
		{[]string{"trial-balance", "--at", now}, "/admin/trial-balance?at=" + now + "&"},
	} {
		got := i.prints(append([]string{"audit"}, append(c.args, "--format", "csv")...)...)
		if want := string(i.fetch("GET", c.path+"format=csv", i.admin, "")); got != want {
			t.Errorf("%v prints\n%s\nthe API says\n%s", c.args, got, want)
		}
	}
	for _, c := range []struct{ args, path string }{
		{"balance --client " + client + " --at " + now, path + "/balance?at=" + now},
		{"trial-balance --format json --at " + now, "/admin/trial-balance?at=" + now},
	} {
		if got, want := compact(t, i.prints(append([]string{"audit"}, strings.Fields(c.args)...)...)), compact(t, string(i.get(c.path, i.admin).raw)); got != want {
			t.Errorf("%s prints %s, the API says %s", c.args, got, want)
		}
	}
	if table := i.prints("audit", "trial-balance"); !strings.Contains(table, "sum") || !strings.Contains(table, " 0.00") {
		t.Errorf("the trial balance is\n%s", table)
	}
	for _, wrong := range [][]string{
		{"history", "--client", "999"}, {"history", "--client", client, "--format", "xlsx"}, {"balance", "--client", client, "--at", "noon"}, {"history"},
	} {
		if out, err := i.tool(append([]string{"audit"}, wrong...)...); err == nil {
			t.Errorf("%v prints %s", wrong, out)
		}
	}
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return b.String()
}

func TestWhatMerchantsDownloadIsCheckedByTheCommandLine(t *testing.T) {
	i := install(t)
	i.story()
	portal := "Bearer " + i.post("/auth/login", "", `{"email":"toko@example.com","password":"rahasia-123"}`).text("token")
	earlier := i.prints("audit", "checkpoint")
	key := i.get("/checkpoint", "").text("key")
	size := strings.Split(earlier, "\n")[1]
	i.post(fmt.Sprintf("/admin/clients/%d/adjustments", i.client), i.admin, `{"amount":1000,"reason":"goodwill"}`)
	file := string(i.fetch("GET", "/me/balance-history?format=statement&since="+size, portal, ""))
	said := i.prints("audit", "check", i.file(file), "--key", key, "--since", i.file(earlier))
	if !strings.Contains(said, "complete up to its last line, and adds up to saldo 41560.00") || !strings.Contains(said, "Nothing before the earlier checkpoint was altered") {
		t.Errorf("the check says\n%s", said)
	}
	if out, err := i.tool("audit", "check", i.file(strings.Replace(file, "goodwill", "illwill", 1)), "--key", key); err == nil {
		t.Errorf("a changed file passes:\n%s", out)
	}
	name := i.file(earlier)
	poll.Until(i.t, "all is called back, and verified", func() bool {
		_, err := i.tool("audit", "verify", "--checkpoint", name)
		return err == nil
	})

	// Behind the gateway's back, the reason of the adjustment becomes another.
	i.plant(`ALTER TABLE events DISABLE TRIGGER ALL`)
	i.plant(`UPDATE events SET data = replace(data::text, '"net_payment":145560', '"net_payment":145561')::json WHERE type = 'balance.credited.v1'`)
	if out, err := i.tool("audit", "verify", "--checkpoint", i.file(earlier)); err == nil || !strings.Contains(out, "BROKEN  the log is the one that was signed") {
		t.Errorf("an altered log: %v\n%s", err, out)
	}
	if out, err := i.tool("audit", "prove", "--client", fmt.Sprint(i.client)); err == nil {
		t.Errorf("an altered event is proved:\n%s", out)
	}
}

func TestADayIsReconciledWithTheProvidersBooks(t *testing.T) {
	i := install(t)
	i.story()
	day := time.Now().UTC().Format(time.DateOnly)
	said := i.prints("audit", "reconcile", "--date", day)
	for _, want := range []string{
		"payments  here 1 of Rp 150000.00, there 1 of Rp 150000.00, 1 matched, 0 differ",
		"payouts   here 1 of Rp 100000.00, there 1 of Rp 100000.00, 1 matched, 0 differ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	for _, c := range []struct{ fault, undo, problem string }{
		{
			`UPDATE state.simulator_transactions SET amount = amount + 1 WHERE type = 'PAYMENT'`,
			`UPDATE state.simulator_transactions SET amount = amount - 1 WHERE type = 'PAYMENT'`, "amount differs  payment " + i.payment,
		},
		{
			`UPDATE state.simulator_transactions SET status = 'FAILED' WHERE type = 'DISBURSEMENT'`,
			`UPDATE state.simulator_transactions SET status = 'SUCCESS' WHERE type = 'DISBURSEMENT'`, "status differs  payout withdrawal-",
		},
		{
			`UPDATE state.simulator_transactions SET reference_id = 'x' || reference_id WHERE type = 'PAYMENT'`,
			`UPDATE state.simulator_transactions SET reference_id = substr(reference_id, 2) WHERE type = 'PAYMENT'`, "missing there   payment " + i.payment,
		},
		{
			`INSERT INTO state.simulator_transactions (id, type, product_id, reference_id, channel_category, channel_code, status, amount, created_at, updated_at)
			SELECT 'txn_x', type, 'x', reference_id, '', '', status, amount, created_at, updated_at FROM state.simulator_transactions WHERE type = 'DISBURSEMENT'`,
			`DELETE FROM state.simulator_transactions WHERE id = 'txn_x'`, "missing here    payout withdrawal-",
		},
	} {
		i.plant(c.fault)
		out, err := i.tool("audit", "reconcile", "--date", day)
		if err == nil || !strings.Contains(out, c.problem) {
			t.Errorf("%q is not said (%v):\n%s", c.problem, err, out)
		}
		var r struct {
			Differences []struct{ Problem, Kind, Reference string }
		}
		out, err = i.tool("audit", "reconcile", "--date", day, "--json")
		if jsonErr := json.Unmarshal([]byte(out), &r); err == nil || jsonErr != nil || len(r.Differences) == 0 {
			t.Errorf("as JSON (%v, %v):\n%s", err, jsonErr, out)
		}
		i.plant(c.undo)
	}
	// Twice paid is what verify must find, too.
	i.plant(`INSERT INTO state.simulator_transactions (id, type, product_id, reference_id, channel_category, channel_code, status, amount, created_at, updated_at)
		SELECT 'txn_x', type, 'x', reference_id, '', '', status, amount, created_at, updated_at FROM state.simulator_transactions WHERE type = 'DISBURSEMENT'`)
	if out, err := i.tool("audit", "verify"); err == nil || !strings.Contains(out, "the provider has it 2 times") {
		t.Errorf("a payout made twice: %v\n%s", err, out)
	}
	if out, err := i.tool("audit", "reconcile", "--date", "yesterday"); err == nil {
		t.Errorf("no day:\n%s", out)
	}
	if out := i.prints("audit", "reconcile", "--date", "2020-01-01"); !strings.Contains(out, "here 0 of Rp 0.00, there 0 of Rp 0.00") {
		t.Errorf("an empty day:\n%s", out)
	}
}

func TestABalanceIsDrawn(t *testing.T) {
	i := install(t)
	i.story()
	name := filepath.Join(t.TempDir(), "balance.svg")
	i.prints("audit", "chart", "--client", fmt.Sprint(i.client), "--out", name)
	if picture, err := os.ReadFile(name); err != nil || !bytes.HasPrefix(picture, []byte("<svg")) {
		t.Errorf("%v: %.60s", err, picture)
	}
}
