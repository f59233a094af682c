package wiring

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"gateway/cmd/gateway/config"
	"gateway/http/outbound/providers"

	"github.com/sirupsen/logrus"
	"github.com/sirupsen/logrus/hooks/test"
)

func TestAConnectionWhoseCredentialsAreRefusedIsNamed(t *testing.T) {
	t.Parallel()
	company := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if key, _, _ := r.BasicAuth(); key != "right" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = w.Write([]byte(`{"balance":0}`))
	}))
	t.Cleanup(company.Close)
	set := providers.New([]providers.Connection{
		{Name: "xendit", Provider: providers.Xendit, URL: company.URL, Key: providers.Key{SecretKey: "right"}},
		{Name: "xendit-2", Provider: providers.Xendit, URL: company.URL, Key: providers.Key{SecretKey: "wrong"}},
	}, providers.Options{})
	t.Cleanup(set.Close)
	logger, logged := test.NewNullLogger()
	var mu sync.Mutex
	up := map[string]bool{}
	a := &App{
		config: config.Config{ProvidersFile: "providers.yaml"}, logger: logrus.NewEntry(logger), providers: set,
		onProviderUp: func(connection string, is bool) {
			mu.Lock()
			defer mu.Unlock()
			up[connection] = is
		},
	}
	a.checkProviders(t.Context())
	if !up["xendit"] || up["xendit-2"] || len(up) != 2 {
		t.Errorf("up: %v", up)
	}
	lines := slices.DeleteFunc(logged.AllEntries(), func(e *logrus.Entry) bool { return e.Level != logrus.ErrorLevel })
	if len(lines) != 1 || lines[0].Data["connection"] != "xendit-2" || !strings.Contains(lines[0].Message, "does not accept our credentials") {
		t.Errorf("logged %v", lines)
	}
	a.config.ProvidersFile, up = "", map[string]bool{}
	if a.checkProviders(t.Context()); len(up) != 0 {
		t.Error("a connection of the PROVIDER_ variables was asked")
	}
}
