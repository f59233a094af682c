package app

import (
	"context"
	"time"

	"gateway/http/merchant"
	"gateway/http/realtime"
	"gateway/http/server"
	"gateway/projections/reactor"
)

// The two values of REALTIME.
const (
	realtimeOff      = "off"
	realtimeEmbedded = "embedded"
)

// realtimeParts are those of them that the configuration asks for: none when it is
// off, centrifugo when there is an external one, else node and own.
type realtimeParts struct {
	tokens     *realtime.Tokens
	centrifugo *realtime.Centrifugo
	node       *realtime.Node
	// own feeds this instance's node, whoever leads.
	own *reactor.Group
}

func (a *App) openRealtime(keys secrets, metrics *server.Metrics) (err error) {
	c, r := a.config, &a.realtime
	switch {
	case c.Realtime == realtimeOff:
	case c.CentrifugoURL != "":
		r.tokens = realtime.SharedTokens(c.CentrifugoTokenSecret, c.RealtimeTokenTTL)
		r.centrifugo = realtime.NewCentrifugo(c.CentrifugoURL, c.CentrifugoAPIKey)
	default:
		r.tokens = realtime.DerivedTokens([]byte(keys.master), c.RealtimeTokenTTL)
		r.node, err = realtime.NewNode(realtime.Options{
			Tokens: r.tokens, Logger: a.logger, Connections: c.RealtimeConnections,
			MayListen: func(ctx context.Context, client int64) error { return merchant.MayAct(ctx, a.core.Log, client) },
		})
		if err != nil {
			return err
		}
		r.own = reactor.NewGroup(a.store, a.logger, a.newRealtimeReactor(r.node))
		metrics.Add(r.node.Figures())
	}
	return nil
}

// newRealtimeReactor makes the reactor that publishes events through out.
func (a *App) newRealtimeReactor(out reactor.Publisher) *reactor.Realtime {
	return reactor.NewRealtime(a.core.Log, a.core.Queries, a.core.Watcher, out, a.logger)
}

func (c Config) realtimeProblems() []error {
	set := 0
	for _, value := range []string{c.CentrifugoURL, c.CentrifugoAPIKey, c.CentrifugoTokenSecret} {
		if value != "" {
			set++
		}
	}
	return []error{
		problem(c.Realtime != realtimeOff && c.Realtime != realtimeEmbedded, "REALTIME must be embedded or off"),
		problem(set != 0 && set != 3, "CENTRIFUGO_URL, CENTRIFUGO_API_KEY and CENTRIFUGO_TOKEN_SECRET go together"),
		problem(c.RealtimeTokenTTL < time.Second || c.RealtimeTokenTTL > realtime.TokenTTL, "REALTIME_TOKEN_TTL must be from 1s to 60m"),
		problem(c.RealtimeConnections < 1, "REALTIME_CONNECTIONS must be at least 1"),
		urlProblem("CENTRIFUGO_URL", c.CentrifugoURL),
	}
}
