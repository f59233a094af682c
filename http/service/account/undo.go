package account

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/mail"
	"gateway/domain/person"
	"gateway/http/service/credential"
)

// UndoChange undoes a change of bank account, e-mail address or password, with the token of the
// link that was mailed to the address of before, and ends all access of the client. Second factors that
// were set up during the pause are removed. The address is
// claimed again before it comes back, so that at no time two people have it. Refusal:
// account.ErrLinkEnded, for a text that is no such token, too.
func (a Accounts) UndoChange(ctx context.Context, token string) error {
	link, err := a.links().Read(token)
	if err != nil || link.Purpose != mail.PurposeUndo {
		return account.ErrLinkEnded
	}
	owner, err := a.execute(ctx, link.ClientID, func(s account.State) ([]domain.Event, error) {
		_, err := account.UndoChange(s, link.Number, a.Now()) // before anything is claimed
		return nil, err
	})
	if err != nil {
		return err
	}
	before := owner.Pause.Before.Email
	if _, err := a.claimEmail(ctx, before, account.Owner(link.ClientID)); err != nil {
		return err
	}
	var thiefs string
	_, err = a.execute(ctx, link.ClientID, func(s account.State) ([]domain.Event, error) {
		thiefs = s.Email
		return account.UndoChange(s, link.Number, a.Now())
	})
	a.Keys.Clear()
	if err != nil {
		return err // one more claim of the client's own address does no harm: it lapses
	}
	ctx = context.WithoutCancel(ctx)
	// The claim that was added, or that of the other address.
	return errors.Join(a.removeNewFactors(ctx, owner), a.releaseEmail(ctx, thiefs, account.Owner(link.ClientID)))
}

// removeNewFactors removes the second factors that were set up during the pause, of the login that
// registered the client and of the people whose password changed: a thief's would keep them out after
// they chose a new password. One that is older stays.
func (a Accounts) removeNewFactors(ctx context.Context, s account.State) (err error) {
	for _, id := range append([]int64{s.ClientID}, s.Pause.NewPasswords...) {
		removed := a.Factors.RemoveSetUpSince(ctx, a.Sessions.Owner(id), s.Pause.Since, person.ByLink, "a change of the account was undone")
		err = errors.Join(err, removed)
	}
	return err
}

// links derive and read the tokens of links. Their pages are not needed here.
func (a Accounts) links() credential.Links { return credential.Links{Masters: a.Masters} }
