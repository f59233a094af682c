package server

import (
	"net/http"
	"strconv"

	"gateway/eventstore"
	"gateway/eventstore/tracing"

	"github.com/gin-gonic/gin"
)

// traceRequests records a span for each request. The span has the name of the route's pattern, never the path
// or the query. Each begins a trace of its own: a caller's traceparent is ignored, because it would let any
// caller choose what is recorded, and put its requests into another caller's trace. Checks by machines have no
// span, and neither have sockets, which last for hours.
func traceRequests(c *gin.Context) {
	if !tracing.On() || quietRoutes[c.FullPath()] || c.GetHeader("Upgrade") != "" {
		return
	}
	route := routeOf(c)
	ctx, span := tracing.Start(c.Request.Context(), tracing.Served, methodOf(c.Request.Method)+" "+route)
	c.Request = c.Request.WithContext(ctx)
	defer func() { endRequest(c, span, route) }()
	c.Next()
}

func endRequest(c *gin.Context, span tracing.Span, route string) {
	status := c.Writer.Status()
	span.Text("http.request.method", methodOf(c.Request.Method))
	span.Text("http.route", route)
	span.Number("http.response.status_code", int64(status))
	if id, ok := clientOf(eventstore.MetadataFrom(c.Request.Context()).Actor); ok {
		span.Number("client_id", id)
	}
	if status >= http.StatusInternalServerError {
		span.Fail(strconv.Itoa(status))
	}
	span.End(nil)
}
