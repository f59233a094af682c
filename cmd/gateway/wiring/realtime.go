package wiring

import (
	"context"

	"gateway/cmd/gateway/config"
	"gateway/http/outbound/realtimeserver"
	"gateway/http/server"
	"gateway/http/service/accountservice"
	"gateway/projections/reactor"
	"gateway/projections/reactor/realtimereactor"
)

// realtimeParts are the parts of realtime. All are nil with REALTIME=off. With CENTRIFUGO_URL there are
// tokens and centrifugo; without it there are tokens, node and reactors.
type realtimeParts struct {
	tokens     *realtimeserver.Tokens
	centrifugo *realtimeserver.Centrifugo
	node       *realtimeserver.Node
	// reactors publish to this instance's node. Every instance runs its own, including followers.
	reactors *reactor.Group
	// end stops node and reactors. The clients then reconnect to another instance.
	end context.CancelFunc
}

func (a *App) openRealtime(keys config.Secrets, metrics *server.Metrics) (err error) {
	c, r := a.config, &a.realtime
	switch {
	case c.Realtime == config.RealtimeOff:
	case c.CentrifugoURL != "":
		r.tokens = realtimeserver.SharedTokens(c.CentrifugoTokenSecret, c.RealtimeTokenTTL)
		r.centrifugo = realtimeserver.NewCentrifugo(c.CentrifugoURL, c.CentrifugoAPIKey)
	default:
		r.tokens = realtimeserver.DerivedTokens(keys.Masters, c.RealtimeTokenTTL)
		r.node, err = realtimeserver.NewNode(realtimeserver.Options{
			Tokens: r.tokens, Logger: a.logger, Connections: c.RealtimeConnections,
			MayListen: accountservice.Accounts{Core: a.core}.MayAct, EndedAt: accountservice.Accounts{Core: a.core}.AccessEndedAt,
			IsPerson: accountservice.Accounts{Core: a.core}.IsPerson,
		})
		if err != nil {
			return err
		}
		r.reactors = reactor.NewGroup(a.store, a.logger, a.newRealtimeReactor(r.node))
		metrics.Add(r.node.Figures())
	}
	return nil
}

// newRealtimeReactor makes the reactor that publishes events through out.
func (a *App) newRealtimeReactor(out realtimereactor.Publisher) *realtimereactor.Realtime {
	return realtimereactor.NewRealtime(a.core.Log, a.core.Queries, a.core.Watcher, out, a.logger)
}
