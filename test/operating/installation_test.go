package operating

import (
	"net/http"
	"strings"
	"testing"

	"gateway/test/installation"
	"gateway/test/poll"
)

func TestMain(m *testing.M) { installation.Main(m) }

type object = map[string]any

// Planted values that must not appear in the log.
const (
	plantedName     = "Toko Rahasia Sekali"
	plantedPassword = "kata-sandi-yang-ditanam"
	plantedAccount  = "8887776665"
	plantedCustomer = "Pelanggan Bernama Panjang"
	plantedPhone    = "+6281234509876"
	plantedQuery    = "kata-pencarian-pribadi"
	plantedURL      = "jalur-rahasia-pedagang"
	providerToken   = "a callback token that is planted"
	masterSecret    = "a master secret that is planted, long enough"
)

// busyGateway is a gateway that has done one of everything.
func busyGateway(t *testing.T, settings ...string) (i *installation.Instance, planted []string) {
	t.Helper()
	in := installation.New(t, installation.Options{Settings: append(settings, "PROVIDER_TIMEOUT=1s",
		"PROVIDER_CALLBACK_TOKEN="+providerToken, "MASTER_SECRET="+masterSecret)})
	admin, anonymous := in.Admin(t), in.Anonymous()
	email := "pemilik.ditanam@example.com"
	id := anonymous.Must(t, "POST", "/auth/register", object{"nama": plantedName, "email": email, "password": plantedPassword}).Text("id")
	admin.Must(t, "POST", "/admin/clients/"+id+"/approve", object{"reason": "papers"})
	key := admin.Must(t, "POST", "/admin/clients/"+id+"/api-keys", object{"name": "test"}).Text("key")
	session := anonymous.Must(t, "POST", "/auth/login", object{"email": email, "password": plantedPassword}).Text("token")
	m := anonymous.With("X-API-Key", key)
	m.Must(t, "PUT", "/account", object{"norek": plantedAccount, "bank": "BCA"})
	m.Must(t, "GET", "/transactions?search="+plantedQuery, nil)
	send := func(c installation.Caller, method, path string, body any, status int) installation.Answer {
		t.Helper()
		a, err := c.Send(t.Context(), method, path, body)
		if err != nil || a.Status != status {
			t.Fatalf("%s %s: %s %v, want %d", method, path, a, err, status)
		}
		return a
	}
	// Nothing listens on port 9, so the callback fails.
	paid := m.Must(t, "POST", "/payments/qris", object{
		"amount": 50000, "customer_name": plantedCustomer, "customer_phone": plantedPhone,
		"metadata": object{"callback_url": "http://127.0.0.1:9/" + plantedURL},
	})
	var created struct {
		Transaction struct {
			ID string `json:"transaction_id"`
		}
	}
	paid.Into(t, &created)
	m.Must(t, "POST", "/sandbox/payments/"+created.Transaction.ID+"/pay", nil)
	send(m, "POST", "/payments/invoice", object{"amount": 13508}, http.StatusBadGateway) // the provider does not answer
	send(anonymous, "POST", "/provider/callbacks/va", object{"a": 1}, http.StatusUnauthorized)
	m.With("X-Callback-Token", providerToken).Must(t, "POST", "/provider/callbacks/va", object{"external_id": "none of ours", "amount": "no number", "name": plantedCustomer})
	send(anonymous, "GET", "/nothing/"+plantedName, nil, http.StatusNotFound)
	i = in.Instances[0]
	poll.Within(t, poll.Limit, "the callback has failed", func() (bool, any) {
		_, metrics := i.Get("/metrics")
		return !strings.Contains(metrics, `gateway_callbacks_total{outcome="failed"} 0`), nil
	})
	return i, []string{
		plantedName, plantedPassword, plantedAccount, plantedCustomer, plantedPhone, plantedQuery, plantedURL, providerToken,
		masterSecret, email, key, session, "installation-admin-password",
	}
}
