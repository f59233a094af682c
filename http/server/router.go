package server

import (
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"

	"gateway/eventstore"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
)

// Surface mounts its routes below a prefix.
type Surface interface{ Routes(r gin.IRouter) }

// Surfaces are surfaces that share a prefix.
type Surfaces []Surface

// Routes implements Surface.
func (s Surfaces) Routes(r gin.IRouter) {
	for _, surface := range s {
		surface.Routes(r)
	}
}

// Config of the router.
type Config struct {
	Logger  *logrus.Entry
	Metrics *Metrics
	// Ready says why the service can't serve; nil when it can.
	Ready func() error
	// TrustedProxies are the addresses whose X-Forwarded-For counts; none by default.
	TrustedProxies []string
}

// Router makes the handler of everything. surfaces are mounted at their prefixes.
func Router(config Config, surfaces map[string]Surface) (http.Handler, error) {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.HandleMethodNotAllowed = true
	r.RedirectTrailingSlash = false
	r.UseEscapedPath, r.UnescapePathValues = true, false // see unescaped
	r.ContextWithFallback = true
	if err := r.SetTrustedProxies(config.TrustedProxies); err != nil {
		return nil, fmt.Errorf("TRUSTED_PROXIES: %w", err)
	}
	r.Use(identify, config.Metrics.observe, logged(config.Logger), recovered(config.Logger), secured, unescaped)
	r.NoRoute(envelope.NoSuchPath)
	r.NoMethod(func(c *gin.Context) {
		envelope.Refuse(c, http.StatusMethodNotAllowed, "method_not_allowed", "this path does not take this method")
	})
	r.GET("/healthz", func(c *gin.Context) { envelope.OK(c, gin.H{"status": "alive"}) })
	r.GET("/readyz", func(c *gin.Context) {
		if err := config.Ready(); err != nil {
			envelope.Refuse(c, http.StatusServiceUnavailable, "not_ready", err.Error())
			return
		}
		envelope.OK(c, gin.H{"status": "ready"})
	})
	r.GET("/metrics", gin.WrapH(config.Metrics.Handler()))
	for prefix, s := range surfaces {
		s.Routes(r.Group(prefix))
	}
	return r, nil
}

const requestIDHeader = "X-Request-Id"

// identify gives every request an id, the caller's if it is usable, and makes it
// part of what the request writes to the log.
func identify(c *gin.Context) {
	id := c.GetHeader(requestIDHeader)
	if !usable(id) {
		id = uuid.NewString()
	}
	c.Header(requestIDHeader, id)
	c.Request = c.Request.WithContext(eventstore.WithMetadata(c.Request.Context(),
		eventstore.Metadata{RequestID: id, CorrelationID: id}))
}

func usable(id string) bool {
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

// logged writes a line for what went wrong on our side, and nothing otherwise. The
// path is the route's pattern: real paths hold references.
func logged(logger *logrus.Entry) gin.HandlerFunc {
	return func(c *gin.Context) {
		c.Next()
		for _, err := range c.Errors {
			logger.WithError(err.Err).WithFields(logrus.Fields{
				"method": c.Request.Method, "route": c.FullPath(), "status": c.Writer.Status(),
				"request_id": c.Writer.Header().Get(requestIDHeader),
			}).Error("request failed")
		}
	}
}

func recovered(logger *logrus.Entry) gin.HandlerFunc {
	return func(c *gin.Context) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			// The value of a panic may quote what the client sent: its type is told.
			logger.WithFields(logrus.Fields{
				"panic": fmt.Sprintf("%T", p), "route": c.FullPath(), "stack": string(debug.Stack()),
			}).Error("panic in a handler")
			envelope.Refuse(c, http.StatusInternalServerError, "internal", "server error")
		}()
		c.Next()
	}
}

// unescaped reads the path parameters. They are split at the slashes of the path as
// it was sent, so that an order number may have one, as %2F. Gin would unescape
// them as a query, where a plus is a space.
func unescaped(c *gin.Context) {
	for i, p := range c.Params {
		if value, err := url.PathUnescape(p.Value); err == nil { // an escaped path can be unescaped
			c.Params[i].Value = value
		}
	}
}

// secured sets the headers that cost nothing and spare a browser's mistakes.
func secured(c *gin.Context) {
	h := c.Writer.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
}
