package stage

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"gateway/http/simulator"
	"gateway/http/simulator/snapsimulator"

	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
)

// Connection is one of the connections that are played. It has either Xendit or SNAP.
type Connection struct {
	Name   string
	Switch *Switch
	Xendit *simulator.Simulator
	SNAP   *snapsimulator.Simulator
}

// API is what the gateway's adapter calls at the address of the switch.
func (c Connection) API() http.Handler {
	if c.SNAP != nil {
		return c.Switch.Handler(c.SNAP)
	}
	return c.Switch.Handler(c.Xendit)
}

// Run sends the company's notifications until the context ends.
func (c Connection) Run(ctx context.Context) error {
	if c.SNAP != nil {
		return c.SNAP.Run(ctx)
	}
	return c.Xendit.Run(ctx)
}

// Stage is the connections of a sandbox. It is safe for concurrent use. Make it with New.
type Stage struct {
	connections []Connection
	pages       http.Handler
	log         logrus.FieldLogger
}

// New makes a Stage. The first connection is that of Xendit. order is simulator.Options.Order.
func New(connections []Connection, order func(ctx context.Context, reference string) simulator.Order, log logrus.FieldLogger) *Stage {
	s := &Stage{connections: connections, log: log}
	s.pages = s.routes(order)
	return s
}

// xendit is the connection whose simulator finds what no other company has.
func (s *Stage) xendit() *simulator.Simulator { return s.connections[0].Xendit }

// snap lists the companies that speak SNAP BI.
func (s *Stage) snap() (all []*snapsimulator.Simulator) {
	for _, c := range s.connections {
		if c.SNAP != nil {
			all = append(all, c.SNAP)
		}
	}
	return all
}

// Pay implements sandboxservice.Simulator at the connection that has the payment. As at Xendit, a payment can be paid
// late, again, and with another amount.
func (s *Stage) Pay(ctx context.Context, reference string, amount *decimal.Decimal, channelCode string) error {
	if amount != nil && !amount.IsPositive() {
		return simulator.ErrState
	}
	return s.first(
		func(at *snapsimulator.Simulator) error { return pay(at, reference, amount, true) },
		func() error { return s.xendit().Pay(ctx, reference, amount, channelCode) },
	)
}

func pay(at *snapsimulator.Simulator, reference string, amount *decimal.Decimal, anyway bool) error {
	paid := snapsimulator.Money{Anyway: anyway}
	if amount != nil {
		paid.Amount = *amount
	}
	_, err := at.Pay(reference, paid)
	return err
}

// Settle implements sandboxservice.Simulator. A company that speaks SNAP BI tells nothing of a settlement.
func (s *Stage) Settle(ctx context.Context, reference string) error {
	return s.first(
		func(at *snapsimulator.Simulator) error { return untold(at, reference) },
		func() error { return s.xendit().Settle(ctx, reference) },
	)
}

// untold is the answer of a company for a payment of which it tells nothing more.
func untold(at *snapsimulator.Simulator, reference string) error {
	if !slices.ContainsFunc(at.Bills(), func(b snapsimulator.Bill) bool { return b.Reference == reference }) {
		return snapsimulator.ErrNotFound
	}
	return snapsimulator.ErrState
}

// Expire implements sandboxservice.Simulator.
func (s *Stage) Expire(ctx context.Context, reference string) error {
	return s.first(
		func(at *snapsimulator.Simulator) error { return at.Expire(reference) },
		func() error { return s.xendit().Expire(ctx, reference) },
	)
}

// HasPayout implements sandboxservice.Simulator.
func (s *Stage) HasPayout(ctx context.Context, name string) (bool, error) {
	if slices.ContainsFunc(s.snap(), func(at *snapsimulator.Simulator) bool { _, has := at.TransferOf(name); return has }) {
		return true, nil
	}
	return s.xendit().HasPayout(ctx, name)
}

// CompletePayout implements sandboxservice.Simulator. Where no connection has the payout, each remembers it until the
// payout arrives.
func (s *Stage) CompletePayout(ctx context.Context, name string) error {
	return s.endPayout(ctx, name, "", func() error { return s.xendit().CompletePayout(ctx, name) })
}

// FailPayout implements sandboxservice.Simulator.
func (s *Stage) FailPayout(ctx context.Context, name, code string) error {
	reason := code
	if reason == "" {
		reason = "REJECTED_BY_BANK"
	}
	return s.endPayout(ctx, name, reason, func() error { return s.xendit().FailPayout(ctx, name, code) })
}

// ChargeBack implements sandboxservice.Simulator.
func (s *Stage) ChargeBack(ctx context.Context, reference string, amount *decimal.Decimal) error {
	return s.xendit().Chargeback(ctx, simulator.Reversal{ExternalID: reference, Amount: amount})
}

func (s *Stage) endPayout(ctx context.Context, name, reason string, atXendit func() error) error {
	end := func(at *snapsimulator.Simulator) error {
		reference, ok := at.TransferOf(name)
		switch {
		case !ok:
			return snapsimulator.ErrNotFound
		case reason != "":
			return at.FailTransfer(reference, reason)
		}
		return at.CompleteTransfer(reference)
	}
	return s.first(end, func() error {
		known, err := s.xendit().HasPayout(ctx, name)
		if err != nil {
			return err
		}
		for _, at := range s.snap() {
			if !known {
				at.PlanTransfer(name, reason)
			}
		}
		return atXendit()
	})
}

// first does something at the first company that knows what it is about, or else at Xendit.
func (s *Stage) first(do func(*snapsimulator.Simulator) error, atXendit func() error) error {
	for _, at := range s.snap() {
		if err := do(at); !errors.Is(err, snapsimulator.ErrNotFound) {
			return translated(err)
		}
	}
	return atXendit()
}

// translated turns the errors of package snapsimulator into those of package simulator.
func translated(err error) error {
	switch {
	case errors.Is(err, snapsimulator.ErrNotFound):
		return simulator.ErrNotFound
	case errors.Is(err, snapsimulator.ErrState):
		return simulator.ErrState
	}
	return err
}

// find returns the connection of that name.
func (s *Stage) find(name string) (c Connection, ok bool) {
	i := slices.IndexFunc(s.connections, func(c Connection) bool { return c.Name == name })
	if i < 0 {
		return c, false
	}
	return s.connections[i], true
}

// ServeHTTP serves the pages, at paths from /simulator.
func (s *Stage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if path := strings.TrimSuffix(r.URL.Path, "/"); path != r.URL.Path {
		r = r.Clone(r.Context())
		r.URL.Path = path
	}
	s.pages.ServeHTTP(w, r)
}

// Several reports whether there is more than one connection. With one, no page but the customers' is served.
func (s *Stage) Several() bool { return len(s.connections) > 1 }
