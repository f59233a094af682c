package server

import (
	"context"
	"net"
	"net/http"
	"time"
)

// StartWith is Start with other time limits for the header, and for header and body together.
func StartWith(ctx context.Context, l net.Listener, h http.Handler, header, read time.Duration) *Server {
	t := usualTimes
	t.header, t.read = header, read
	return start(ctx, l, h, nil, t)
}
