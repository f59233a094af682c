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

// times bound a connection, so that slow clients occupy none for long.
type times struct {
	// header is for the header of a request, read for its header and body together. Neither bounds a request that has
	// come, a stream of events or a websocket.
	header, read time.Duration
	// write is for the request's work and its answer. What takes longer lifts it piece by piece.
	write time.Duration
	// idle is for the pause between two requests.
	idle time.Duration
}

var usualTimes = times{header: 5 * time.Second, read: 15 * time.Second, write: 60 * time.Second, idle: 90 * time.Second}

const (
	// maxHeaderBytes is what a stranger can have each connection hold beside the body.
	maxHeaderBytes = 32 << 10
	// drainTimeout is the time that Serve gives requests in flight after ctx has ended.
	drainTimeout = 5 * time.Second
)

// Server serves requests on one listener.
type Server struct {
	http  *http.Server
	ended chan error
}

// Start serves on the listener until Stop. ctx is the parent of all requests' contexts, and its
// end ends nothing by itself. complain gets the errors of connections; nil means the standard logger.
// A listener of package strangers counts the connections.
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

// Ended gets one value when the server has ended: nil after Stop, else why it failed.
func (s *Server) Ended() <-chan error { return s.ended }

// Stop closes the listener, waits at most limit for requests in flight, and closes what is left.
// It reports whether all of them were answered.
func (s *Server) Stop(ctx context.Context, limit time.Duration) (answered bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	if err := s.http.Shutdown(ctx); err != nil {
		_ = s.http.Close() // connections that are closed have no error to act on
		return false
	}
	return true
}

// Serve serves on the listener until ctx ends. Then it closes the listener, waits at most
// drainTimeout for requests in flight, and closes what is left.
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
