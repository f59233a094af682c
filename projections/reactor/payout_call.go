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

// send calls the provider. first says that no call was made before.
func (r *Payouts) send(ctx context.Context, o balance.Order, key string, first bool) error {
	made, err := r.provider.SendPayout(ctx, o.Transfer(key))
	var refused *report.Refused
	switch {
	case err == nil:
		r.o.OnCall("accepted")
		return r.takeReport(ctx, o, made)
	case !errors.As(err, &refused) || refusesCredentials(refused):
		r.o.OnCall("unknown")
		return r.recordUnknown(ctx, o, err)
	}
	r.o.OnCall("refused")
	if !first {
		return r.checkRefusedRepeat(ctx, o, refused)
	}
	return r.fail(ctx, o, refused.Code)
}

// refusesCredentials reports whether the provider refused the gateway's own key. The
// order itself was not refused, and can be sent once the key is right.
func refusesCredentials(r *report.Refused) bool {
	return r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden
}

// checkRefusedRepeat handles a repeated call that was refused. The refusal says little
// of the first call, so one more look-up decides.
func (r *Payouts) checkRefusedRepeat(ctx context.Context, o balance.Order, refused *report.Refused) error {
	found, err := r.provider.FindPayout(ctx, o.ProviderReference())
	switch {
	case err == nil:
		return r.takeReport(ctx, o, found)
	case errors.Is(err, report.ErrNoRecord):
		return r.fail(ctx, o, refused.Code)
	}
	return r.recordUnknown(ctx, o, err)
}

// takeReport takes in the provider's record of the payout.
func (r *Payouts) takeReport(ctx context.Context, o balance.Order, found report.Payout) error {
	found.Reference = o.ProviderReference()
	r.retries.forget(found.Reference)
	err := r.reports.TakePayout(ctx, found)
	if err != nil {
		r.retries.postpone(found.Reference, r.reports.Now(), r.o.RetryFirst, r.o.RetryMax)
	}
	return notRefused(err)
}

func (r *Payouts) fail(ctx context.Context, o balance.Order, code string) error {
	r.retries.forget(o.ProviderReference())
	_, err := r.execute(withProviderAsActor(ctx), o, func(s balance.State) ([]domain.Event, error) {
		return balance.Fail(s, o.Kind, o.ID, balance.FailCmd{By: balance.TransferredByProvider, Reason: code, At: r.reports.Now()})
	})
	return notRefused(err)
}

// noAnswer is the reason in payout.unknown. The exact cause differs from call to call
// and stands in the log of the service.
const noAnswer = "no_answer"

func (r *Payouts) recordUnknown(ctx context.Context, o balance.Order, cause error) error {
	r.retries.postpone(o.ProviderReference(), r.reports.Now(), r.o.RetryFirst, r.o.RetryMax)
	r.logger.WithError(cause).WithField("payout", o.ProviderReference()).Warn("the outcome of a payout is not known yet")
	// The event is appended even when the context has ended: the call was made.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendAfterStop)
	defer cancel()
	_, err := r.execute(ctx, o, func(s balance.State) ([]domain.Event, error) {
		return balance.MarkUnknown(s, o.Kind, o.ID, noAnswer, r.reports.Now())
	})
	return notRefused(err)
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
