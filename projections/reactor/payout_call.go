package reactor

import (
	"context"
	"errors"
	"net/http"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/http/provider"
)

// send calls the provider. first says that no call was made before.
func (r *Payouts) send(ctx context.Context, o balance.Order, key string, first bool) error {
	made, err := r.provider.Disburse(ctx, provider.DisburseRequest{
		IdempotencyKey: key, ExternalID: o.ProviderReference(), BankCode: o.Bank, AccountHolderName: o.AccountHolder,
		AccountNumber: o.Norek, Description: o.ExternalID, Amount: o.Amount,
	})
	var refused *provider.Refused
	switch {
	case err == nil:
		r.o.OnCall("accepted")
		return r.learn(ctx, o, made)
	case !errors.As(err, &refused) || refusesUs(refused):
		r.o.OnCall("unknown")
		return r.unknown(ctx, o, err)
	}
	r.o.OnCall("refused")
	if !first {
		return r.refusedAgain(ctx, o, refused)
	}
	return r.fail(ctx, o, refused.Code)
}

// refusesUs: it is our key that was refused and not the order, which may be paid
// once the key is right.
func refusesUs(r *provider.Refused) bool {
	return r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden
}

// refusedAgain: a repetition was refused, which says little of the call before it.
// One more look decides.
func (r *Payouts) refusedAgain(ctx context.Context, o balance.Order, refused *provider.Refused) error {
	found, err := r.provider.FindDisbursement(ctx, o.ProviderReference())
	switch {
	case err == nil:
		return r.learn(ctx, o, found)
	case errors.Is(err, provider.ErrNotFound):
		return r.fail(ctx, o, refused.Code)
	}
	return r.unknown(ctx, o, err)
}

// learn takes in what the provider holds.
func (r *Payouts) learn(ctx context.Context, o balance.Order, found provider.Disbursement) error {
	n := notificationOfPayout(found)
	n.ExternalID = o.ProviderReference()
	r.agenda.forget(n.ExternalID)
	err := r.intake.Payout(ctx, n)
	if err != nil {
		r.agenda.later(n.ExternalID, r.intake.Now(), r.o.RetryFirst, r.o.RetryMax)
	}
	return notRefused(err)
}

func (r *Payouts) fail(ctx context.Context, o balance.Order, code string) error {
	r.agenda.forget(o.ProviderReference())
	_, err := r.execute(asProvider(ctx), o, func(s balance.State) ([]domain.Event, error) {
		return balance.Fail(s, o.Kind, o.ID, balance.FailCmd{By: transferredBy, Reason: code, At: r.intake.Now()})
	})
	return notRefused(err)
}

// noAnswer is the one reason that is written down; what exactly went wrong changes
// from call to call and stands in the log of the service.
const noAnswer = "no_answer"

func (r *Payouts) unknown(ctx context.Context, o balance.Order, cause error) error {
	r.agenda.later(o.ProviderReference(), r.intake.Now(), r.o.RetryFirst, r.o.RetryMax)
	r.logger.WithError(cause).WithField("payout", o.ProviderReference()).Warn("the outcome of a payout is not known yet")
	// Also when the context ended: that the call was made must not be forgotten.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWord)
	defer cancel()
	_, err := r.execute(ctx, o, func(s balance.State) ([]domain.Event, error) {
		return balance.MarkUnknown(s, o.Kind, o.ID, noAnswer, r.intake.Now())
	})
	return notRefused(err)
}

// lastWord is how long something may still be written after the end was called.
const lastWord = 2 * time.Second

func (r *Payouts) execute(
	ctx context.Context, o balance.Order, decide func(balance.State) ([]domain.Event, error),
) (eventstore.Outcome[balance.State], error) {
	return eventstore.Execute(ctx, r.log, balance.Aggregate, balance.Stream(o.ClientID), decide)
}

// notRefused drops refusals: the stream moved on while we were looking, and what
// it says counts. Too much contention is not that.
func notRefused(err error) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) && refusal.Kind != domain.Busy {
		return nil
	}
	return err
}
