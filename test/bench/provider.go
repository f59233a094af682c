package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// emptyBooks answers the gateway's other questions: the provider has booked nothing.
func emptyBooks(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/transactions" {
		fmt.Fprint(w, `{"has_more":false,"data":[],"links":[]}`)
		return
	}
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprint(w, `{"error_code":"DATA_NOT_FOUND","message":"not kept here"}`)
}

// withProvider serves a provider, and makes the gateway use it, with further environment variables, until
// measure returns. Later parts use the simulator again.
func (r *bench) withProvider(ctx context.Context, provider http.Handler, env []string, measure func() error) (err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: provider, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	defer func() { err = errors.Join(err, server.Close()) }()

	before := r.gateway.env
	r.gateway.env = append(before[:len(before):len(before)], "PROVIDER_URL=http://"+listener.Addr().String(), "PROVIDER_SECRET_KEY=bench")
	r.gateway.env = append(r.gateway.env, env...)
	defer func() {
		r.gateway.env = before
		_, again := r.gateway.restart(ctx)
		err = errors.Join(err, again)
	}()
	if _, err := r.gateway.restart(ctx); err != nil {
		return err
	}
	return measure()
}
