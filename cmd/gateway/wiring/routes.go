package wiring

import (
	"net/http"
	"net/url"
	"strings"

	"gateway/cmd/gateway/config"
	"gateway/http/api/adminapi"
	"gateway/http/api/envelope"
	"gateway/http/api/merchantapi"
	"gateway/http/api/notificationapi"
	"gateway/http/openapi"
	"gateway/http/page"
	"gateway/http/page/linkpage"
	"gateway/http/page/paypage"
	"gateway/http/page/site"
	"gateway/http/server"
	"gateway/http/service/credential"

	"github.com/gin-gonic/gin"
)

const apiPrefix = "/api/v2"

// router makes the surfaces and mounts them at their prefixes. Notifications are accepted while the read
// models lag, because they are decided on events.
func (a *App) router(keys config.Secrets, metrics *server.Metrics) (http.Handler, error) {
	a.keyUses = credential.NewKeyUses(a.core.State, a.core.Now, func() string { return a.core.Calendar.DayOf(a.core.Now()) })
	served := server.Config{
		Logger: a.logger, Metrics: metrics, Ready: a.ready, Degraded: a.degraded, TrustedProxies: a.config.TrustedProxies,
		Bodies: a.strangers,
		Guide:  func(path string) string { return openapi.GuideToErrors(a.publicURL, apiPrefix, path) },
	}
	merchants, staff := a.merchantAPI(a.shared, keys), a.adminAPI(a.shared, keys)
	console, err := a.console(served, merchants, staff)
	if err != nil {
		return nil, err
	}
	portal := site.NewPortal(console)
	links, accounts := linkpage.New(portal), a.shared.accounts
	surfaces := map[string]server.Surface{
		apiPrefix: server.Surfaces{
			a.whileUpToDate(merchants, staff),
			notificationapi.New(notificationapi.Options{
				Reports: a.reports(metrics), Connections: a.providers, Masters: keys.Masters, Now: a.core.Now,
				Counters: loggedCounters{metrics, a.logger},
			}),
		},
		"/":    openapi.NewFront(a.publicURL, apiPrefix),
		"/pay": paypage.New(console),
		"/portal": server.Surfaces{
			links.Passwords(accounts), links.MailsOff(accounts), a.whileUpToDate(links.Undo(accounts.UndoChange)), portal,
		},
		"/console":        site.NewStaff(console),
		page.AssetsPrefix: page.NewAssets(page.NewIdentity(a.config.Brand())),
		"/undo":           links.FormerUndo(),
	}
	for _, audience := range openapi.Audiences() {
		surfaces[apiPrefix+audience.Path] = openapi.NewDocs(audience, a.publicURL, apiPrefix)
	}
	if a.stage != nil {
		surfaces["/simulator"] = paymentPages{a.stage}
	}
	if a.realtime.node != nil {
		surfaces["/connection"] = a.realtime.node
	}
	return server.Router(served, surfaces)
}

// console returns what the console's sites need. They get the API by a router of their own, which only they reach.
func (a *App) console(router server.Config, merchants *merchantapi.API, staff *adminapi.Admin) (page.Config, error) {
	router.Within = true
	api, err := server.Router(router, map[string]server.Surface{apiPrefix: a.whileUpToDate(merchants.ForPortal(), staff)})
	return page.Config{
		API: api, Secure: strings.HasPrefix(a.publicURL, "https:"), Host: hostOf(a.publicURL),
		Sandbox: a.config.Environment == config.Sandbox, Calendar: a.core.Calendar, Brand: a.config.Brand(),
		Other: a.config.OtherURL, SecondFrom: a.shared.approvals.From,
	}, err
}

// hostOf returns the host of an address that the configuration has checked.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// whileUpToDate mounts surfaces that answer from the read models. They answer 503 while the read models are
// behind the head of the log at the start, for example while dropped read models are being rebuilt: API keys
// would not be found, and balances would be outdated. Once the log is refused, they answer 503 log_suspended.
func (a *App) whileUpToDate(surfaces ...server.Surface) server.Surface {
	return upToDateOnly{surfaces, a.guard.Err, func() bool { return a.core.Watcher.Behind(a.headAtStart) }}
}

type upToDateOnly struct {
	surfaces server.Surfaces
	refused  func() error
	behind   func() bool
}

// The times, in seconds, after which callers are told to retry. Read models catch up by themselves; a refused
// log waits for a person.
const (
	catchUpAgain = "1"
	refusedAgain = "60"
)

// Routes implements server.Surface.
func (s upToDateOnly) Routes(r gin.IRouter) {
	s.surfaces.Routes(r.Group("", func(c *gin.Context) {
		switch {
		case s.refused() != nil:
			c.Header("Retry-After", refusedAgain)
			envelope.RefuseSuspended(c)
		case s.behind():
			c.Header("Retry-After", catchUpAgain)
			envelope.Refuse(c, http.StatusServiceUnavailable, "unavailable", "the service is catching up with its log, try again")
		}
	}))
}

func upperCase(codes []string) []string {
	out := make([]string, len(codes))
	for i, code := range codes {
		out[i] = strings.ToUpper(strings.TrimSpace(code))
	}
	return out
}
