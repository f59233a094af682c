package server

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"gateway/http/server/strangers"

	"golang.org/x/sync/errgroup"
)

// times bound a connection, so that slow clients do not occupy it for long.
type times struct {
	// header limits reading the header of a request, read limits reading header and body together. Neither
	// limits a request that has arrived, a stream of events or a websocket.
	header, read time.Duration
	// write limits the work on a request and its answer. A handler that takes longer extends it piece by piece.
	write time.Duration
	// idle limits the pause between two requests.
	idle time.Duration
}

var usualTimes = times{header: 5 * time.Second, read: 15 * time.Second, write: 60 * time.Second, idle: 90 * time.Second}

const (
	// maxHeaderBytes is how many bytes, beside the body, a stranger can make each connection hold.
	maxHeaderBytes = 32 << 10
	// drainTimeout is how long Serve waits for requests in flight after ctx has ended.
	drainTimeout = 5 * time.Second
)

// Server serves requests on one listener.
type Server struct {
	http  *http.Server
	ended chan error
}

// Start serves on the listener until Stop. ctx is the parent of all requests' contexts; its end alone stops
// nothing. complain receives the errors of connections; nil means the standard logger. A listener of package
// strangers counts the connections.
func Start(ctx context.Context, l net.Listener, h http.Handler, complain *log.Logger) *Server {
	return start(ctx, l, h, complain, usualTimes)
}

func start(ctx context.Context, l net.Listener, h http.Handler, complain *log.Logger, t times) *Server {
	s := &Server{ended: make(chan error, 1), http: &http.Server{
		Handler: h, ReadHeaderTimeout: t.header, ReadTimeout: t.read,
		WriteTimeout: t.write, IdleTimeout: t.idle, MaxHeaderBytes: maxHeaderBytes,
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) }, ErrorLog: complain,
		ConnContext: strangers.ConnContext, ConnState: strangers.ConnState,
	}}
	go func() {
		err := s.http.Serve(l)
		if errors.Is(err, http.ErrServerClosed) {
			err = nil
		} else {
			err = fmt.Errorf("serve %s: %w", l.Addr(), err)
		}
		s.ended <- err
	}()
	return s
}

// Ended receives one value when the server has ended: nil after Stop, otherwise the reason of the failure.
func (s *Server) Ended() <-chan error { return s.ended }

// Stop closes the listener, waits at most limit for requests in flight, and closes the remaining connections.
// It reports whether all requests were answered.
func (s *Server) Stop(ctx context.Context, limit time.Duration) (answered bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	if err := s.http.Shutdown(ctx); err != nil {
		_ = s.http.Close() // there is nothing to do about an error of closing
		return false
	}
	return true
}

// Serve serves on the listener until ctx ends. Then it closes the listener, waits at most drainTimeout for
// requests in flight, and closes the remaining connections.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := Start(ctx, l, h, nil)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return <-s.Ended() })
	g.Go(func() error {
		<-ctx.Done()
		s.Stop(ctx, drainTimeout)
		return nil
	})
	return g.Wait()
}
