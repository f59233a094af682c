package payoutreactor

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reportreactor"
)

// attempt appends payout.submitted and then calls the provider. Only the instance that appends the event
// makes the call. position is the position of the payout's request.
func (r *Payouts) attempt(ctx context.Context, p balance.Payout, position int64) error {
	cmd := balance.SubmitCmd{Attempt: p.Attempts + 1, ProviderAPI: r.o.ProviderAPI}
	if p.Reference == "" {
		requested, err := PayoutRequest(ctx, r.Log, p.Order, position)
		if err == nil {
			err = r.noteLost(ctx, p.Order, requested)
		}
		if err != nil {
			r.retries.Postpone(p.Name())
			if errors.Is(err, ErrOrdersUnderWay) { // not a failure: it is tried again later
				return nil
			}
			return err
		}
		cmd.RequestID = requested.ID.String()
		route, err := r.o.Route(ctx, p.Order)
		if err != nil {
			r.retries.Postpone(p.Name())
			return err
		}
		cmd.Connection, cmd.ProviderAPI, cmd.Routed = route.Connection, route.ProviderAPI, route.Routed
	}
	at := r.reports.Now()
	cmd.At = at
	out, err := r.execute(ctx, p.Order, func(s balance.State) ([]domain.Event, error) {
		return balance.Submit(s, p.Kind, p.ID, cmd)
	})
	if err != nil || len(out.Events) == 0 { // another instance makes this attempt, or the payout has ended or is held
		return reactor.NotRefused(err)
	}
	p, _ = out.State.Payout(p.Kind, p.ID)
	return r.call(ctx, p, at)
}

// noteLost searches the provider's books for orders that the log lacks, and records them. The first one
// holds the payout, so that Submit then returns no event.
func (r *Payouts) noteLost(ctx context.Context, o balance.Order, requested eventstore.Recorded) error {
	lost, err := r.search.Lost(ctx, o, requested)
	for _, b := range lost {
		err = errors.Join(err, r.reports.NotePayoutFound(ctx, b))
	}
	return err
}

// call makes the attempt whose event was appended at the given time. The call must end CallTimeout after
// that time: if the process stood still for longer, a person may have ended the payout.
func (r *Payouts) call(ctx context.Context, p balance.Payout, at time.Time) error {
	callCtx, cancel := context.WithTimeout(ctx, r.o.CallTimeout-r.reports.Now().Sub(at))
	defer cancel()
	provider, err := r.providers(p.Connection)
	if err != nil {
		return r.recordUnknown(ctx, p, balance.NoAnswer, err)
	}
	made, err := provider.SendPayout(callCtx, p.Transfer())
	if ctx.Err() == nil { // a call that our own stop broke off says nothing of the connection
		r.o.OnAttempt(p.Connection, err)
	}
	var refused *report.Refused
	var float *report.FloatEmpty
	switch {
	case err == nil:
		r.o.OnCall(balance.CallAccepted)
		r.noteFloat(p.Connection, false)
		return r.takeRecord(ctx, p, made)
	case errors.As(err, &float):
		r.o.OnCall(balance.FloatEmpty)
		return r.checkRefusal(ctx, p, err)
	case errors.As(err, &refused) && !refused.OfCredentials:
		r.o.OnCall(balance.CallRefused)
		return r.checkRefusal(ctx, p, err)
	}
	r.o.OnCall(balance.CallUnknown)
	return r.recordUnknown(ctx, p, balance.NoAnswer, err)
}

// checkRefusal handles a refused order. A refusal does not tell whether an earlier attempt succeeded, or
// whether the refusal came from something between us and the provider. So checkRefusal asks the provider,
// and a record there counts. Without a record the payout fails only if this was its only attempt and the
// refusal is about the order itself.
func (r *Payouts) checkRefusal(ctx context.Context, p balance.Payout, cause error) error {
	found, err := r.find(ctx, p.Connection, p.ProviderAPI, p.Reference)
	var refused *report.Refused
	switch {
	case err == nil:
		return r.takeRecord(ctx, p, found)
	case !errors.Is(err, report.ErrNoRecord):
		return r.recordUnknown(ctx, p, balance.NoAnswer, err)
	case !errors.As(cause, &refused):
		r.noteFloat(p.Connection, true)
		return r.recordUnknown(ctx, p, balance.FloatEmpty, cause)
	case p.Attempts == 1 && refused.OfOrder:
		return r.fail(ctx, p.Order, refused.Code)
	}
	return r.recordUnknown(ctx, p, balance.RefusedButUnsure, cause)
}

func (r *Payouts) fail(ctx context.Context, o balance.Order, code string) error {
	r.retries.Forget(o.Name())
	_, err := r.execute(reportreactor.WithProviderAsActor(ctx), o, func(s balance.State) ([]domain.Event, error) {
		cmd := balance.FailCmd{By: balance.TransferredByProvider, Reason: code, At: r.reports.Now()}
		return balance.FailRefused(s, o.Kind, o.ID, cmd)
	})
	return reactor.NotRefused(err)
}

func (r *Payouts) recordUnknown(ctx context.Context, p balance.Payout, reason string, cause error) error {
	first, most := r.o.RetryFirst, r.o.RetryMax
	if reason != balance.NoAnswer { // asking again soon would not help
		first, most = r.o.FloatFirst, r.o.FloatMax
	}
	r.retries.PostponeBy(p.Name(), first, most)
	r.Logger.WithError(cause).WithField("payout", p.Name()).Warn("the outcome of a payout is not known yet")
	// Append the event even after the context has ended, because the call was made.
	ctx, cancel := reactor.AfterStop(ctx)
	defer cancel()
	_, err := r.execute(ctx, p.Order, func(s balance.State) ([]domain.Event, error) {
		return balance.MarkUnknown(s, p.Kind, p.ID, reason, r.reports.Now())
	})
	return reactor.NotRefused(err)
}

// noteFloat logs and calls OnFloat only when our own money at the connection becomes too little or suffices
// again, not for every payout.
func (r *Payouts) noteFloat(at string, empty bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.floatEmpty[at] == empty {
		return
	}
	r.floatEmpty[at] = empty
	r.o.OnFloat(at, empty)
	if logger := r.Logger.WithField("connection", at); empty {
		logger.Error("our own balance at the provider does not suffice for payouts: they wait until it is topped up")
	} else {
		logger.Warn("the provider takes payouts again")
	}
}

func (r *Payouts) execute(
	ctx context.Context, o balance.Order, decide func(balance.State) ([]domain.Event, error),
) (eventstore.Outcome[balance.State], error) {
	return eventstore.Execute(ctx, r.Log, balance.Aggregate, balance.Stream(o.ClientID), decide)
}
