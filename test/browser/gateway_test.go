package browser

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/inprocess"
	"gateway/test/migrated"
	"gateway/test/receiver"
)

// deadline is far longer than anything takes.
const deadline = 30 * time.Second

const (
	adminEmail    = "admin@example.com"
	adminPassword = "rahasia-admin"
	callbackToken = "a callback token of the tests"
)

// gateway is a running gateway with an approved merchant.
type gateway struct {
	url        string
	events     string
	readModels string
	stop       func() error
	admin, key http.Header
}

// shop is the merchant, with a receiver of callbacks.
type shop struct {
	*gateway
	receiver *receiver.Receiver
}

type callback struct {
	Status     string  `json:"status"`
	ExternalID string  `json:"external_id"`
	PaidAmount float64 `json:"paid_amount"`
}

// newGateway starts a gateway on databases of its own. It stops with the test.
func newGateway(t *testing.T) *gateway {
	t.Helper()
	events, read := migrated.Pair(t)
	return newGatewayOn(t, events, read, nil)
}

// newGatewayOn is newGateway with the given databases and further settings.
func newGatewayOn(t *testing.T, events, read string, more map[string]string) *gateway {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	settings := map[string]string{
		"HTTP_ADDR": "127.0.0.1:0", "PROVIDER_CALLBACK_TOKEN": callbackToken, "ADMIN_EMAIL": adminEmail, "ADMIN_PASSWORD": adminPassword,
		"EVENTSTORE_URL": events, "DATABASE_URL": read, "LOG_LEVEL": cmp.Or(os.Getenv("LOG_LEVEL"), "fatal"),
	}
	maps.Copy(settings, more)
	running, err := inprocess.Start(ctx, settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := running.Stop(); err != nil {
			t.Error(err)
		}
	})
	g := &gateway{url: running.URL, events: events, readModels: read, stop: running.Stop}
	g.addMerchant(t)
	return g
}

func (g *gateway) addMerchant(t *testing.T) {
	t.Helper()
	var client struct{ ID int64 }
	g.call(t, http.MethodPost, "/auth/register", nil, object{"nama": "Toko Maju", "email": "toko@example.com", "password": "rahasia-123"}, &client)
	var login struct{ Token string }
	g.call(t, http.MethodPost, "/admin/auth/login", nil, object{"email": adminEmail, "password": adminPassword}, &login)
	g.admin = http.Header{"Authorization": {"Bearer " + login.Token}}
	path := fmt.Sprintf("/admin/clients/%d", client.ID)
	g.call(t, http.MethodPost, path+"/approve", g.admin, nil, nil)
	var issued struct{ Key string }
	g.call(t, http.MethodPost, path+"/api-keys", g.admin, object{"name": "server"}, &issued)
	g.key = http.Header{"X-Api-Key": {issued.Key}}
}

func (g *gateway) newShop(t *testing.T) *shop {
	t.Helper()
	return &shop{gateway: g, receiver: receiver.New(t)}
}

// isCalledBack checks that the next callback reports this payment.
func (s *shop) isCalledBack(t *testing.T, p payment, status string, paid float64) {
	t.Helper()
	var got callback
	if body := s.receiver.Next(t).Body; json.Unmarshal(body, &got) != nil {
		t.Fatalf("called back with %s", body)
	}
	if want := (callback{Status: status, ExternalID: p.Transaction.TransactionID, PaidAmount: paid}); got != want {
		t.Errorf("called back with %+v, want %+v", got, want)
	}
}

type object = harness.Object

// call makes a call that must succeed, and reads `data` into the answer, unless that is
// nil.
func (g *gateway) call(t *testing.T, method, path string, header http.Header, body object, answer any) {
	t.Helper()
	var text []byte
	if body != nil {
		text, _ = json.Marshal(body) // an object can be marshalled
	}
	request, err := http.NewRequestWithContext(t.Context(), method, g.url+"/api/v2"+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(request.Header, header)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode/100 != 2 {
		t.Fatalf("%s %s: %d %s %v", method, path, response.StatusCode, got, err)
	}
	if answer == nil {
		return
	}
	if err := json.Unmarshal(got, &struct{ Data any }{answer}); err != nil {
		t.Fatalf("%s %s: %s: %v", method, path, got, err)
	}
}

// payment is the answer to the creation of a payment.
type payment struct {
	Transaction struct {
		TransactionID string `json:"transaction_id"`
		Status        string `json:"status"`
	} `json:"transaction"`
	ProviderID string `json:"provider_id"`
	VANumber   string `json:"va_number"`
	InvoiceURL string `json:"invoice_url"`
	PayURL     string `json:"pay_url"`
}

// openPayment creates a payment of Rp 150.000 for ORDER-1.
func (s *shop) openPayment(t *testing.T, channel string, more object) (p payment) {
	t.Helper()
	body := object{"amount": 150000, "external_id": "ORDER-1", "metadata": object{"callback_url": s.receiver.URL}}
	maps.Copy(body, more)
	s.call(t, http.MethodPost, "/payments/"+channel, s.key, body, &p)
	return p
}

func (s *shop) status(t *testing.T, p payment) string {
	t.Helper()
	var now struct{ Status string }
	s.call(t, http.MethodGet, "/payments/"+p.Transaction.TransactionID+"/status", s.key, nil, &now)
	return now.Status
}
