package paymentservice

import (
	"context"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/domain/routing"
	"gateway/http/service"

	"github.com/shopspring/decimal"
)

// Router chooses the connections of payments, and counts how creations at them end. *routingservice.Routing
// implements it.
type Router interface {
	Choose(ctx context.Context, q routing.Question, floats map[string]decimal.Decimal) (routing.Choice, error)
	// Bind returns when the log names the connection, which is about to be asked for the first time.
	Bind(ctx context.Context, connection string) error
	// Record counts an attempt that ended now, and took so long.
	Record(connection string, q routing.Question, outcome routing.Outcome, took time.Duration)
}

// errNoConnection refuses a payment by a channel that no connection takes now.
var errNoConnection = domain.Refuse(domain.Upstream, "provider_refused", "no payment provider takes payments by this channel now")

// questionOf is what a payment asks of the routing. The transaction_id decides between weights, so that the answer
// is the same when it is asked again.
func questionOf(i payment.Identity) routing.Question {
	return routing.Question{
		Kind: routing.Payment, Channel: i.ChannelCode, ClientID: i.ClientID, Amount: i.Amount, Draw: routing.DrawOf(i.TransactionID),
	}
}

// route chooses the connection that the payment is asked of first, and notes how.
func (p Payments) route(ctx context.Context, cmd *payment.RequestCmd) error {
	if p.Router == nil {
		cmd.Connection = connection.Xendit
		return nil
	}
	choice, err := p.Router.Choose(ctx, questionOf(cmd.Identity), nil)
	if err != nil {
		return err
	}
	if len(choice.Order) == 0 {
		return errNoConnection
	}
	cmd.Connection, cmd.Routed = choice.Order[0], choice.Noted()
	return p.Router.Bind(ctx, cmd.Connection)
}

// reroute makes another connection the one that is asked for the payment, after the creation failed with this error.
// ok is false if that must not be, because the connection may have made something; if no other connection takes the
// payment; or if another process has decided meanwhile.
func (p Payments) reroute(ctx context.Context, s payment.State, failure error) (next payment.State, ok bool, err error) {
	cause, nothing := report.MadeNothing(failure)
	if !nothing || p.Router == nil {
		return s, false, nil
	}
	of := s.Identity
	of.ChannelCode = s.QuotedCode
	choice, err := p.Router.Choose(ctx, questionOf(of), nil)
	if err != nil {
		return s, false, err
	}
	to := slices.IndexFunc(choice.Order, func(c string) bool { return c != s.Connection && !slices.Contains(s.Given, c) })
	if to < 0 {
		return s, false, nil
	}
	if err := p.Router.Bind(ctx, choice.Order[to]); err != nil {
		return s, false, err
	}
	out, err := service.Execute(ctx, p.Core, payment.Aggregate, payment.Stream(s.TransactionID),
		func(now payment.State) ([]domain.Event, error) {
			return payment.Reroute(now, payment.RerouteCmd{
				From: s.Connection, To: choice.Order[to], Cause: cause, Routed: choice.Noted(), At: p.Now(),
			})
		})
	if err == nil && len(out.Events) > 0 {
		p.Logger.WithField("payment", s.TransactionID).WithField("from", s.Connection).WithField("to", choice.Order[to]).
			WithField("cause", cause).Warn("another connection is asked for a payment")
	}
	return out.State, len(out.Events) > 0, err
}

// record counts how the creation of a payment ended that began at a moment. A call that we broke off ourselves says
// nothing.
func (p Payments) record(ctx context.Context, s payment.State, began time.Time, err error) {
	if p.Router != nil && (err == nil || ctx.Err() == nil) {
		p.Router.Record(s.Connection, questionOf(s.Identity), routing.OutcomeOf(err), p.Now().Sub(began))
	}
}
