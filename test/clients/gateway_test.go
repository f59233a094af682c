package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"testing"
	"time"

	"gateway/test/inprocess"
	"gateway/test/migrated"
)

const adminEmail, adminPassword = "admin@example.com", "rahasia-admin"

// gateway is a running gateway, as a merchant's developer meets it.
type gateway struct{ url string }

func startGateway(t *testing.T) gateway {
	t.Helper()
	events, read := migrated.Pair(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	g, err := inprocess.Start(ctx, map[string]string{
		"HTTP_ADDR": "127.0.0.1:0", "ADMIN_EMAIL": adminEmail, "ADMIN_PASSWORD": adminPassword, "LOG_LEVEL": "fatal",
		"EVENTSTORE_URL": events, "DATABASE_URL": read,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Stop(); err != nil {
			t.Error(err)
		}
	})
	return gateway{url: g.URL + "/api/v2"}
}

// describe writes the merchants' description as the gateway serves it.
func (g gateway) describe(t *testing.T, file, name string) {
	t.Helper()
	if err := os.WriteFile(file, g.call(t, http.MethodGet, "/docs"+name, "", nil), 0o600); err != nil {
		t.Fatal(err)
	}
}

// environment holds the address of the gateway, and the key and the login token of a new client.
func (g gateway) environment(t *testing.T) []string {
	t.Helper()
	login := map[string]any{"nama": "Toko Maju", "email": fmt.Sprintf("toko-%d@example.com", time.Now().UnixNano()), "password": "rahasia-123"}
	client := g.post(t, "/auth/register", "", login)
	admin := g.post(t, "/admin/auth/login", "", map[string]any{"email": adminEmail, "password": adminPassword})["token"].(string)
	path := fmt.Sprintf("/admin/clients/%v", client["id"])
	g.post(t, path+"/approve", admin, nil)
	key := g.post(t, path+"/api-keys", admin, map[string]any{"name": "server"})
	token := g.post(t, "/auth/login", "", login)["token"]
	return []string{"API_URL=" + g.url, fmt.Sprint("API_KEY=", key["key"]), fmt.Sprint("API_TOKEN=", token)}
}

func (g gateway) post(t *testing.T, path, token string, body map[string]any) map[string]any {
	t.Helper()
	var answer struct {
		Data map[string]any `json:"data"`
	}
	if err := json.Unmarshal(g.call(t, http.MethodPost, path, token, body), &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Data
}

func (g gateway) call(t *testing.T, method, path, token string, body map[string]any) []byte {
	t.Helper()
	var sent io.Reader = http.NoBody
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		sent = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, g.url+path, sent)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("%s %s: %d %s (%v)", method, path, answer.StatusCode, text, err)
	}
	return text
}
