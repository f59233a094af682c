package wiring

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"

	"gateway/http/server"
)

// serveProfiles serves Go's profiles (net/http/pprof) under /debug/pprof/ until ctx ends. Profiles show data
// of requests, so Config.Check allows only loopback addresses.
func serveProfiles(ctx context.Context, addr string) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("DEBUG_ADDR: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return server.Serve(ctx, listener, mux)
}
