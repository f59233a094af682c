package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/wiring"
	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/routing"
	"gateway/eventstore"
)

// providersFile configures connections of Xendit, of which those with a `!` are off, at a port where nothing answers.
func providersFile(t *testing.T, names ...string) {
	t.Helper()
	text := "connections:\n"
	for i, name := range names {
		key, token, off := fmt.Sprintf("CONNECTION_KEY_%d", i), fmt.Sprintf("CONNECTION_TOKEN_%d", i), "false"
		t.Setenv(key, key)
		t.Setenv(token, token)
		if bare, is := strings.CutPrefix(name, "!"); is {
			name, off = bare, "true"
		}
		text += "  - name: " + name + "\n    provider: xendit\n    url: http://127.0.0.1:9\n    off: " + off +
			"\n    secret_key: {env: " + key + "}\n    callback_token: {env: " + token + "}\n    channels: {QRIS: {}}\n"
	}
	path := filepath.Join(t.TempDir(), "providers.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PROVIDERS_FILE", path)
}

// named appends that the log names connections.
func named(t *testing.T, events ...domain.Event) { appended(t, connection.Stream(), events...) }

// appended appends events to a stream of settings.
func appended(t *testing.T, stream string, events ...domain.Event) {
	t.Helper()
	c, err := config.Load()
	if err != nil {
		t.Fatal(err)
	}
	tools, err := wiring.OpenTools(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	_, err = eventstore.Execute(t.Context(), tools.Log, connection.Aggregate, stream,
		func(connection.State) ([]domain.Event, error) { return events, nil })
	if err := tools.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func ended(t *testing.T, want int, said []string, args ...string) {
	t.Helper()
	code, printed := ends(t, args...)
	for _, s := range said {
		if code != want || !strings.Contains(strings.Join(strings.Fields(printed), " "), s) {
			t.Errorf("gateway %s: exit %d, want %d and %q:\n%s", strings.Join(args, " "), code, want, s, printed)
		}
	}
}

func TestAConnectionThatTheLogNamesStaysUntilItIsLeft(t *testing.T) {
	i := install(t)
	i.addMerchant()
	ended(t, 0, []string{"xendit xendit on bound listed 0 0 "}, "provider", "list")
	i.stop()

	// A log of a former version: no event names the connection.
	providersFile(t, "xendit-2")
	i.wontStart("PROVIDERS_FILE: connections: xendit is missing: the log has payments or payouts at this connection of xendit")
	ended(t, exitFound, []string{"provider:xendit:clearing and provider:xendit:payouts are Rp -50000.00 together"},
		"provider", "remove", "xendit", "--by", "budi")
	ended(t, exitFound, []string{"the log names no connection xendit-2"}, "provider", "remove", "xendit-2", "--by", "budi")

	at := time.Now().UTC()
	named(t, connection.Bound{Connection: "xendit", Provider: "xendit", At: at},
		connection.Bound{Connection: "xendit-2", Provider: "xendit", At: at})
	providersFile(t, "xendit", "xendit-2")
	ended(t, exitFound, []string{"FOUND it is on: set off: true"}, "provider", "remove", "xendit-2", "--by", "budi")
	providersFile(t, "xendit")
	i.wontStart("xendit-2 is missing")
	providersFile(t, "xendit", "!xendit-2")
	ended(t, 0, []string{"xendit-2 is left: the configuration may drop it"}, "provider", "remove", "xendit-2", "--by", "budi")
	ended(t, 0, []string{"xendit-2 was left before"}, "provider", "remove", "xendit-2", "--by", "budi")
	ended(t, 0, []string{"xendit-2 xendit off left listed 0 0 0.00 0.00"}, "provider", "list")
	providersFile(t, "xendit")
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.stop()

	appended(t, routing.Aggregate.Stream("routing"), routing.Changed{By: "admin:1", At: at, Rules: []routing.Rule{
		{Kind: routing.Payment, Connections: []string{"xendit"}}, {Kind: routing.Payout, Weights: []routing.Weight{{Connection: "xendit", Weight: 100}}},
	}})
	providersFile(t, "!xendit", "xendit-3")
	ended(t, exitFound, []string{
		"FOUND rule 1 of the routing names it (payment: xendit): change the rules", "FOUND rule 2 of the routing names it (payout: xendit 100 %): ",
	}, "provider", "remove", "xendit", "--by", "budi")

	named(t, connection.Bound{Connection: "other", Provider: "doku", At: at})
	providersFile(t, "xendit", "other")
	i.wontStart("connections: other is one of xendit, and the log names it as one of doku")
}
