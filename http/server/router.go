package server

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gateway/http/api/envelope"
	"gateway/http/server/strangers"

	"github.com/gin-gonic/gin"
	"github.com/sirupsen/logrus"
)

// Surface is a set of routes for one kind of caller, such as the merchants' API. Routes mounts them below the
// surface's prefix.
type Surface interface{ Routes(r gin.IRouter) }

// Surfaces are several surfaces under one prefix.
type Surfaces []Surface

// Routes implements Surface.
func (s Surfaces) Routes(r gin.IRouter) {
	for _, surface := range s {
		surface.Routes(r)
	}
}

// Config configures a router.
type Config struct {
	Logger  *logrus.Entry
	Metrics *Metrics
	// Ready returns nil if the service can serve, and otherwise the reason why not.
	Ready func() error
	// Degraded names the shared services of all instances that do not work. The gateway is ready all the same.
	Degraded func() []string
	// TrustedProxies are the addresses or networks of the proxies whose X-Forwarded-For is trusted. For other
	// connections, the client's address is that of the connection.
	TrustedProxies []string
	// Bodies bounds what is read before the caller is known. If it is nil, each body has its limit, but all
	// together have none.
	Bodies *strangers.Budgets
	// Within says that all requests come from the gateway's own pages: their bodies are complete, and count for the
	// requests that the pages answer.
	Within bool
	// Guide returns the address of the guide to errors for callers of a path. If it is nil, errors have no doc_url.
	Guide func(path string) string
}

// Router makes the handler of all requests. The keys of surfaces are their prefixes.
func Router(config Config, surfaces map[string]Surface) (http.Handler, error) {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.HandleMethodNotAllowed = true
	r.RedirectTrailingSlash = false
	r.UseEscapedPath, r.UnescapePathValues = true, false // see unescapeParams
	r.ContextWithFallback = true
	r.RemoteIPHeaders = []string{"X-Forwarded-For"} // a proxy may pass on an X-Real-IP that the caller made up
	if err := r.SetTrustedProxies(config.TrustedProxies); err != nil {
		return nil, fmt.Errorf("TRUSTED_PROXIES: %w", err)
	}
	bodies := config.Bodies
	if bodies == nil {
		bodies, _ = strangers.New(strangers.Limits{}) // can't fail: the limits name no proxy
	}
	if !config.Within {
		r.Use(compress)
	}
	r.Use(setRequestID, setAddress, traceRequests, config.Metrics.measureRequest,
		logRequests(config.Logger), logErrors(config.Logger), recoverPanics(config.Logger))
	people := pagesOf(surfaces)
	r.Use(setGuide(config.Guide), setSecurityHeaders, unescapeParams, refuseInvalidText(people))
	if !config.Within {
		r.Use(readBody(bodies, people))
	}
	near := &nearPaths{}
	r.NoRoute(notFound(people, near.refuse))
	r.NoMethod(refuseMethod)
	r.GET("/healthz", func(c *gin.Context) { envelope.OK(c, gin.H{"status": "alive"}) })
	r.GET("/readyz", func(c *gin.Context) {
		if err := config.Ready(); err != nil {
			envelope.Refuse(c, http.StatusServiceUnavailable, "not_ready", err.Error())
			return
		}
		if degraded := config.Degraded(); len(degraded) > 0 {
			envelope.OK(c, gin.H{"status": "degraded", "degraded": degraded})
			return
		}
		envelope.OK(c, gin.H{"status": "ready"})
	})
	r.GET("/metrics", gin.WrapH(config.Metrics.Handler()))
	for prefix, s := range surfaces {
		s.Routes(r.Group(prefix))
	}
	near.add(r.Routes())
	return r, nil
}

// refuseMethod answers 405 with the methods that the path takes. Gin has put them into the header Allow.
func refuseMethod(c *gin.Context) {
	allowed := strings.Split(c.Writer.Header().Get("Allow"), ", ")
	slices.Sort(allowed)
	c.Header("Allow", strings.Join(allowed, ", "))
	message := "this path takes " + strings.Join(allowed, " and ")
	if method := c.Request.Method; len(method) <= len(http.MethodOptions) {
		message += ", not " + method
	}
	envelope.Refuse(c, http.StatusMethodNotAllowed, "method_not_allowed", message)
}
