package rolling

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gateway/http/simulator"
	"gateway/migrations"
	"gateway/test/testdb"

	"github.com/jmoiron/sqlx"
	_ "github.com/lib/pq" // the driver
)

const (
	providerKey   = "xnd_development_rolling"
	providerToken = "a token for notifications"
)

// slowProvider is the simulator, but each creation takes 3 s or 8 s, in turn.
type slowProvider struct {
	url       string
	creations atomic.Int64
}

func startProvider(t *testing.T, notify string) *slowProvider {
	t.Helper()
	db, err := sqlx.Open("postgres", testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := migrations.State(t.Context(), db.DB); err != nil {
		t.Fatal(err)
	}
	s, err := simulator.New(t.Context(), simulator.Options{
		DB: db, SecretKey: providerKey, CallbackToken: providerToken, NotifyURL: notify, PublicURL: notify,
	})
	if err != nil {
		t.Fatal(err)
	}
	p := &slowProvider{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, "/qr_codes") {
			delay := 3 * time.Second
			if p.creations.Add(1)%2 == 0 {
				delay = 8 * time.Second
			}
			select {
			case <-time.After(delay): // the delay that the test is about
			case <-r.Context().Done():
				return
			}
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}
