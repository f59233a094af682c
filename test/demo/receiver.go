package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// callbackLimit is how long a callback may take: usually it is there at once.
const callbackLimit = 15 * time.Second

// receiver is the merchant's server, which is called back.
type receiver struct {
	url    string
	got    chan callback
	server *http.Server
}

type callback struct {
	path   string
	header http.Header
	body   []byte
}

func newReceiver(ctx context.Context) (*receiver, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for callbacks: %w", err)
	}
	r := &receiver{url: "http://" + listener.Addr().String(), got: make(chan callback, 100)}
	r.server = &http.Server{ReadHeaderTimeout: callbackLimit, Handler: http.HandlerFunc(r.receive)}
	go func() { _ = r.server.Serve(listener) }() // ends when it is closed
	return r, nil
}

func (r *receiver) receive(_ http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body) // a broken body shows in its signature
	r.got <- callback{path: request.URL.Path, header: request.Header, body: body}
}

func (r *receiver) stop() { _ = r.server.Close() }

// next waits for a callback at that path, and checks its signature.
func (r *receiver) next(ctx context.Context, path, secret string) (object, error) {
	ctx, cancel := context.WithTimeout(ctx, callbackLimit)
	defer cancel()
	var c callback
	select {
	case c = <-r.got:
	case <-ctx.Done():
		return object{}, fmt.Errorf("no callback came to %s: %w", path, ctx.Err())
	}
	if c.path != path {
		return object{}, fmt.Errorf("a callback came to %s, not %s: %s", c.path, path, c.body)
	}
	verifier, err := webhooks.NewWebhook(secret)
	if err != nil {
		return object{}, fmt.Errorf("webhook secret: %w", err)
	}
	if err := verifier.Verify(c.body, c.header); err != nil {
		return object{}, fmt.Errorf("signature of a callback: %w", err)
	}
	var o object
	return o, json.Unmarshal(c.body, &o)
}
