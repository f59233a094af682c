package accountservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/eventstore"
)

const (
	// forgottenMost is how many requests may wait. More are dropped, and the person has to ask again.
	forgottenMost = 1_000
	// forgottenLimit limits the time for one request.
	forgottenLimit = 10 * time.Second
	// forgottenStop limits the time for the waiting requests when the gateway stops.
	forgottenStop = 2 * time.Second
)

// Forgotten queues requests for a new password. The caller is answered before anything is looked up, so
// neither the answer nor its timing reveals whether an address is known. It is safe for concurrent use.
type Forgotten struct {
	accounts Accounts
	asked    chan forgottenRequest
}

type forgottenRequest struct {
	email    string
	metadata eventstore.Metadata
}

// NewForgotten makes the queue. Run processes it.
func NewForgotten(accounts Accounts) *Forgotten {
	return &Forgotten{accounts: accounts, asked: make(chan forgottenRequest, forgottenMost)}
}

// Ask queues a request for the person with this address, known or not, and returns at once.
func (f *Forgotten) Ask(ctx context.Context, email string) {
	select {
	case f.asked <- forgottenRequest{email, eventstore.MetadataFrom(ctx)}:
	default:
		f.accounts.Logger.Warn("too many requests for a new password at once: one was dropped")
	}
}

// Run processes the requests until the context ends, and then for two more seconds those that wait.
func (f *Forgotten) Run(ctx context.Context) error {
	for {
		select {
		case r := <-f.asked:
			f.handle(ctx, r)
		case <-ctx.Done():
			f.finish(ctx)
			return nil
		}
	}
}

func (f *Forgotten) finish(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), forgottenStop)
	defer cancel()
	for ctx.Err() == nil {
		select {
		case r := <-f.asked:
			f.handle(ctx, r)
		default:
			return
		}
	}
}

// handle makes a link for the person with the address, if there is one. A mail brings it to the person.
func (f *Forgotten) handle(ctx context.Context, r forgottenRequest) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), forgottenLimit)
	defer cancel()
	ctx = eventstore.WithMetadata(ctx, r.metadata)
	if err := f.accounts.requestReset(ctx, r.email); err != nil {
		f.accounts.Logger.WithError(err).Error("a request for a new password failed; the person must ask again")
	}
}

// requestReset requests a mail with a link, unless the address belongs to no person or three such mails are
// already under way. It looks up the address's claim, which is never out of date.
func (a Accounts) requestReset(ctx context.Context, email string) error {
	claim, email, err := a.findClaim(ctx, email)
	if err != nil || claim.ClientID == 0 {
		return err
	}
	_, err = a.execute(ctx, claim.ClientID, func(s account.State) ([]domain.Event, error) {
		to, ok := s.ResetAddress(claim.PersonID, email, a.Now())
		if !ok {
			return nil, nil
		}
		return person.RequestReset(s.People, person.RequestResetCmd{PersonID: claim.PersonID, To: to, At: a.Now()})
	})
	return err
}

// findClaim returns the claim of an address, and the form in which it was claimed. ClientID is 0 when the
// address is free in every form.
func (a Accounts) findClaim(ctx context.Context, sent string) (claim account.EmailState, email string, err error) {
	for _, email = range account.EmailForms(sent) {
		claim, err = a.claimOf(ctx, email)
		if err != nil || claim.ClientID != 0 {
			return claim, email, err
		}
	}
	return claim, email, err
}
