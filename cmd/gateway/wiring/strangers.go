package wiring

import (
	"context"
	"net/http"
	"strings"

	"gateway/http/server"
	"gateway/http/server/strangers"
)

// serveSimulator serves the simulated provider on its own port until ctx ends. Its pages are public and
// therefore limited; its API reads a body only after it has checked the key. All callers are on this machine,
// so limits per address do not apply.
func (a *App) serveSimulator(ctx context.Context) error {
	bounded, err := strangers.New(strangers.Limits{Connections: a.config.Connections, Bytes: a.config.StrangerBytes})
	if err != nil {
		return err
	}
	listener, err := bounded.Listen(a.simulatorListener)
	if err != nil {
		return err
	}
	pages := bounded.Handler(a.simulator)
	return server.Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/simulator/") {
			pages.ServeHTTP(w, r)
			return
		}
		a.simulator.ServeHTTP(w, r)
	}))
}
