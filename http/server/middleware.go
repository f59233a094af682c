package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"

	"gateway/eventstore"
	"gateway/http/api/envelope"
	"gateway/http/server/origin"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
)

const requestIDHeader = "X-Request-Id"

// setRequestID takes the request's id from its header, or generates one if that is missing or malformed. The
// answer carries the id, and so do the events that the request appends.
func setRequestID(c *gin.Context) {
	id := c.GetHeader(requestIDHeader)
	if !isRequestID(id) {
		id = uuid.NewString()
	}
	c.Header(requestIDHeader, id)
	c.Request = c.Request.WithContext(eventstore.WithMetadata(c.Request.Context(),
		eventstore.Metadata{RequestID: id, CorrelationID: id}))
}

// setAddress gives the use cases the caller's IP address.
func setAddress(c *gin.Context) {
	c.Request = c.Request.WithContext(origin.With(c.Request.Context(), c.ClientIP()))
}

// setGuide makes the request's errors link to the guide.
func setGuide(guide func(path string) string) gin.HandlerFunc {
	return func(c *gin.Context) {
		if guide != nil {
			envelope.SetGuide(c, guide(c.Request.URL.Path))
		}
	}
}

// isRequestID accepts 1 to 128 printable ASCII characters without a space.
func isRequestID(id string) bool {
	if id == "" || len(id) > 128 {
		return false
	}
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return false
		}
	}
	return true
}

// logErrors logs the errors that became a 5xx (envelope.Fail keeps them in gin's list of errors). It logs the
// route's pattern rather than the path, which may hold references. If the caller has hung up, that is no
// failure of the gateway.
func logErrors(logger *logrus.Entry) gin.HandlerFunc {
	return func(c *gin.Context) {
		c.Next()
		for _, err := range c.Errors {
			if c.Request.Context().Err() != nil && errors.Is(err.Err, context.Canceled) {
				continue
			}
			logger.WithError(err.Err).WithFields(logrus.Fields{
				"method": c.Request.Method, "route": c.FullPath(), "status": c.Writer.Status(),
				"request_id": c.Writer.Header().Get(requestIDHeader),
			}).Error("request failed")
		}
	}
}

// recoverPanics answers 500 after a panic in a handler, and logs it.
func recoverPanics(logger *logrus.Entry) gin.HandlerFunc {
	return func(c *gin.Context) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			// Only the type is logged: the value may quote the client's data.
			logger.WithFields(logrus.Fields{
				"panic": fmt.Sprintf("%T", p), "route": c.FullPath(), "stack": string(debug.Stack()),
			}).Error("panic in a handler")
			envelope.Refuse(c, http.StatusInternalServerError, "internal", "server error")
		}()
		c.Next()
	}
}

// unescapeParams unescapes the path parameters. Gin splits the path as it was sent, so that a parameter may
// contain a slash as %2F. Gin's own unescaping would turn a plus into a space, as in a query.
func unescapeParams(c *gin.Context) {
	for i, p := range c.Params {
		if value, err := url.PathUnescape(p.Value); err == nil { // net/http has already refused a malformed path
			c.Params[i].Value = value
		}
	}
}

// setSecurityHeaders sets headers that keep browsers from guessing content types, storing
// answers and sending referrers.
func setSecurityHeaders(c *gin.Context) {
	h := c.Writer.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
}
