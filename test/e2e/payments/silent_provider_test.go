package payments

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
	"gateway/test/receiver"

	_ "github.com/lib/pq"
)

const paymentsOfAChannel = 50

// The most frequent complaint of merchants is "paid, and the order is still pending": the notification was
// lost. PROVIDER_LISTING_RATE=30 PROVIDER_LISTING_AFTER=30s runs the test at the rate of a real installation.
func TestAProviderThatNotifiesNothingIsFoundOut(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := harness.StartOn(t, events, read, harness.Settings{
		"SIMULATOR_SILENT": "true", "PROVIDER_CONFIRM": "true",
		"PROVIDER_LISTING_RATE":  cmp.Or(os.Getenv("PROVIDER_LISTING_RATE"), "1000000"),
		"PROVIDER_LISTING_AFTER": cmp.Or(os.Getenv("PROVIDER_LISTING_AFTER"), "300ms"),
	})
	m, callbacks := g.NewMerchant(t), receiver.New(t)
	began := time.Now()
	ids, net := payOnEachChannel(t, m, callbacks.URL)
	paid := time.Now()

	poll.Within(t, 6*time.Minute, "every payment is called back", func() (bool, any) {
		n := len(callbacks.Received())
		return n >= len(ids), n
	})
	t.Logf("%d payments were made within %s, and called back within %s of the last", len(ids), paid.Sub(began), time.Since(paid))
	once := map[string]int{}
	for _, c := range callbacks.Received() {
		var body struct {
			ID     string `json:"external_id"`
			Status string `json:"status"`
		}
		if err := json.Unmarshal(c.Body, &body); err != nil || body.Status != "PAID" {
			t.Errorf("%s, %v", c.Body, err)
		}
		once[body.ID]++
	}
	if len(once) != len(ids) {
		t.Errorf("%d of %d payments were called back", len(once), len(ids))
	}
	m.AwaitBalance(t, net)
	hasSameValueDates(t, m, events, ids)
	countsEachChannel(t, g)

	for kind, bodies := range silentNotifications(t, events) { // they arrive at last
		for _, body := range bodies {
			g.Notify(t, kind, json.RawMessage(body)).Wants(t, 200)
		}
	}
	m.HasBalance(t, net, net, 0, 0)
	for _, id := range ids {
		m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{"status": "PAID"})
	}
	if n := len(callbacks.Received()); n != len(ids) {
		t.Errorf("%d callbacks of %d payments", n, len(ids))
	}
}

// payOnEachChannel makes and pays payments of 100,000. net is what they earn.
func payOnEachChannel(t *testing.T, m merchant, callbackURL string) (ids []string, net float64) {
	t.Helper()
	for channel, body := range map[string]object{
		"va": {"bank_code": "BCA", "customer_name": "Budi"}, "qris": {}, "invoice": {}, "ewallet": {"channel_code": "DANA"},
	} {
		body = body.With("amount", 100000).With("metadata", object{"callback_url": callbackURL})
		for range paymentsOfAChannel {
			id := m.Post(t, "/payments/"+channel, body).Wants(t, 201).Text(t, "transaction.transaction_id")
			m.ActInSandbox(t, id, "pay", nil)
			ids = append(ids, id)
		}
	}
	va, qris, wallet := 100000-4440.0, 99300.0, 98335.0
	return ids, paymentsOfAChannel * (2*va + qris + wallet)
}

// hasSameValueDates compares paid_at with the notifications that were not sent.
func hasSameValueDates(t *testing.T, m merchant, dsn string, ids []string) {
	t.Helper()
	notified := map[string]string{}
	for _, bodies := range silentNotifications(t, dsn) {
		for _, text := range bodies {
			var n struct {
				PaidAt    string `json:"paid_at"`
				Timestamp string `json:"transaction_timestamp"`
				Created   string `json:"created"`
				Reference string `json:"external_id"`
				Code      struct {
					Reference string `json:"external_id"`
				} `json:"qr_code"`
				Data struct {
					Reference string `json:"reference_id"`
					Updated   string `json:"updated"`
				} `json:"data"`
			}
			if err := json.Unmarshal(text, &n); err != nil {
				t.Fatal(err)
			}
			reference := cmp.Or(n.Reference, n.Code.Reference, n.Data.Reference)
			notified[reference] = cmp.Or(n.PaidAt, n.Timestamp, n.Data.Updated, n.Created)
		}
	}
	for _, id := range ids {
		got := m.Get(t, "/payments/%s/status", id).Wants(t, 200).Text(t, "paid_at")
		if at, err := time.Parse(time.RFC3339, notified[id]); err != nil || got != at.UTC().Format(time.RFC3339Nano) {
			t.Errorf("%s: paid at %s, notified %q", id, got, notified[id])
		}
	}
}

// silentNotifications returns the bodies of the notifications that the simulator did not send, by kind.
func silentNotifications(t *testing.T, dsn string) map[string][][]byte {
	t.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT kind, body FROM state.simulator_notifications`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	all := map[string][][]byte{}
	for rows.Next() {
		var kind string
		var body []byte
		if err := rows.Scan(&kind, &body); err != nil {
			t.Fatal(err)
		}
		all[kind] = append(all[kind], body)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func countsEachChannel(t *testing.T, g *harness.Gateway) {
	t.Helper()
	_, metrics := g.Page(t, "/metrics")
	for _, channel := range []string{"va", "qris", "invoice", "ewallet"} {
		if line := fmt.Sprintf("gateway_payments_found_total{channel=%q} %d\n", channel, paymentsOfAChannel); !strings.Contains(metrics, line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
}
