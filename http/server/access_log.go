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

// quietRoutes are asked by machines all the time. Their lines are of the level debug.
var quietRoutes = map[string]bool{"/healthz": true, "/readyz": true, "/metrics": true}

// logRequests logs one line a request, at info. It names the route's pattern, not the path, and
// neither the query nor the address: these may hold personal data.
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
	// The authentication has put the actor into the request's context.
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

// routeOf returns the route's pattern, none for an unknown path.
func routeOf(c *gin.Context) string {
	if route := c.FullPath(); route != "" {
		return route
	}
	return "none" // not the path: callers can invent any number of paths
}
