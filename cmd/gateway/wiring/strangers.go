package wiring

import (
	"context"
	"net/http"
	"strings"

	"gateway/http/server"
	"gateway/http/server/strangers"
)

// serveSimulator serves the simulated provider on its own port until ctx ends. Its pages are for anyone, and so are
// bounded; its API reads a body once it knows the key. All callers are on this machine, so that none has an
// address of its own.
func (a *App) serveSimulator(ctx context.Context) error {
	bounded, err := strangers.New(strangers.Limits{Connections: a.config.Connections, Bytes: a.config.StrangerBytes})
	if err != nil {
		return err
	}
	pages := bounded.Handler(a.simulator)
	return server.Serve(ctx, bounded.Listen(a.simulatorListener), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/simulator/") {
			pages.ServeHTTP(w, r)
			return
		}
		a.simulator.ServeHTTP(w, r)
	}))
}
