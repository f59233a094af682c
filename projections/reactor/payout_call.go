package reactor

import (
	"context"
	"errors"
	"net/http"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
)

// attempt appends payout.submitted, then calls the provider. Of all instances, one gets
// the event and calls. position is that of the payout's request.
func (r *Payouts) attempt(ctx context.Context, p balance.Payout, position int64) error {
	cmd := balance.SubmitCmd{Attempt: p.Attempts + 1, ProviderAPI: r.o.ProviderAPI}
	if p.Reference == "" {
		requested, err := PayoutRequest(ctx, r.log, p.Order, position)
		if err == nil {
			err = r.noteLost(ctx, p.Order, requested)
		}
		if err != nil {
			r.retries.postpone(p.Name())
			if errors.Is(err, ErrOrdersUnderWay) { // its time comes
				return nil
			}
			return err
		}
		cmd.RequestID = requested.ID.String()
	}
	at := r.reports.Now()
	cmd.At = at
	out, err := r.execute(ctx, p.Order, func(s balance.State) ([]domain.Event, error) {
		return balance.Submit(s, p.Kind, p.ID, cmd)
	})
	if err != nil || len(out.Events) == 0 { // another instance made it, or the payout has ended
		return notRefused(err)
	}
	p, _ = out.State.Payout(p.Kind, p.ID)
	return r.call(ctx, p, at)
}

// noteLost searches the provider's books for orders that the log lacks. The first that is
// found holds the payout, so that Submit gives nothing.
func (r *Payouts) noteLost(ctx context.Context, o balance.Order, requested eventstore.Recorded) error {
	lost, err := r.search.Lost(ctx, o, requested)
	for _, b := range lost {
		err = errors.Join(err, r.reports.NotePayoutFound(ctx, b))
	}
	return err
}

// call makes the attempt that was announced at that time. A process that stood still since
// then must not call any more: a person may have ended the payout.
func (r *Payouts) call(ctx context.Context, p balance.Payout, at time.Time) error {
	callCtx, cancel := context.WithTimeout(ctx, r.o.CallTimeout-r.reports.Now().Sub(at))
	defer cancel()
	made, err := r.provider.SendPayout(callCtx, p.Transfer())
	var refused *report.Refused
	var float *report.FloatEmpty
	switch {
	case err == nil:
		r.o.OnCall("accepted")
		r.noteFloat(false)
		return r.takeRecord(ctx, p, made)
	case errors.As(err, &float):
		r.o.OnCall("float_empty")
		return r.checkRefusal(ctx, p, err)
	case errors.As(err, &refused) && !refusesCredentials(refused):
		r.o.OnCall("refused")
		return r.checkRefusal(ctx, p, err)
	}
	r.o.OnCall("unknown")
	return r.recordUnknown(ctx, p, balance.NoAnswer, err)
}

// refusesCredentials reports whether the provider refused the gateway's own key. The
// order itself was not refused, and can be sent once the key is right.
func refusesCredentials(r *report.Refused) bool {
	return r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden
}

// checkRefusal handles an order that was refused. A refusal says nothing of an attempt
// before, nor of what came between us and the provider; a record there counts. Without a
// record the payout fails only where this was the only attempt, and was refused for what
// it asks for.
func (r *Payouts) checkRefusal(ctx context.Context, p balance.Payout, cause error) error {
	found, err := r.provider.FindPayout(ctx, p.ProviderAPI, p.Reference)
	var refused *report.Refused
	switch {
	case err == nil:
		return r.takeRecord(ctx, p, found)
	case !errors.Is(err, report.ErrNoRecord):
		return r.recordUnknown(ctx, p, balance.NoAnswer, err)
	case !errors.As(cause, &refused):
		r.noteFloat(true)
		return r.recordUnknown(ctx, p, balance.FloatEmpty, cause)
	case p.Attempts == 1 && refused.OfOrder():
		return r.fail(ctx, p.Order, refused.Code)
	}
	return r.recordUnknown(ctx, p, balance.RefusedButUnsure, cause)
}

func (r *Payouts) fail(ctx context.Context, o balance.Order, code string) error {
	r.retries.forget(o.Name())
	_, err := r.execute(withProviderAsActor(ctx), o, func(s balance.State) ([]domain.Event, error) {
		cmd := balance.FailCmd{By: balance.TransferredByProvider, Reason: code, At: r.reports.Now()}
		return balance.FailRefused(s, o.Kind, o.ID, cmd)
	})
	return notRefused(err)
}

func (r *Payouts) recordUnknown(ctx context.Context, p balance.Payout, reason string, cause error) error {
	first, most := r.o.RetryFirst, r.o.RetryMax
	if reason != balance.NoAnswer { // asking again soon would change nothing
		first, most = r.o.FloatFirst, r.o.FloatMax
	}
	r.retries.postponeBy(p.Name(), first, most)
	r.logger.WithError(cause).WithField("payout", p.Name()).Warn("the outcome of a payout is not known yet")
	// The event is appended even when the context has ended: the call was made.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendAfterStop)
	defer cancel()
	_, err := r.execute(ctx, p.Order, func(s balance.State) ([]domain.Event, error) {
		return balance.MarkUnknown(s, p.Kind, p.ID, reason, r.reports.Now())
	})
	return notRefused(err)
}

// noteFloat raises an alarm when our own money at the provider begins to be too little,
// not for every payout.
func (r *Payouts) noteFloat(empty bool) {
	if !r.floatEmpty.CompareAndSwap(!empty, empty) {
		return
	}
	r.o.OnFloat(empty)
	if empty {
		r.logger.Error("our own balance at the provider does not suffice for payouts: they wait until it is topped up")
	} else {
		r.logger.Warn("the provider takes payouts again")
	}
}

// appendAfterStop bounds an append that is made after the reactor was told to stop.
const appendAfterStop = 2 * time.Second

func (r *Payouts) execute(
	ctx context.Context, o balance.Order, decide func(balance.State) ([]domain.Event, error),
) (eventstore.Outcome[balance.State], error) {
	return eventstore.Execute(ctx, r.log, balance.Aggregate, balance.Stream(o.ClientID), decide)
}

// notRefused drops refusals: the stream has changed in the meantime, and its newer
// state counts. It keeps domain.Busy, which only says that there was too much
// contention.
func notRefused(err error) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) && refusal.Kind != domain.Busy {
		return nil
	}
	return err
}
