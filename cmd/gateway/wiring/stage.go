package wiring

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"

	"gateway/cmd/gateway/config"
	"gateway/http/outbound/providers"
	"gateway/http/server"
	"gateway/http/server/strangers"
	"gateway/http/simulator"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/simulator/stage"
	"gateway/http/snap"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
	"golang.org/x/sync/errgroup"
)

// simulatedFloat is our own money at each simulated company that makes transfers, in rupiah.
var simulatedFloat = decimal.NewFromInt(1_000_000_000)

// openStage makes the companies of the connections that a sandbox plays, each on a loopback port of its own, so that the
// adapters call them over HTTP like real providers. It completes the list by their URLs and keys. local is the URL at
// which they reach the gateway.
func (a *App) openStage(ctx context.Context, keys config.Secrets, local string, list []providers.Connection) error {
	xendit, err := simulator.New(ctx, simulator.Options{
		DB: a.databases.State, SecretKey: keys.ProviderKey, CallbackToken: keys.CallbackToken,
		NotifyURL: local + apiPrefix + "/provider/callbacks", PublicURL: a.publicURL,
		PayoutDelay: a.config.SimulatorPayoutDelay, SettlementDelay: a.config.SimulatorSettlementDelay,
		Fees: simulatedFees(a.config), Faults: simulator.Faults{Silent: a.config.SimulatorSilent}, Log: a.logger,
		WithTables: a.databases.CheckOnly, Order: a.orderOf,
	})
	if err != nil {
		return err
	}
	for i := range list {
		at, err := stage.Listen(ctx)
		if err != nil {
			return err
		}
		played := stage.Connection{Name: list[i].Name, Switch: at}
		a.played = append(a.played, played) // closed even if a later one fails
		list[i].URL = at.URL()
		if list[i].Provider == providers.Xendit {
			a.played[i].Xendit = xendit
			continue
		}
		if a.played[i].SNAP, err = a.playSNAP(local, &list[i]); err != nil {
			return err
		}
	}
	a.stage = stage.New(a.played, a.orderOf, a.logger)
	return nil
}

// playSNAP makes the company of a connection, and the keys of the contract, which last as long as the process.
func (a *App) playSNAP(local string, c *providers.Connection) (*snapsimulator.Simulator, error) {
	ours, err := newKey()
	if err != nil {
		return nil, err
	}
	theirs, err := newKey()
	if err != nil {
		return nil, err
	}
	c.SNAP.PrivateKey, c.SNAP.CompanyKey, c.SNAP.Secret = ours, theirs.Public(), snap.Secret(rand.Text())
	company := snapsimulator.New(snapsimulator.Options{
		Company: c.Provider, ClientID: c.SNAP.ClientID, PartnerID: c.SNAP.PartnerID, MerchantID: c.SNAP.MerchantID, Secret: c.SNAP.Secret,
		MerchantKey: ours.Public(), CompanyKey: theirs, NotifyURL: local + apiPrefix + "/provider/" + c.Name,
		PagesURL: a.publicURL + "/simulator/" + c.Name, TransferDelay: a.config.SimulatorPayoutDelay, Float: simulatedFloat,
		Fee: simulatedFee(a.config),
	})
	company.SetDelivery(snapsimulator.Delivery{Withhold: a.config.SimulatorSilent})
	return company, nil
}

func newKey() (snap.PrivateKey, error) {
	key, err := snap.NewPrivateKey()
	if err != nil {
		return key, fmt.Errorf("make a key of a simulated provider: %w", err)
	}
	return key, nil
}

// simulatedFees are the fees that the simulated Xendit charges.
func simulatedFees(c config.Config) simulator.Fees {
	if !c.SimulatorFees {
		return nil
	}
	return simulator.UsualFees
}

// simulatedFee are the fees that the other simulated companies charge.
func simulatedFee(c config.Config) snapsimulator.Fee {
	if !c.SimulatorFees {
		return nil
	}
	return snapsimulator.UsualFee
}

// runStage runs the simulated companies until ctx ends.
func (a *App) runStage(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, c := range a.played {
		g.Go(func() error { return c.Run(ctx) })
		g.Go(func() error { return a.servePlayed(ctx, c) })
	}
	return g.Wait()
}

// servePlayed serves a simulated company on its own port until ctx ends. Xendit's pages are public and therefore
// limited; an API reads a body only after it has checked the key, or at most a megabyte. All callers are on this
// machine, so limits per address do not apply.
func (a *App) servePlayed(ctx context.Context, c stage.Connection) error {
	bounded, err := strangers.New(strangers.Limits{Connections: a.config.Connections, Bytes: a.config.StrangerBytes})
	if err != nil {
		return err
	}
	listener, err := bounded.Listen(c.Switch)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, c.Switch.Release)()
	company := c.API()
	pages := bounded.Handler(company)
	return server.Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/simulator/") {
			pages.ServeHTTP(w, r)
			return
		}
		company.ServeHTTP(w, r)
	}))
}

// paymentPages mounts the pages of the simulated companies at the gateway's own address. The rest of them is served on
// their own loopback ports to the adapters. Where one company is played there are its customers' pages alone: a switch
// is for a sandbox that asks for several.
type paymentPages struct{ stage *stage.Stage }

// Routes implements server.Surface.
func (p paymentPages) Routes(r gin.IRouter) {
	serve := gin.WrapH(p.stage)
	paths := []string{"/:product/:id"}
	if p.stage.Several() {
		r.GET("", serve)
		paths = append(paths, "/:product/:id/:of")
	}
	for _, path := range paths {
		r.GET(path, serve)
		r.POST(path, serve)
	}
}
