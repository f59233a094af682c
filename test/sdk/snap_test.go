package sdk

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	_ "embed"
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"
)

//go:embed snap.js
var snapCalls []byte

// pair is an RSA key in PEM form, private and public.
func pair(t *testing.T) (private, public []byte) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	open, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: open})
}

// heard is a request of a company, as its library takes it.
type heard struct {
	Company string            `json:"company"`
	Path    string            `json:"path"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

func asHeard(company string, r *http.Request, body []byte) heard {
	h := heard{Company: company, Path: r.URL.Path, Headers: map[string]string{}, Body: string(body)}
	for name := range r.Header {
		h.Headers[strings.ToLower(name)] = r.Header.Get(name)
	}
	return h
}

// The companies' own clients call the simulated companies, and their libraries verify what these send.
func TestTheClientsOfTheNationalStandardFindTheirAnswers(t *testing.T) {
	t.Parallel()
	needNode(t)
	dir := install(t)
	if err := os.WriteFile(filepath.Join(dir, "snap.js"), snapCalls, 0o600); err != nil {
		t.Fatal(err)
	}
	merchantPrivate, merchantPublic := pair(t)
	companyPrivate, companyPublic := pair(t)
	merchantKey, err := snap.ParsePublicKey(merchantPublic)
	if err != nil {
		t.Fatal(err)
	}
	companyKey, err := snap.ParsePrivateKey(companyPrivate)
	if err != nil {
		t.Fatal(err)
	}

	var mu sync.Mutex
	var requests []heard
	merchant := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		requests = append(requests, asHeard(strings.Split(r.URL.Path, "/")[1], r, body))
		_, _ = io.WriteString(w, `{"responseCode":"2000000","accessToken":"given-1","expiresIn":"900"}`)
	}))
	t.Cleanup(merchant.Close)
	settings := map[string]string{
		"clientId": "client-1", "merchantId": "M-1", "secret": "secret-1", "merchantKey": string(merchantPrivate), "companyKey": string(companyPublic),
	}
	companies := map[string]*snapsimulator.Simulator{}
	for _, name := range []string{"doku", "midtrans", "dana"} {
		companies[name] = snapsimulator.New(snapsimulator.Options{
			Company: name, ClientID: "client-1", MerchantID: "M-1", Secret: "secret-1", MerchantKey: merchantKey, CompanyKey: companyKey,
			NotifyURL: merchant.URL + "/" + name,
		})
		server := httptest.NewServer(companies[name])
		t.Cleanup(server.Close)
		settings[name] = server.URL
	}
	env := []string{"SETTINGS=" + asJSON(t, settings)}
	out, err := run(t, dir, env, "node", "snap.js")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)

	for company, references := range map[string][]string{
		"doku": {"doku-va", "doku-debit"}, "midtrans": {"midtrans-va", "midtrans-qr", "midtrans-debit"}, "dana": {"dana-debit"},
	} {
		for _, reference := range references {
			if _, err := companies[company].Pay(reference, snapsimulator.Money{}); err != nil {
				t.Fatalf("%s: %v", reference, err)
			}
		}
		if err := companies[company].Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(requests) != 7 { // with DOKU's question for a token
		t.Fatalf("%d requests", len(requests))
	}
	out, err = run(t, dir, append(env, "NOTICES="+asJSON(t, requests)), "node", "snap.js")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)

	if out, err = run(t, dir, append(env, "REFUNDS=1"), "node", "snap.js"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
	for company, want := range map[string]string{"doku": "500", "midtrans": "2000", "dana": "1500"} {
		if back := companies[company].Refunded().String(); back != want {
			t.Errorf("%s gave %s back, not %s", company, back, want)
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
