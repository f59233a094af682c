package server

import (
	"strconv"
	"strings"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/tracing"

	"github.com/gin-gonic/gin"
	"github.com/sirupsen/logrus"
)

// quietRoutes are the routes that machines ask all the time. Their requests are logged at level debug.
var quietRoutes = map[string]bool{"/healthz": true, "/readyz": true, "/metrics": true}

// logRequests logs one line per request, at info. It names the route's pattern rather than the path, and leaves
// out the query and the address, because these may hold personal data.
func logRequests(logger *logrus.Entry) gin.HandlerFunc {
	return func(c *gin.Context) {
		level := logrus.InfoLevel
		if quietRoutes[c.FullPath()] {
			level = logrus.DebugLevel
		}
		if !logger.Logger.IsLevelEnabled(level) {
			return
		}
		began := time.Now()
		c.Next()
		logger.WithFields(requestFields(c, time.Since(began))).Log(level, "request")
	}
}

func requestFields(c *gin.Context, took time.Duration) logrus.Fields {
	fields := logrus.Fields{
		"method": methodOf(c.Request.Method), "route": routeOf(c), "status": c.Writer.Status(),
		"ms": float64(took.Microseconds()) / 1000, "request_id": c.Writer.Header().Get(requestIDHeader),
	}
	if id := tracing.TraceID(c.Request.Context()); id != "" {
		fields["trace_id"] = id
	}
	// The authentication has set the actor in the request's context.
	if actor := eventstore.MetadataFrom(c.Request.Context()).Actor; actor != "" {
		fields["actor"] = actor
		if id, ok := clientOf(actor); ok {
			fields["client_id"] = id
		}
	}
	return fields
}

// clientOf returns the client of an actor `client:<id>` or `client:<id>/person:<id>`.
func clientOf(actor string) (id int64, ok bool) {
	text, ok := strings.CutPrefix(actor, "client:")
	if !ok {
		return 0, false
	}
	text, _, _ = strings.Cut(text, "/")
	id, err := strconv.ParseInt(text, 10, 64)
	return id, err == nil
}

// routeOf returns the route's pattern, or "none" for an unknown path.
func routeOf(c *gin.Context) string {
	if route := c.FullPath(); route != "" {
		return route
	}
	return "none" // not the path, because callers can invent any number of paths
}
