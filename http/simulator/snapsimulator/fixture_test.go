package snapsimulator_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

var merchantKey = sync.OnceValue(func() snap.PrivateKey {
	private, err := snap.NewPrivateKey()
	if err != nil {
		panic(err)
	}
	return private
})

var noon = time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC) // in Jakarta

// merchant calls a simulated company by hand, so that each header can be wrong.
type merchant struct {
	company *snapsimulator.Simulator
	server  *httptest.Server
	token   string
	offset  atomic.Int64
	ids     int
}

func newMerchant(t *testing.T, company string) *merchant {
	t.Helper()
	m := &merchant{}
	m.company = snapsimulator.New(snapsimulator.Options{
		Company: company, ClientID: "client-1", MerchantID: "M-1", Secret: "secret-1", MerchantKey: merchantKey().Public(), CompanyKey: merchantKey(),
		Float: decimal.NewFromInt(1000), Clock: func() time.Time { return noon.Add(time.Duration(m.offset.Load())) },
	})
	m.server = httptest.NewServer(m.company)
	t.Cleanup(m.server.Close)
	return m
}

// request is a call that a test may spoil.
type request struct {
	method, path, body string
	// signAs are the path and the body that are signed, if they are not those that are sent.
	signPath, signBody string
	key                snap.Signer
}

// send signs a request, lets spoil change it, sends it, and returns the response code and the body.
func (m *merchant) send(t *testing.T, r request, spoil func(*http.Request)) (code string, said map[string]any) {
	t.Helper()
	if r.signPath == "" {
		r.signPath = r.path
	}
	if r.signBody == "" {
		r.signBody = r.body
	}
	timestamp := snap.FormatTime(noon.Add(time.Duration(m.offset.Load())))
	message, signer := snap.Message(r.method, r.signPath, []byte(r.signBody), timestamp), snap.Signer(merchantKey())
	if m.token != "" {
		message, signer = snap.MessageWithToken(r.method, r.signPath, m.token, []byte(r.signBody), timestamp), snap.Secret("secret-1")
	}
	if r.key != nil {
		signer = r.key
	}
	signature, err := signer.Sign(message)
	if err != nil {
		t.Fatal(err)
	}
	made, err := http.NewRequestWithContext(t.Context(), r.method, m.server.URL+r.path, bytes.NewReader([]byte(r.body)))
	if err != nil {
		t.Fatal(err)
	}
	m.ids++
	for name, value := range map[string]string{
		"Content-Type": "application/json", snap.HeaderTimestamp: timestamp, snap.HeaderSignature: signature, snap.HeaderPartnerID: "client-1",
		snap.HeaderExternalID: fmt.Sprintf("%032d", m.ids), snap.HeaderChannelID: "95221", "X-IP-ADDRESS": "198.51.100.7", "X-DEVICE-ID": "device",
	} {
		made.Header.Set(name, value)
	}
	if m.token != "" {
		made.Header.Set("Authorization", "Bearer "+m.token)
	}
	if spoil != nil {
		spoil(made)
	}
	answered, err := m.server.Client().Do(made)
	if err != nil {
		t.Fatal(err)
	}
	defer answered.Body.Close()
	if err := json.NewDecoder(answered.Body).Decode(&said); err != nil {
		t.Fatalf("status %d: %v", answered.StatusCode, err)
	}
	code, _ = said["responseCode"].(string)
	if fmt.Sprint(answered.StatusCode) != code[:3] || answered.Header.Get(snap.HeaderTimestamp) == "" {
		t.Errorf("status %d with code %s, at %q", answered.StatusCode, code, answered.Header.Get(snap.HeaderTimestamp))
	}
	return code, said
}

// post sends a body as it should be.
func (m *merchant) post(t *testing.T, path, body string) (string, map[string]any) {
	t.Helper()
	return m.send(t, request{method: http.MethodPost, path: path, body: body}, nil)
}

// logIn gets an access token.
func (m *merchant) logIn(t *testing.T, path, grantType string) {
	t.Helper()
	m.token = ""
	code, said := m.askForToken(t, path, fmt.Sprintf(`{"%s":"client_credentials"}`, grantType), nil)
	if code != "2007300" {
		t.Fatalf("%s %v", code, said)
	}
	m.token = said["accessToken"].(string)
}

func (m *merchant) askForToken(t *testing.T, path, body string, spoil func(*http.Request)) (string, map[string]any) {
	t.Helper()
	return m.send(t, request{method: http.MethodPost, path: path, body: body}, func(r *http.Request) {
		signature, err := merchantKey().Sign(snap.TokenMessage("client-1", r.Header.Get(snap.HeaderTimestamp)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set(snap.HeaderSignature, signature)
		r.Header.Set(snap.HeaderClientKey, "client-1")
		if spoil != nil {
			spoil(r)
		}
	})
}
